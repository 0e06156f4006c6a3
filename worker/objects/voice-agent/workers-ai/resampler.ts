/** Taps on each side of a sample, at the lower of both rates. */
const HALF_WIDTH = 8;

/**
 * Converts PCM from one rate to another, piece by piece: windowed-sinc interpolation that removes everything above the
 * lower rate's range.
 */
export class Resampler {
  readonly #up: number;
  readonly #down: number;
  /** Input samples on each side that an output sample depends on. */
  readonly #reach: number;
  readonly #taps: Float32Array[];
  #held: Int16Array;
  /** Position of the next output sample within `#held`, in steps of 1 / `#up`. */
  #at: number;

  constructor(from: number, to: number) {
    const divisor = gcd(from, to);
    this.#up = to / divisor;
    this.#down = from / divisor;
    const cutoff = Math.min(1, to / from);
    this.#reach = Math.ceil(HALF_WIDTH / cutoff);
    this.#taps = Array.from({ length: this.#up }, (_, phase) => tapsOf(phase / this.#up, this.#reach, cutoff));
    // Silence before the first sample.
    this.#held = new Int16Array(this.#reach);
    this.#at = this.#reach * this.#up;
  }

  push(samples: Int16Array): Int16Array {
    if (this.#up === this.#down) return samples;
    const all = new Int16Array(this.#held.length + samples.length);
    all.set(this.#held);
    all.set(samples, this.#held.length);
    const out: number[] = [];
    for (; ; this.#at += this.#down) {
      const base = Math.floor(this.#at / this.#up);
      if (base + this.#reach >= all.length) break;
      const taps = this.#taps[this.#at % this.#up] as Float32Array;
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap++)
        sum += (all[base + tap - this.#reach + 1] as number) * (taps[tap] as number);
      out.push(Math.max(-32_768, Math.min(32_767, Math.round(sum))));
    }
    const gone = Math.max(0, Math.floor(this.#at / this.#up) - this.#reach);
    this.#held = all.slice(gone);
    this.#at -= gone * this.#up;
    return Int16Array.from(out);
  }
}

function tapsOf(fraction: number, reach: number, cutoff: number): Float32Array {
  const taps = Float32Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - reach + 1 - fraction;
    const x = Math.PI * distance * cutoff;
    return (x === 0 ? 1 : Math.sin(x) / x) * Math.cos((Math.PI * distance) / (2 * reach + 1)) ** 2;
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

const gcd = (one: number, other: number): number => (other === 0 ? one : gcd(other, one % other));
