import { AUDIBLE } from "./audible.ts";
import { loudness, toInt16 } from "./pcm.ts";
import { Resampler } from "./resample.ts";

export interface Frame {
  /** 16-bit samples at the wire's rate. */
  pcm: Int16Array<ArrayBuffer>;
  /** Root mean square, full scale 1. */
  level: number;
}

/** After so long a silence no turn is open any more, so silence may be sent later. Milliseconds. */
const QUIET_AFTER_MS = 1_000;
/** Frames of silence that are sent as one, 200 ms: each message costs the main thread the same, however long it is. */
const HELD_FRAMES = 10;

/**
 * Cuts the microphone's sound into frames for the wire. Long silence is sent in larger ones, and the first sound after it at
 * once. Pure: the worklet calls it.
 */
export class CaptureFramer {
  readonly #resampler: Resampler;
  readonly #frame: Float32Array;
  /** Whole frames that wait to be sent. */
  readonly #pcm: Int16Array<ArrayBuffer>;
  readonly #quietAfter: number;
  #filled = 0;
  #held = 0;
  /** Frames without a sound, in a row. */
  #quiet = 0;

  /** Rates in hertz, `frame` in milliseconds. */
  constructor(from: number, to: number, frame = 20) {
    this.#resampler = new Resampler(from, to);
    this.#frame = new Float32Array(Math.round((to * frame) / 1000));
    this.#pcm = new Int16Array(this.#frame.length * HELD_FRAMES);
    this.#quietAfter = QUIET_AFTER_MS / frame;
  }

  /** Calls `emit` for each frame that this block completes. */
  push(block: Float32Array, emit: (frame: Frame) => void): void {
    const samples = this.#resampler.push(block);
    const { length } = this.#frame;
    for (let index = 0; index < samples.length; index++) {
      const sample = samples[index] as number;
      this.#frame[this.#filled] = sample;
      this.#pcm[this.#held * length + this.#filled++] = toInt16(sample);
      if (this.#filled < length) continue;
      this.#filled = 0;
      this.#held++;
      const level = loudness(this.#frame);
      this.#quiet = level < AUDIBLE ? this.#quiet + 1 : 0;
      if (this.#quiet > this.#quietAfter && this.#held < HELD_FRAMES) continue;
      emit({ pcm: this.#pcm.slice(0, this.#held * length), level });
      this.#held = 0;
    }
  }
}
