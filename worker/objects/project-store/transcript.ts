import type { EventRow, TranscriptEvent } from "./rpc.ts";

/** One utterance. */
export interface Utterance {
  role: "user" | "agent" | "person";
  /** The person's. */
  name?: string;
  text: string;
  /** Unix milliseconds. */
  at: number;
  /** Whether the visitor interrupted it. */
  interrupted: boolean;
}

/** Who speaks in a transcript's events. */
export const SPEAKERS = new Map<EventRow["type"], Utterance["role"]>([
  ["user_transcript", "user"],
  ["agent_transcript", "agent"],
  ["person_transcript", "person"],
]);

/** How often a line may have been told: one that changes is reported again. */
export const EVENTS_PER_LINE = 4;

const isName = (value: unknown): value is string => typeof value === "string";

/** A line of the list below; the first stands before all lines and has no words. */
interface Line {
  item: unknown;
  utterance: Utterance;
  before: Line | null;
  next: Line | null;
}

/** Lines that find their places by names: a page of thousands that all move would cost the square of their number in an array. */
class Lines {
  readonly start = { before: null, next: null } as Line;
  readonly #named = new Map<unknown, Line>();
  last: Line = this.start;

  named(item: unknown): Line | undefined {
    return isName(item) ? this.#named.get(item) : undefined;
  }

  insert(utterance: Utterance, item: unknown, before: Line): void {
    const line: Line = { item, utterance, before, next: before.next };
    if (line.next) line.next.before = line;
    else this.last = line;
    before.next = line;
    if (isName(item)) this.#named.set(item, line);
  }

  remove({ item, before, next }: Line): void {
    if (before) before.next = next;
    if (next) next.before = before;
    else if (before) this.last = before;
    this.#named.delete(item);
  }

  all(): Utterance[] {
    const all: Utterance[] = [];
    for (let line = this.start.next; line; line = line.next) all.push(line.utterance);
    return all;
  }
}

/**
 * The transcript in the order in which it was spoken, from events in the order in which they arrived. The same `item`
 * again is a correction, or removes the line if its text is empty; `after` names the line right before. Events without
 * these stay in their order of arrival. What a person wrote is the service's word: no page's report corrects it.
 */
export function foldTranscript(events: Pick<EventRow, "type" | "body" | "at" | "received_at">[]): Utterance[] {
  const lines = new Lines();
  for (const { type, body, at, received_at } of events) {
    const role = SPEAKERS.get(type);
    if (role === undefined) continue;
    const { text, item, after, interrupted } = body;
    const named = lines.named(item);
    const theirs = named && (named.utterance.role === "person") !== (role === "person");
    if (theirs && role !== "person") continue;
    const known = theirs ? undefined : named;
    const utterance: Utterance = {
      role,
      ...(role === "person" && { name: String(body.name ?? "") }),
      text: String(text ?? ""),
      at: known?.utterance.at ?? at ?? received_at,
      interrupted: interrupted === true,
    };
    if (known && after === undefined) {
      known.utterance = utterance;
      continue;
    }
    const before = known?.before ?? lines.last;
    if (known) lines.remove(known);
    const place = after === null ? lines.start : (lines.named(after) ?? before);
    lines.insert(utterance, item, place);
  }
  return lines.all().filter(({ text }) => text !== "");
}

/** The newest `limit` lines of each of these sessions, in the sessions' order, from the events of all. */
export function lastLines(
  events: readonly TranscriptEvent[],
  session_ids: readonly string[],
  limit: number,
): Utterance[][] {
  const of = Map.groupBy(events, ({ session_id }) => session_id);
  return session_ids.map((id) => foldTranscript(of.get(id) ?? []).slice(-limit));
}
