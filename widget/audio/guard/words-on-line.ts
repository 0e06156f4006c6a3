import type { Verdict } from "./guard-messages.ts";

/**
 * So much before it may have been speech belongs to it: its beginning. Every such second is one by which the vendor hears it later.
 * Seconds.
 */
const BEFORE = 0.08;
/** After a pause no longer than this, speech counts as one: a loud echo covers first sounds. Seconds. */
const GOES_ON = 0.32;

/** The longest echo that the guard knows: until it has heard the agent for so long, one may be of what was said before. Seconds. */
export const LONGEST_ECHO = 0.64;

/** Takes the sound that it is told to send; all times in seconds of its clock. */
export interface HeldLine {
  readonly now: number;
  /** Sends what is heard from then on. */
  pass(from: number): void;
  /** Sends what was heard so far, and nothing after it. */
  hold(): void;
  /** Sends nothing more of it. */
  drop(): void;
}

/**
 * What of the microphone goes over a line, as the verdicts say; to be told the newest once more after `LONGEST_ECHO`. What may be
 * speech goes until it is not: a detector needs longer than the guard to be sure.
 * @param began when it was held: nothing of before is sent again
 */
export function wordsOnLine(line: HeldLine, began: number): (verdict: Verdict) => void {
  const knows = line.now + LONGEST_ECHO;
  /** From when on it may be the visitor, and until when it may go on. */
  let since = began;
  let forgotten = Number.POSITIVE_INFINITY;
  /** Whether what may be speech goes. */
  let tries = false;
  let last: Verdict = "wait";
  return (newest) => {
    const { now } = line;
    const knew = now >= knows;
    const verdict = newest === "speech" && !knew ? "keep" : newest;
    if (verdict === "pass" && last === "hold") since = now;
    else if (now > forgotten) since = Math.max(began, now - BEFORE);
    const isNone = tries && verdict === "hold";
    tries = verdict === "keep" && knew && since > began;
    if (tries || verdict === "speech" || verdict === "pass") line.pass(since);
    else if (isNone) line.drop();
    else line.hold();
    if (verdict === "wait" || verdict === "keep") forgotten = Number.POSITIVE_INFINITY;
    else if (verdict !== last) forgotten = now + (isNone ? GOES_ON : 0);
    last = verdict;
  };
}
