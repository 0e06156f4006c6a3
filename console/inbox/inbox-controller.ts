import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { FrameToInbox } from "../../shared/live.ts";
import type { Whoami } from "../../shared/operators.ts";
import type { SessionShown } from "../answers.ts";
import { type Api, ApiFailure } from "../api.ts";
import { to } from "../router.ts";
import { Alerts } from "./alerts.ts";
import { endedToday } from "./ended-today.ts";
import { draftKey, type InboxState, isMine, type LineKind, type ListedSession, START } from "./inbox-model.ts";
import { type InboxEvent, reduce } from "./inbox-state.ts";
import { type Kept, readJoined, readKept, writeJoined, writeKept } from "./kept.ts";
import { LiveSocket } from "./live-socket.ts";
import { OwnPresence } from "./own-presence.ts";
import { followed, newlyWaiting } from "./session-groups.ts";
import { SoundDesk } from "./sound-desk.ts";

/** A visitor who types tells so again before this long, milliseconds. */
const TYPING_MS = 6_000;
/** What visitors see of somebody who says no name and signed in without one. */
const NAMELESS = "Support";

interface Given {
  api: Api;
  projectId: number;
  me: Whoami;
}

/** The inbox without its screen: the state, the socket that feeds it, and what follows from a change. */
export class InboxController implements ReactiveController {
  state: InboxState = START;
  kept: Kept = readKept(0, "");
  /** Why the chosen conversation could not be read. */
  failure: ApiFailure | null = null;
  readonly alerts = new Alerts();
  readonly sound: SoundDesk;
  readonly #presence: OwnPresence;
  readonly #host: ReactiveControllerHost & Given;
  #socket: LiveSocket | null = null;
  /** Whether this connection has told what runs. */
  #listed = false;
  #followed = new Set<string>();
  /** For what the record was read last. */
  #readFor = "";
  #reading = new AbortController();
  #connections = 0;
  #typing: number | undefined;

  constructor(host: ReactiveControllerHost & Given) {
    this.#host = host;
    this.#presence = new OwnPresence((frame) => this.#socket?.send(frame) ?? false);
    const inbox = this;
    this.sound = new SoundDesk({
      get call() {
        return inbox.state.call;
      },
      change: (change) => this.dispatch({ type: "call", change }),
      signal: (session_id, signal) => void this.#socket?.send({ type: "signal", session_id, ...signal }),
    });
    host.addController(this);
  }

  /** Whether this person may act, not only watch. */
  get mayWrite(): boolean {
    return this.#host.me.role !== "read_only";
  }

  isMine(session_id: string): boolean {
    return isMine(this.state, session_id);
  }

