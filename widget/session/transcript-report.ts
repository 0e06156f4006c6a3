import type { SessionReport } from "./event-reporter.ts";
import type { Message } from "./state.ts";

/** What the service takes of one transcript. */
const MAX_TEXT = 8_000;
const MAX_ITEM = 64;
/** What is not complete holds back what was said after it for so long at most, milliseconds. */
const HOLD_MS = 4_000;

/** The conversation as it stands. */
export interface Spoken {
  transcript: readonly Message[];
  /** Something may still change; else all is told as it is. */
  live: boolean;
  /** Messages that are shown as complete and may still change. */
  open: ReadonlySet<string>;
}

type Told = Pick<Message, "role" | "text" | "interrupted">;

const nameOf = (id: string): string => id.slice(-MAX_ITEM);

/**
 * Tells the service what was said, in the order in which it was said and as it was heard. Each message is told once it
 * is complete; what changes later (a correction, another place) is told again under the same `item`, and `after` names
 * the message before it.
 */
export class TranscriptReport {
  readonly #report: (event: SessionReport) => void;
  readonly #spoken: () => Spoken;
  /** Of a conversation that goes on: its own session was told. */
  #earlier: ReadonlySet<string> = new Set();
  #told = new Map<string, Told>();
  /** As the service has them. */
  #order: string[] = [];
  /** What holds others back, and since when, unix milliseconds. */
  #holder: { id: string; since: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(spoken: () => Spoken, report: (event: SessionReport) => void) {
    this.#spoken = spoken;
    this.#report = report;
  }

  begin(earlier: readonly Message[]): void {
    this.#earlier = new Set(earlier.map(({ id }) => id));
  }

  /** Tells what is new. @param patient whether what is complete waits for what was said before it */
  look(patient = true): void {
    clearTimeout(this.#timer);
    const { transcript, live, open } = this.#spoken();
    const spoken = transcript.filter(({ id, role }) => (role === "user" || role === "agent") && !this.#earlier.has(id));
    for (const id of this.#told.keys()) if (!spoken.some((message) => message.id === id)) this.#retract(id);
    let before: string | null = null;
    let holder: string | null = null;
    for (const message of spoken) {
      const { id, text, final } = message;
      if (live && (!final || open.has(id))) {
        if (!this.#told.has(id)) holder ??= id;
      } else if (text || this.#told.has(id)) {
        if (patient && holder !== null && !this.#held(holder)) return;
        this.#tell(message, before);
      }
      if (this.#told.has(id)) before = id;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Whether it held back others for long enough; else it is looked at again then. */
  #held(id: string): boolean {
    if (this.#holder?.id !== id) this.#holder = { id, since: Date.now() };
    const left = this.#holder.since + HOLD_MS - Date.now();
    if (left > 0) this.#timer = setTimeout(() => this.look(), left);
    return left <= 0;
  }

  #tell(message: Message, before: string | null): void {
    const { id, role, at, interrupted } = message;
    const text = message.text.slice(0, MAX_TEXT);
    const told = this.#told.get(id);
    const place = before === null ? 0 : this.#order.indexOf(before) + 1;
    if (told?.text === text && told.interrupted === interrupted && this.#order[place] === id) return;
    this.#order = this.#order.filter((other) => other !== id);
    this.#order.splice(before === null ? 0 : this.#order.indexOf(before) + 1, 0, id);
    this.#told.set(id, { role, text, ...(interrupted && { interrupted }) });
    const after = before === null ? null : nameOf(before);
    this.#send(role, { text, at, item: nameOf(id), after, ...(interrupted && { interrupted }) });
  }

  /** Nothing of it was heard after all. */
  #retract(id: string): void {
    const told = this.#told.get(id);
    this.#told.delete(id);
    this.#order = this.#order.filter((other) => other !== id);
    if (told) this.#send(told.role, { text: "", item: nameOf(id) });
  }

  #send(role: Message["role"], event: { text: string; item: string; at?: number; after?: string | null }): void {
    this.#report({ type: role === "user" ? "user_transcript" : "agent_transcript", ...event });
  }
}
