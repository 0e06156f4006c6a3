import { loudness, toInt16 } from "./pcm.ts";
import { Resampler } from "./resample.ts";

export interface Frame {
  /** 16-bit samples at the wire's rate. */
  pcm: Int16Array<ArrayBuffer>;
  /** Root mean square, full scale 1. */
  level: number;
}

/** Cuts what the microphone gives into frames for the wire. Pure: the worklet feeds it. */
export class CaptureFramer {
  readonly #resampler: Resampler;
  readonly #frame: Float32Array;
  #filled = 0;

  /** Rates in hertz, `frame` in milliseconds. */
  constructor(from: number, to: number, frame = 20) {
    this.#resampler = new Resampler(from, to);
    this.#frame = new Float32Array(Math.round((to * frame) / 1000));
  }

  /** Calls `emit` for each frame that this block completes. */
  push(block: Float32Array, emit: (frame: Frame) => void): void {
    for (const sample of this.#resampler.push(block)) {
      this.#frame[this.#filled++] = sample;
      if (this.#filled < this.#frame.length) continue;
      this.#filled = 0;
      emit({ pcm: Int16Array.from(this.#frame, toInt16), level: loudness(this.#frame) });
    }
  }
}
