import type { Interruptions } from "../../../shared/speech-defaults.ts";
import type { Verdict } from "./guard-messages.ts";

/** All times in frames of 20 ms. So much before speech was recognised belongs to it: its beginning. */
const BEFORE = 16;
/** What was too short to interrupt a patient agent is answered if the agent ends so soon after it. */
const ANSWERABLE = 60;
/** The longest that is kept: 30 s. */
const LONGEST = 1_500;

/** Sends the microphone's frames, base64 PCM, as the verdicts say; silence in place of what is held back. */
export class HeldSound {
  readonly #send: (pcm: string) => void;
  readonly #mode: Interruptions;
  #recent: string[] = [];
  #kept: string[] = [];
  /** Length of the shortest frame: long silence comes in larger ones. */
  #frame = Number.POSITIVE_INFINITY;
  /** Whether what is kept waits until it is known whether it is an echo. */
  #waits = false;
  /** Since something was kept. */
  #since = 0;

  constructor(mode: Interruptions, send: (pcm: string) => void) {
    this.#mode = mode;
    this.#send = send;
  }

  push(pcm: string, verdict: Verdict): void {
    this.#frame = Math.min(this.#frame, pcm.length);
    if (verdict === "pass" || verdict === "speech") {
      if (verdict === "speech") this.#keep();
      this.#recent = [];
      for (const frame of this.#kept.splice(0)) this.#send(frame);
      this.#send(pcm);
      return;
    }
    this.#send(pcm.replace(/[^=]/g, "A"));
    this.#recent.push(pcm);
    if (verdict !== "hold") {
      this.#waits = verdict === "wait";
      this.#keep();
      return;
    }
    // It is one.
    if (this.#waits) this.#kept = [];
    this.#waits = false;
    while (this.#lengthOf(this.#recent) > BEFORE) this.#recent.shift();
    this.#since += pcm.length / this.#frame;
    if (this.#mode === "normal" || (this.#mode === "patient" && this.#since > ANSWERABLE)) this.#kept = [];
  }

  #keep(): void {
    this.#since = 0;
    if (this.#lengthOf(this.#kept) < LONGEST) this.#kept.push(...this.#recent);
    this.#recent = [];
  }

  #lengthOf(frames: string[]): number {
    return frames.reduce((sum, { length }) => sum + length / this.#frame, 0);
  }
}
