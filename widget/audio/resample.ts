/** Zero crossings of the sinc on each side: more are steeper, and delay by as many samples of the lower rate. */
const CROSSINGS = 24;
/** Kaiser window: about 75 dB of stop band. */
const BETA = 7.5;
/** Where the pass band ends, as a part of the lower rate's half: the rest is the filter's slope. */
const CUTOFF = 0.91;

/**
 * Changes the sample rate of one endless stream by windowed-sinc interpolation; pieces join without a seam.
 * Frequencies above half of the lower rate are removed first, so that none is mirrored into speech.
 */
export class Resampler {
  /** Input samples per output sample, as the fraction `step / phases`. */
  readonly #step: number;
  readonly #phases: number;
  readonly #taps: number;
  /** One row of taps per phase; `null` when both rates are the same. */
  readonly #kernel: Float32Array | null;
  #input: Float32Array;
  #filled: number;
  #output = new Float32Array(0);
  /** Phase of the next output sample; its first tap is at `#input[0]` after whole steps are dropped. */
  #phase = 0;

  constructor(from: number, to: number) {
    const divisor = greatestCommonDivisor(from, to);
    this.#step = from / divisor;
    this.#phases = to / divisor;
    const scale = Math.min(1, to / from) * CUTOFF;
    const half = Math.ceil(CROSSINGS / scale);
    this.#taps = 2 * half;
    this.#kernel = from === to ? null : kernel(this.#phases, half, scale);
    // Silence before the beginning aligns the first output sample with the first input sample.
    this.#filled = half - 1;
    this.#input = new Float32Array(4096);
  }

  /** Returns the piece at the new rate. The next call reuses the array: copy what you keep. */
  push(piece: Float32Array): Float32Array {
    if (!this.#kernel) return piece;
    this.#append(piece);
    const [taps, kernel, input] = [this.#taps, this.#kernel, this.#input];
    const most = Math.ceil((this.#filled * this.#phases) / this.#step) + 1;
    if (this.#output.length < most) this.#output = new Float32Array(most);
    let start = 0;
    let count = 0;
    while (start + taps <= this.#filled) {
      const row = this.#phase * taps;
      let sum = 0;
      for (let tap = 0; tap < taps; tap++) sum += (input[start + tap] as number) * (kernel[row + tap] as number);
      this.#output[count++] = sum;
      this.#phase += this.#step;
      start += Math.floor(this.#phase / this.#phases);
      this.#phase %= this.#phases;
    }
    // A step may reach beyond the input so far: the rest is skipped in the next piece.
    const kept = Math.min(start, this.#filled);
    input.copyWithin(0, kept, this.#filled);
    this.#filled -= kept;
    this.#phase += (start - kept) * this.#phases;
    return this.#output.subarray(0, count);
  }

  #append(piece: Float32Array): void {
    const length = this.#filled + piece.length;
    if (length > this.#input.length) {
      const larger = new Float32Array(2 * length);
      larger.set(this.#input.subarray(0, this.#filled));
      this.#input = larger;
    }
    this.#input.set(piece, this.#filled);
    this.#filled = length;
  }
}

function kernel(phases: number, half: number, scale: number): Float32Array {
  const rows = new Float32Array(phases * 2 * half);
  const norm = bessel(BETA);
  for (let phase = 0; phase < phases; phase++) {
    for (let tap = 0; tap < 2 * half; tap++) {
      const distance = tap - (half - 1) - phase / phases;
      const inside = 1 - (distance / half) ** 2;
      const kernelWindow = inside > 0 ? bessel(BETA * Math.sqrt(inside)) / norm : 0;
      const angle = Math.PI * distance * scale;
      rows[phase * 2 * half + tap] = scale * kernelWindow * (angle === 0 ? 1 : Math.sin(angle) / angle);
    }
  }
  return rows;
}

/** Modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let [sum, term] = [1, 1];
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
