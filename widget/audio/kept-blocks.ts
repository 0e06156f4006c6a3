import { AUDIBLE, LONGEST_KEPT } from "./audible.ts";
import { loudness } from "./pcm.ts";

/** How much is kept of what was before the first sound. Seconds. */
const BEFORE = 0.3;
/** How much faster than it was spoken it is passed on. */
const SPEED = 4;

/** What a microphone hears while nobody listens; the oldest goes where it gets too long. Pure: the worklet calls it. */
export class KeptBlocks {
  readonly #rate: number;
  readonly #blocks: Float32Array[] = [];
  /** Whether there is anything to pass on, not silence alone. */
  audible = false;

  /** @param rate hertz */
  constructor(rate: number) {
    this.#rate = rate;
  }

  /** Nobody listens. */
  keep(block: Float32Array): void {
    this.audible ||= loudness(block) > AUDIBLE;
    const count = this.#blocks.push(block.slice());
    if (count * block.length > (this.audible ? LONGEST_KEPT : BEFORE) * this.#rate) this.#blocks.shift();
  }

  /** Somebody listens: hears what was kept first, then each block as it comes. */
  pass(block: Float32Array, hear: (block: Float32Array) => void): void {
    if (this.audible) {
      this.#blocks.push(block.slice());
      for (const kept of this.#blocks.splice(0, SPEED)) hear(kept);
      this.audible = this.#blocks.length > 0;
    } else {
      this.#blocks.length = 0;
      hear(block);
    }
  }
}
