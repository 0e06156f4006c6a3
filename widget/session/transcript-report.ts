import { MAX_TYPED } from "../../shared/limits.ts";
import type { SessionReport } from "./event-reporter.ts";
import type { Message } from "./state.ts";

/** Limits of the service for one transcript event. */
const MAX_ITEM = 64;
/** How long an incomplete message may hold back the ones after it, milliseconds. */
const HOLD_MS = 4_000;

/** The present transcript. */
export interface Spoken {
  transcript: readonly Message[];
  /** While false, everything is reported as it is: nothing changes any more. */
  live: boolean;
  /** Ids of messages that are shown as complete and may still change. */
  open: ReadonlySet<string>;
}

type ReportedMessage = Pick<Message, "role" | "text" | "interrupted">;

const nameOf = (id: string): string => id.slice(-MAX_ITEM);

/**
 * Reports to the service what was said, in the order of the conversation and as it was heard. Each message is reported
 * once it is complete; a later change (a correction, another place) is reported again under the same `item`, and `after`
 * names the message before it.
 */
export class TranscriptReport {
  readonly #report: (event: SessionReport) => void;
  readonly #spoken: () => Spoken;
  /** Ids from the conversation that this one continues: they were reported for its own session. */
  #earlier: ReadonlySet<string> = new Set();
  #reported = new Map<string, ReportedMessage>();
  /** Ids in the order that the service has. */
  #order: string[] = [];
  /** The incomplete message that holds others back, and since when, unix milliseconds. */
  #holder: { id: string; since: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(spoken: () => Spoken, report: (event: SessionReport) => void) {
    this.#spoken = spoken;
    this.#report = report;
  }

  begin(earlier: readonly Message[]): void {
    this.#earlier = new Set(earlier.map(({ id }) => id));
  }

  /** Reports what is new. @param patient whether a complete message waits for an incomplete one before it */
  update(patient = true): void {
    clearTimeout(this.#timer);
    const { transcript, live, open } = this.#spoken();
    const spoken = transcript.filter(
      ({ id, role, unsent, person }) =>
        (role === "user" || role === "agent") && !unsent && !person && !this.#earlier.has(id),
    );
    for (const id of this.#reported.keys()) if (!spoken.some((message) => message.id === id)) this.#retract(id);
    let before: string | null = null;
    let holder: string | null = null;
    for (const message of spoken) {
      const { id, text, final } = message;
      if (live && (!final || open.has(id))) {
        if (!this.#reported.has(id)) holder ??= id;
      } else if (text || this.#reported.has(id)) {
        if (patient && holder !== null && !this.#waitedLongEnough(holder)) return;
        this.#reportMessage(message, before);
      }
      if (this.#reported.has(id)) before = id;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Whether it has held back others for long enough; if not, a timer updates again then. */
  #waitedLongEnough(id: string): boolean {
    if (this.#holder?.id !== id) this.#holder = { id, since: performance.now() };
    const left = this.#holder.since + HOLD_MS - performance.now();
    if (left > 0) this.#timer = setTimeout(() => this.update(), left);
    return left <= 0;
  }

  #reportMessage(message: Message, before: string | null): void {
    const { id, role, at, unsent, interrupted } = message;
    const text = message.text.slice(0, MAX_TYPED);
    const reported = this.#reported.get(id);
    const place = before === null ? 0 : this.#order.indexOf(before) + 1;
    if (reported?.text === text && reported.interrupted === interrupted && this.#order[place] === id) return;
    this.#order = this.#order.filter((other) => other !== id);
    this.#order.splice(before === null ? 0 : this.#order.indexOf(before) + 1, 0, id);
    this.#reported.set(id, { role, text, ...(interrupted && { interrupted }) });
    const after = before === null ? null : nameOf(before);
    this.#send(role, {
      text,
      at,
      typed: unsent === false,
      item: nameOf(id),
      after,
      ...(interrupted && { interrupted }),
    });
  }

  /** Takes a message back: nothing of it was heard after all. */
  #retract(id: string): void {
    const reported = this.#reported.get(id);
    this.#reported.delete(id);
    this.#order = this.#order.filter((other) => other !== id);
    if (reported) this.#send(reported.role, { text: "", item: nameOf(id) });
  }

  #send(
    role: Message["role"],
    event: { text: string; item: string; at?: number; typed?: boolean; after?: string | null },
  ): void {
    this.#report({ type: role === "user" ? "user_transcript" : "agent_transcript", ...event });
  }
}
