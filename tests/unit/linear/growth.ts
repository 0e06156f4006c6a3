import { compareWork, leastWork } from "../../harness/shared/compare-work.ts";

/** How many times longer the long text is. */
const SPAN = 8;
/**
 * What the long text may cost, as a multiple of as many characters in short texts: 1 where the work is linear, 8 where
 * it grows with the square. Between them is room for what a machine adds to either, such as a collection of garbage.
 */
const MOST = 3;
/**
 * Beyond a size the engine keeps arrays elsewhere, and each of their elements costs several times as much: a step, and
 * then no more. What grows with the square goes on: a text four times as long costs 4 times as much a character.
 */
const SPAN_AGAIN = 4;
const MOST_AGAIN = 2;
/** The same for what is kept: it is counted, so nothing is added to it. */
const MOST_KEPT = 1.25;
const LITTLE_MS = 8;
/** What any result may hold besides what its text gave it. */
const LITTLE = 10_000;

/** What a result holds, in characters. */
const sizeOf = (result: unknown): number =>
  typeof result === "string" ? result.length : (JSON.stringify(result)?.length ?? 0);

/** Whether a character of the longer text costs more still. */
function goesOn(answer: (text: string) => unknown, long: string, longer: string): boolean {
  const longs = () => {
    for (let at = 0; at < SPAN_AGAIN; at++) answer(long);
  };
  return leastWork(() => answer(longer)) > MOST_AGAIN * leastWork(longs);
}

/**
 * How the work grows with its input: one long text against the same number of characters in short ones.
 * @param length characters of a short text; the long one has eight times as many
 * @param little_ms what is too little to be told from what else the process does, milliseconds of the processor
 * @returns what is wrong with it; `null` if its characters cost the same in both
 */
export function growth(
  work: (text: string) => unknown,
  make: (length: number) => string,
  length: number,
  little_ms = LITTLE_MS,
): string | null {
  const answer = (text: string) => {
    try {
      return work(text);
    } catch {
      // A refusal is an answer.
      return undefined;
    }
  };
  const short = make(length);
  const long = make(length * SPAN);
  const shorts = () => {
    for (let at = 0; at < SPAN; at++) answer(short);
  };
  let kept: unknown;
  const ofLong = () => {
    kept = answer(long);
  };
  const { times, ms } = compareWork(ofLong, shorts, MOST, little_ms);
  if (times > MOST && goesOn(answer, long, make(SPAN_AGAIN * SPAN * length)))
    return `${long.length} characters take ${ms.toFixed(0)} ms, ${times.toFixed(1)} times what they do in short texts`;
  const size = sizeOf(kept);
  // So much may be kept even where the short texts keep nothing.
  if (size <= MOST_KEPT * SPAN * LITTLE) return null;
  const share = size / (SPAN * (sizeOf(answer(short)) + LITTLE));
  return share > MOST_KEPT
    ? `${long.length} characters keep ${share.toFixed(1)} times what they do in short texts`
    : null;
}
