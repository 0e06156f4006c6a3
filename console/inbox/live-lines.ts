import type { LiveMessage } from "../../shared/live.ts";
import type { SessionShown } from "../answers.ts";

type Utterance = SessionShown["transcript"][number];

/** Whispers from here that are not in the record yet. */
export interface Whisper {
  text: string;
  /** Unix milliseconds. */
  at: number;
}

/** Record and socket may give the same line a moment apart. */
const SAME_MOMENT_MS = 2_000;

/** The record has no ids: a live line is in it where who spoke, when and the words agree; a later report may go on with them. */
const isSame = (line: LiveMessage, said: Utterance): boolean =>
  line.role === said.role &&
  (line.text === said.text
    ? Math.abs(line.at - said.at) <= SAME_MOMENT_MS
    : line.at === said.at && (line.text.startsWith(said.text) || said.text.startsWith(line.text)));

const longer = (one: string, other: string): string => (other.length > one.length ? other : one);

function withLines(transcript: readonly Utterance[], lines: readonly LiveMessage[]): Utterance[] {
  const said = [...transcript];
  const left = new Set(said.keys());
  for (const line of lines) {
    const place = transcript.findIndex((one, index) => left.has(index) && isSame(line, one));
    if (place < 0) {
      const { role, name, text, at } = line;
      said.push({ role, ...(name !== undefined && { name }), text, at, interrupted: false });
      continue;
    }
    left.delete(place);
    const earlier = said[place] as Utterance;
    said[place] = { ...earlier, text: longer(earlier.text, line.text) };
  }
  return said;
}

/** A session as it was read, with what was said and whispered since. */
export function withLive(
  record: SessionShown,
  lines: readonly LiveMessage[],
  whispers: readonly Whisper[],
): SessionShown {
  const texts = record.events.flatMap((event) => (event.type === "whisper" ? [event.text] : []));
  const missing = whispers.filter(({ text }) => {
    const index = texts.indexOf(text);
    if (index >= 0) texts.splice(index, 1);
    return index < 0;
  });
  return {
    ...record,
    transcript: withLines(record.transcript, lines),
    events: [
      ...record.events,
      ...missing.map(({ text, at }) => ({ type: "whisper" as const, name: "You", text, at: null, received_at: at })),
    ],
  };
}
