import type { Verdict } from "./guard-messages.ts";

/** So much before speech was recognised, and before it might have begun, belongs to it: its beginning. Seconds. */
const BEFORE = 0.32;

/** Takes the sound that it is told to send; all times in seconds of its clock. */
export interface HeldLine {
  readonly now: number;
  /** Sends what is heard from then on. */
  pass(from: number): void;
  hold(): void;
}

/**
 * What of the microphone goes over a line, as the verdicts say.
 * @param began when it was held: nothing of before is sent again
 */
export function wordsOnLine(line: HeldLine, began: number): (verdict: Verdict) => void {
  /** From when on it may be the visitor. */
  let since: number | null = began;
  return (verdict) => {
    const before = Math.max(began, line.now - BEFORE);
    if (verdict === "wait" || verdict === "keep") since ??= before;
    if (verdict === "speech") line.pass(since ?? before);
    else if (verdict === "pass") line.pass(since ?? line.now);
    else line.hold();
    if (verdict !== "wait" && verdict !== "keep") since = null;
  };
}
