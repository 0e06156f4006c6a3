import type { EventRow } from "./rpc.ts";

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

/**
 * The transcript in the order in which it was spoken, from events in the order in which they arrived. The same `item`
 * again is a correction, or removes the line if its text is empty; `after` names the line right before. Events without
 * these stay in their order of arrival.
 */
export function foldTranscript(events: Pick<EventRow, "type" | "body" | "at" | "received_at">[]): Utterance[] {
  const lines: { item: string | null; utterance: Utterance }[] = [];
  const names = new Set<string>();
  for (const { type, body, at, received_at } of events) {
    const role = SPEAKERS.get(type);
    if (role === undefined) continue;
    const { text, item, after, interrupted } = body;
    const name = isName(item) ? item : null;
    const index = name === null || !names.has(name) ? -1 : lines.findLastIndex((entry) => entry.item === name);
    if (name !== null) names.add(name);
    const before = index < 0 ? undefined : lines[index]?.utterance;
    const utterance: Utterance = {
      role,
      ...(role === "person" && { name: String(body.name ?? "") }),
      text: String(text ?? ""),
      at: before?.at ?? at ?? received_at,
      interrupted: interrupted === true,
    };
    if (index >= 0 && after === undefined) {
      lines[index] = { item: name, utterance };
      continue;
    }
    if (index >= 0) lines.splice(index, 1);
    const anchor = isName(after) ? lines.findLastIndex((entry) => entry.item === after) : -1;
    const elsewhere = index >= 0 ? index : lines.length;
    const place = after === null ? 0 : anchor >= 0 ? anchor + 1 : elsewhere;
    lines.splice(place, 0, { item: name, utterance });
  }
  return lines.map(({ utterance }) => utterance).filter(({ text }) => text !== "");
}
