import type { Verdict } from "./guard-messages.ts";

/** So much before speech was recognised, and before it might have begun, belongs to it: its beginning. Seconds. */
const BEFORE = 0.32;

/** The longest echo that the guard knows: until it has heard the agent for so long, one may be of what was said before. Seconds. */
export const LONGEST_ECHO = 0.64;

/** Takes the sound that it is told to send; all times in seconds of its clock. */
export interface HeldLine {
  readonly now: number;
  /** Sends what is heard from then on. */
  pass(from: number): void;
  hold(): void;
}

/**
 * What of the microphone goes over a line, as the verdicts say; to be told the newest once more after `LONGEST_ECHO`.
 * @param began when it was held: nothing of before is sent again
 */
export function wordsOnLine(line: HeldLine, began: number): (verdict: Verdict) => void {
  const knows = line.now + LONGEST_ECHO;
  /** From when on it may be the visitor. */
  let since: number | null = began;
  return (newest) => {
    const verdict = newest === "speech" && line.now < knows ? "keep" : newest;
    const before = Math.max(began, line.now - BEFORE);
    if (verdict === "wait" || verdict === "keep") since ??= before;
    if (verdict === "speech") line.pass(since ?? before);
    else if (verdict === "pass") line.pass(since ?? line.now);
    else line.hold();
    if (verdict !== "wait" && verdict !== "keep") since = null;
  };
}