  /** Whether the person there has this person's name: they themselves, in another tab. */
  isNamesake({ person }: ListedSession): boolean {
    return person !== null && [this.kept.name, this.#host.me.name, NAMELESS].includes(person.name);
  }

  hostConnected(): void {
    const { api, projectId, me } = this.#host;
    this.state = { ...START, joined: readJoined(projectId, me.name) };
    this.kept = readKept(projectId, me.name);
    this.#socket = new LiveSocket(`/admin/v1/projects/${projectId}/live`, {
      opened: () => {
        this.dispatch({ type: "connection", connection: "open" });
        if (this.mayWrite) this.#socket?.send({ type: "available", on: this.kept.available });
      },
      frame: (frame) => this.#frame(frame),
      lost: () => {
        this.#forgetConnection();
        this.dispatch({ type: "connection", connection: "offline" });
      },
      over: () => this.dispatch({ type: "connection", connection: "over" }),
      signedIn: async () => {
        await api.get("/me").catch(() => {});
      },
    });
    window.addEventListener("focus", this.#looked);
    document.addEventListener("visibilitychange", this.#looked);
  }

  hostDisconnected(): void {
    this.#presence.still();
    this.sound.leave();
    this.#socket?.stop();
    this.#socket = null;
    this.#forgetConnection();
    this.#readFor = "";
    this.alerts.stop();
    clearTimeout(this.#typing);
    window.removeEventListener("focus", this.#looked);
    document.removeEventListener("visibilitychange", this.#looked);
  }

  dispatch(event: InboxEvent): void {
    const before = this.state;
    this.state = reduce(before, event);
    if (this.state === before) return;
    if (this.state.joined !== before.joined) this.#keepJoined();
    this.#follow();
    this.#readChosen();
    this.sound.follow(this.state.call);
    this.#looked();
    this.#host.requestUpdate();
  }

  keep(change: Partial<Kept>): boolean {
    this.kept = { ...this.kept, ...change };
    if (change.available !== undefined) this.#socket?.send({ type: "available", on: change.available });
    this.#host.requestUpdate();
    return writeKept(this.#host.projectId, this.#host.me.name, this.kept);
  }

  typed(session_id: string, kind: LineKind, text: string): void {
    this.dispatch({ type: "typed", session_id, kind, text });
    if (kind === "message") this.#presence.typed(session_id, text);
  }

  /** Sends what is typed; it stays in its field where there is no connection. */
  say(session_id: string, kind: LineKind): void {
    const text = this.state.drafts.get(draftKey(session_id, kind))?.trim() ?? "";
    if (text === "" || !this.#socket?.send({ type: kind, session_id, text })) return;
    this.dispatch({ type: "sent", session_id, kind, text, at: Date.now() });
    if (kind === "message") this.#presence.still();
  }

  join(session_id: string): void {
    const name = this.kept.name || null;
    const picture = this.kept.picture || null;
    if (this.#socket?.send({ type: "join", session_id, name, picture }))
      this.dispatch({ type: "asked", of: "join", session_id });
  }

  release(session_id: string): void {
    if (this.#socket?.send({ type: "release", session_id }))
      this.dispatch({ type: "asked", of: "release", session_id });
  }

  #keepJoined(): void {
    if (this.#listed) writeJoined(this.#host.projectId, this.#host.me.name, this.state.joined);
  }

  /** Reads the chosen conversation again, as after a failure. */
  reload(): void {
    this.#readFor = "";
    this.#readChosen();
  }

  #frame(frame: FrameToInbox): void {
    const { sessions, call } = this.state;
    if (frame.type === "sessions") {
      this.#listed = true;
      this.#connections++;
    }
    if (frame.type === "sessions") void this.#readEnded();
    if (frame.type === "signal") this.sound.relay(frame);
    this.dispatch({ type: "frame", frame, at: Date.now() });
    if (frame.type === "sessions") this.sound.connected([...this.state.joined.keys()].filter((id) => this.isMine(id)));
    if (frame.type === "signal") this.sound.heard(frame, call);
    if (frame.type === "typing") this.#expectTyping(frame.on);
    const waiting = newlyWaiting(sessions, this.state.sessions);
    for (const session of waiting)
      void this.alerts.notify(session, to.project(this.#host.projectId, "inbox", session.session_id));
    if (this.kept.sound && (waiting.length > 0 || this.#isNewsFromVisitor(frame))) this.alerts.play();
  }

  /** A line in a conversation of this person that they do not look at. */
  #isNewsFromVisitor(frame: FrameToInbox): boolean {
    if (frame.type !== "message" || frame.role !== "user" || !this.isMine(frame.session_id)) return false;
    return !document.hasFocus() || this.state.chosen?.session_id !== frame.session_id;
  }

  #expectTyping(on: boolean): void {
    clearTimeout(this.#typing);
    if (on) this.#typing = window.setTimeout(() => this.dispatch({ type: "quiet" }), TYPING_MS);
  }

  #forgetConnection(): void {
    // What was read across a break may lack what arrived before it.
    this.#reading.abort();
    this.#listed = false;
    this.#followed = new Set();
  }

  /** Tells the service whose lines are wanted now. */
  #follow(): void {
    if (!this.#listed) return;
    const wanted = followed(this.state);
    for (const session_id of wanted)
      if (!this.#followed.has(session_id)) this.#socket?.send({ type: "follow", session_id });
    for (const session_id of this.#followed)
      if (!wanted.has(session_id)) this.#socket?.send({ type: "unfollow", session_id });
    this.#followed = wanted;
  }

  /** The record is read when a conversation is chosen, after a broken connection, and when somebody came or went. */
  #readChosen(): void {
    const { chosen, sessions } = this.state;
    if (!chosen) return;
    const { handled_by, status } = sessions.get(chosen.session_id) ?? {};
    const wanted = [chosen.session_id, Math.max(1, this.#connections), handled_by, status].join();
    if (wanted === this.#readFor) return;
    this.#readFor = wanted;
    this.#reading.abort();
    this.#reading = new AbortController();
    void this.#read(chosen.session_id, this.#reading.signal);
  }

  async #readEnded(): Promise<void> {
    const { api, projectId } = this.#host;
    const sessions = await endedToday(api, projectId);
    if (this.#socket && projectId === this.#host.projectId) this.dispatch({ type: "earlier", sessions });
  }

  async #read(session_id: string, signal: AbortSignal): Promise<void> {
    this.failure = null;
    try {
      const path = `/sessions/${encodeURIComponent(session_id)}`;
      const record = await this.#host.api.get<SessionShown>(path, { signal });
      if (!signal.aborted) this.dispatch({ type: "read", record });
    } catch (failure) {
      if (signal.aborted) return;
      if (!(failure instanceof ApiFailure)) throw failure;
      this.failure = failure;
      this.#host.requestUpdate();
    }
  }

  readonly #looked = () => {
    const { chosen } = this.state;
    if (chosen && this.isMine(chosen.session_id)) this.#presence.reads(chosen);
  };
}
