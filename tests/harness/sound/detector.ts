import { FRAME, Vad } from "../../../worker/objects/voice-agent/demo/vad.ts";

const SETTINGS = { threshold: 0.5, silence_duration_ms: 500 };

/** A vendor's detector, which knows nothing of what the page plays, as most. */
export class Detector {
  /** Seconds of the call at which it said that the visitor begins to speak. */
  readonly starts: number[] = [];
  readonly #vad = new Vad();
  #rest: Int16Array = new Int16Array(0);

  /** @param pcm 24 kHz */
  push(pcm: Int16Array, now: number): void {
    const joined = new Int16Array(this.#rest.length + pcm.length);
    joined.set(this.#rest);
    joined.set(pcm, this.#rest.length);
    let at = 0;
    for (; at + FRAME <= joined.length; at += FRAME)
      if (this.#vad.push(joined.subarray(at, at + FRAME), SETTINGS, false) === "start") this.starts.push(now);
    this.#rest = joined.slice(at);
  }
}
