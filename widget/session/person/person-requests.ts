import { MAX_PERSON_REASON } from "../../../shared/limits.ts";
import { REQUEST_PERSON_TOOL } from "../../../shared/tool-names.ts";
import { whisperNote } from "../../../shared/whisper.ts";
import { toJson } from "../../json.ts";
import type { ActiveSession } from "../active-session.ts";
import type { CommandQueue } from "../command-queue.ts";
import { type SessionCommand, wordsOf } from "../commands.ts";
import { liveOf } from "../selectors.ts";
import { SESSION_CHECK_MS } from "../session-connection.ts";
import type { SessionEngine } from "../session-engine.ts";
import type { ReportAnswer, SessionState } from "../state.ts";
import type { PersonConversation, Resumed } from "./person-conversation.ts";

/** Whoever shows the person. */
export interface PersonHost {
  readonly engine: SessionEngine;
  readonly queue: CommandQueue;
  baseUrl(): string;
  /** A person concerns this conversation from now on. */
  begin(active: ActiveSession, resumed: Resumed | null): PersonConversation;
  /** Draw anew. */
  changed(): void;
}

/** Asks for a person, and follows what the service's answers say of one. */
export class PersonRequests {
  asking = false;
  /** The last request did not reach the service, or was not taken. */
  unasked = false;
  readonly #host: PersonHost;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #newest: PersonConversation | null = null;
  /** The conversation that `#newest` belongs to. */
  #active: ActiveSession | null = null;
  /** The service's last answer that was read. */
  #answered: ReportAnswer | null = null;
  /** A request waits for the conversation to be connected. */
  #wanted: { reason?: string | undefined } | null = null;
  /** The agent's request whose answer the service has given; the next report tells what came of it. */
  #asked: string | undefined;

  constructor(host: PersonHost) {
    this.#host = host;
  }

  /** Of the newest conversation. */
  get talk(): PersonConversation | null {
    return this.#active === this.#host.engine.latest ? this.#newest : null;
  }

  /** A request is on its way, or waits for the conversation. */
  get pending(): boolean {
    return this.asking || this.#wanted !== null;
  }

  /** The conversation's state has changed. */
  update(state: SessionState): void {
    const { answered } = liveOf(state) ?? {};
    if (answered && answered !== this.#answered) this.#read(answered);
    this.talk?.update();
    if (this.#wanted && liveOf(state)) void this.#ask(this.#wanted.reason);
    if (state.status === "ended" || state.status === "error") this.#wanted = null;
    const asked = state.transcript.findLast(
      ({ role, text, final }) => role === "tool" && text === REQUEST_PERSON_TOOL && final,
    );
    if (asked && asked.id !== this.#asked && liveOf(state)) {
      this.#asked = asked.id;
      this.#host.engine.latest?.commands.parts.conversation.heartbeat(0);
    }
  }

  /** Waits for the conversation to be connected. @returns whether it is a new request */
  request(reason: string | undefined): boolean {
    if (this.pending || this.talk?.over === false) return false;
    this.#wanted = { reason };
    this.unasked = false;
    return true;
  }

  begin(active: ActiveSession, resumed: Resumed | null = null): PersonConversation {
    const talk = this.#host.begin(active, resumed);
    this.#active = active;
    this.#newest = talk;
    this.unasked = false;
    return talk;
  }

  #read(answered: ReportAnswer): void {
    const { queue, engine } = this.#host;
    const { whispers = [], handled_by, heartbeat_seconds } = answered;
    if (heartbeat_seconds !== this.#answered?.heartbeat_seconds) this.#reportEvery(heartbeat_seconds);
    this.#answered = answered;
    for (const whisper of whispers) queue.push({ type: "send_note", text: whisperNote(toJson(whisper)) });
    const { latest } = engine;
    if (latest && (handled_by === "waiting" || handled_by === "person") && (!this.talk || this.talk.over)) {
      const talk = this.begin(latest);
      if (handled_by === "waiting") talk.waiting();
      talk.open(this.#host.baseUrl());
    }
    if (handled_by === "agent") this.talk?.givenBack();
  }

  /** As often as the service wants it; without a number, as without a person. */
  #reportEvery(seconds: number | undefined): void {
    clearInterval(this.#heartbeat);
    const conversation = this.#host.engine.latest?.commands.parts.conversation;
    if (!seconds || !conversation) return;
    const heartbeat = setInterval(() => conversation.heartbeat(1_000 * seconds - 500), 1_000 * seconds);
    this.#heartbeat = heartbeat;
    conversation.closeWithConversation({ close: () => clearInterval(heartbeat) });
  }

  /** Asks the service; its answer says whether anybody can come. */
  async #ask(reason: string | undefined): Promise<void> {
    this.#wanted = null;
    const { engine, queue } = this.#host;
    const { latest } = engine;
    if (!latest) return;
    const { conversation, connection, api } = latest.commands.parts;
    this.asking = true;
    this.#host.changed();
    // First what was said: whoever is asked reads it.
    conversation.reportAll();
    await conversation.checkSession(SESSION_CHECK_MS);
    const why = typeof reason === "string" ? [...reason.trim()].slice(0, MAX_PERSON_REASON).join("") : "";
    const answer = await api
      .report(connection.grant?.session_id ?? "", [{ type: "person_requested", ...(why && { reason: why }) }])
      .catch(() => null);
    this.asking = false;
    this.unasked = answer === null && !conversation.over;
    this.#host.changed();
    if (conversation.over || !answer) return;
    if (answer.session.handled_by === "agent") this.begin(latest).missed();
    else
      queue.push({
        type: "send_note",
        text: "The visitor has asked for a person of the team, who is being asked now. Go on helping meanwhile, and do not promise that somebody will come.",
      });
    conversation.answered(answer.session);
  }
}

/** What visitor and page ask for while a person has the conversation. @returns null: the agent's session does it */
export function commandToPerson(talk: PersonConversation, command: SessionCommand): boolean | null {
  switch (command.type) {
    case "send_text":
      // Before, nobody knows whether the person is still there.
      if (talk.status === null) return false;
      if (wordsOf(command)) talk.write(wordsOf(command));
      return true;
    case "typing":
      talk.typed();
      return true;
    case "mute":
    case "start":
    case "pause":
    case "interrupt":
      return true;
    default:
      return null;
  }
}
