// Long: the rules of one conversation with a person; each frame and each command is one of them.
import type { FrameToPage, PageFrame } from "../../../shared/live.ts";
import type { Handler, PersonState } from "../../../shared/person.ts";
import type { ExecutorParts } from "../command-executor.ts";
import type { CommandQueue } from "../command-queue.ts";
import { liveOf } from "../selectors.ts";
import { isLive } from "../state.ts";
import { releaseAgent, returnAgent } from "./agent-handover.ts";
import { LiveSocket, type OpenSocket } from "./live-socket.ts";
import type { PersonEvents } from "./person-events.ts";
import { PersonLines } from "./person-lines.ts";
import { Typing } from "./typing.ts";

/** How long the service may take to send what was written before, once a socket is open again, milliseconds. */
const REPLAY_MS = 500;
/** So many openings of the socket in a row may fail before a page gives up what another page has left to it. */
const RESUME_TRIES = 4;

/** What another page has left. */
export interface Resumed {
  joined: boolean;
  name: string;
}

/**
 * A person in one conversation, from the request to the agent's return: the live socket, whose word alone counts, the
 * lines, and the agent's connection, which rests meanwhile.
 */
export class PersonConversation {
  /** Null before the service has said. */
  status: PersonState | null = null;
  name = "";
  picture: string | null = null;
  /** The person has read the visitor's last line. */
  seen = false;
  /** The last line was not taken. */
  refused = false;
  /** The agent is being connected again: no connection was lost. */
  returning = false;
  readonly lines: PersonLines;
  /** Resolves with the service's first word; rejects where it has none for this page. */
  readonly known: Promise<void>;
  readonly parts: ExecutorParts;
  readonly #queue: CommandQueue;
  readonly #events: PersonEvents;
  readonly #over = new AbortController();
  #know!: () => void;
  #giveUp!: (error: Error) => void;
  #socket: LiveSocket | null = null;
  /** The socket could not be opened, or was lost. */
  #lost = false;
  /** The person is still to be found again. */
  #again: boolean;
  /** What came before the conversation was connected. */
  #early: FrameToPage[] = [];
  /** Whose joining the transcript tells, and not yet the leaving. */
  #present = "";
  /** The agent's connection is closed. */
  #agentRests = false;
  #replayTimer: ReturnType<typeof setTimeout> | undefined;
  /** The service is to send again what was said since the request: until then nobody knows what it has. */
  #replaying: boolean;
  readonly #typing = new Typing(
    (on) => this.send({ type: "typing", on }),
    () => this.#events.changed(),
  );

  /** @param resumed as another page has left it: no agent is connected then */
  constructor(parts: ExecutorParts, queue: CommandQueue, events: PersonEvents, resumed: Resumed | null = null) {
    this.parts = parts;
    this.#queue = queue;
    this.#events = events;
    this.lines = new PersonLines(parts.conversation, (text) => this.send({ type: "message", text }));
    if (resumed?.joined) this.#present = resumed.name;
    this.#agentRests = this.#again = this.#replaying = resumed !== null;
    this.known = new Promise((resolve, reject) => {
      this.#know = resolve;
      this.#giveUp = reject;
    });
    this.known.catch(() => {});
    parts.conversation.closeWithConversation({ close: () => this.close() });
  }

  /** Whether the visitor writes to the person; also while that one's connection is lost. */
  get holds(): boolean {
    return this.#present !== "" && this.#agentRests && !this.over;
  }

  /** The agent has it again. */
  get over(): boolean {
    return this.#over.signal.aborted;
  }

  /** Aborts when it is. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** The person types. */
  get typing(): boolean {
    return this.#typing.person;
  }

  get connected(): boolean {
    return this.#socket?.connected ?? false;
  }

  /** The person is there, by the service's word over this socket: a question reaches them. */
  get reachable(): boolean {
    return this.connected && !this.#again && this.status === "joined";
  }

  get iceServers() {
    return this.parts.connection.grant?.ice_servers ?? null;
  }

  /** Opens the socket. */
  open(service: string, openSocket?: OpenSocket): void {
    const { grant } = this.parts.connection;
    if (!grant || this.#socket || this.over) return;
    const { signal } = this.#over;
    const events = {
      opened: () => {
        this.#lost = false;
        this.#events.changed();
      },
      frame: (frame: FrameToPage) => this.#receive(frame),
      lost: (tries: number) => {
        this.#lost = this.#again = this.#replaying = true;
        clearTimeout(this.#replayTimer);
        this.lines.unconfirm();
        this.#typing.setPerson(false);
        this.#events.connection(false);
        if (tries >= RESUME_TRIES) this.#giveUp(new Error("The conversation could not be gone on with"));
        this.#events.changed();
      },
      over: () => {
        this.#giveUp(new Error("The conversation is over"));
        // The answer says how it ended.
        this.parts.conversation.heartbeat(0);
        this.parts.conversation.flushReports();
      },
    };
    this.#socket = new LiveSocket(service, grant, events, signal, openSocket);
  }

  /** A report was answered so: it counts where the socket cannot tell, since an answer may be older than what it told. */
  givenBack(): void {
    if (this.over || !this.#lost) return;
    if (this.status === "waiting") this.#told({ status: this.#present ? "left" : "missed" });
    if (this.status === "joined") this.#told({ status: "left" });
  }

  /** Asked for, by the service's word; its socket is still to be opened. */
  waiting(): void {
    this.#told({ status: "waiting" });
  }

  /** Asked for, and nobody there. */
  missed(): void {
    this.#told({ status: "missed" });
  }

  /** The conversation's state has changed. */
  update(): void {
    const { conversation, connection } = this.parts;
    if (!isLive(conversation.state)) return;
    for (const frame of this.#early.splice(0)) this.#receive(frame);
    // An agent that was being connected again as the person joined.
    if (this.holds && connection.transport) releaseAgent(this.parts);
  }

  write(text: string): void {
    // What the page before has sent, and had no word of, is pushed again by this one.
    if (this.#replaying && this.lines.isKept(text)) return;
    this.seen = this.refused = false;
    this.#typing.visitorStops();
    this.lines.write(text, this.name);
    // What was sent before may come with what the service sends again at the opening: nothing is said twice.
    if (!this.#replaying) this.lines.sendWaiting();
    this.#events.changed();
  }

  /** The visitor types. */
  typed(): void {
    this.#typing.visitorTypes();
  }

  send(frame: PageFrame): boolean {
    return this.#socket?.send(frame) ?? false;
  }

  close(): void {
    this.#typing.close();
    clearTimeout(this.#replayTimer);
    this.#over.abort();
  }

  #receive(frame: FrameToPage): void {
    if (!isLive(this.parts.conversation.state)) {
      this.#early.push(frame);
      this.#know();
      return;
    }
    switch (frame.type) {
      case "person":
        this.#told(frame);
        break;
      case "message":
        // Before, it is what this page has reported itself.
        if (!this.#present) return;
        if (!this.lines.receive(frame, this.name)) break;
        this.#typing.setPerson(false);
        this.#events.written(frame.name ?? this.name);
        break;
      case "typing":
        this.#typing.setPerson(frame.on);
        break;
      case "seen":
        this.seen = frame.id === this.lines.lastOwn;
        break;
      case "signal":
        this.#events.signal(frame);
        break;
      case "error":
        if (frame.of !== "message") return;
        this.refused = true;
        this.lines.refused();
        break;
    }
    this.#events.changed();
  }

  #told({ status, name, picture }: Omit<Extract<FrameToPage, { type: "person" }>, "type">): void {
    const { status: before, name: nameBefore } = this;
    this.status = status;
    this.name = name ?? this.name;
    this.picture = picture ?? (name ? null : this.picture);
    this.#know();
    if (status === "joined") {
      this.#agentRests = true;
      this.#handledBy("person");
      releaseAgent(this.parts);
      if (this.#present !== this.name) this.#events.note("joined", this.name);
      this.#present = this.name;
      this.#awaitReplay();
      this.#queue.run();
      if (this.#again) this.#events.connection(true);
      this.#again = false;
    } else if (status === "waiting" && this.#present) this.#awaitReplay();
    else void this.#return(status);
    // The answer that this socket was opened for came late.
    const stale = before === null && status === "left";
    if (!stale && (before !== status || nameBefore !== this.name)) this.#events.told(status, this.name);
    this.#events.changed();
  }

  /** As a report would be answered: whoever connects the agent meanwhile need not ask, which a page that is left cannot. */
  #handledBy(handled_by: Handler): void {
    const { conversation } = this.parts;
    const { remaining_seconds, answered } = liveOf(conversation.state) ?? {};
    if (remaining_seconds === undefined) return;
    const session = { remaining_seconds, ...answered, handled_by, whispers: [] };
    conversation.dispatch({ type: "answered", session });
  }

  /** The service begins with the person's state; what was said follows at once. */
  #awaitReplay(): void {
    clearTimeout(this.#replayTimer);
    this.#replaying = true;
    this.#replayTimer = setTimeout(() => {
      this.#replaying = false;
      this.lines.sendWaiting();
    }, REPLAY_MS);
  }

  /** The agent goes on; also while a person is waited for. */
  async #return(status: PersonState): Promise<void> {
    const rests = this.#agentRests;
    this.#agentRests = false;
    this.#handledBy(status === "waiting" ? "waiting" : "agent");
    this.#typing.setPerson(false);
    if (this.#present) this.#events.note("left", this.#present);
    this.#present = "";
    if (status !== "waiting") this.close();
    if (!rests) return;
    releaseAgent(this.parts);
    const unread = this.lines.takeBack();
    this.returning = true;
    await returnAgent(this.parts);
    this.returning = false;
    this.#queue.push(...unread.map((text) => ({ type: "send_text", text }) as const));
  }
}
