/** Edges of the bands in which speech is told apart, hertz: narrow where its pitch is. */
const EDGES = [200, 300, 400, 510, 630, 770, 920, 1080, 1270, 1480, 1720, 2000, 2320, 2700, 3150, 3700, 4400];
export const BANDS = EDGES.length - 1;
/** How often both sounds are measured, times a second. */
const HOPS = 100;
/** Full scale 1; quieter than any room. */
export const SILENCE = 1e-10;

/**
 * The energies of two sounds in bands, every 10 ms over the last 20 or so: what the microphone hears and what the speaker plays.
 * Makes nothing after its constructor: the audio thread has no time for a collector.
 */
export class BandEnergies {
  readonly heard = new Float64Array(BANDS);
  readonly played = new Float64Array(BANDS);
  readonly #hop: number;
  readonly #size: number;
  readonly #window: Float64Array;
  readonly #ring: { heard: Float32Array; played: Float32Array };
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  /** Where each sample goes before the transform. */
  readonly #order: Int32Array;
  /** The first bin of each band, and the one after the last. */
  readonly #bins: Int32Array;
  #at = 0;
  #since = 0;

  /** @param rate hertz, at least 9,000 */
  constructor(rate: number) {
    this.#hop = Math.round(rate / HOPS);
    const size = 2 ** Math.round(Math.log2(rate / 48));
    this.#size = size;
    const turn = (n: number) => (2 * Math.PI * n) / size;
    // Scaled so that a full-scale sine has the energy 0.5.
    this.#window = Float64Array.from(
      { length: size },
      (_, n) => (((1 - Math.cos(turn(n))) * Math.sqrt(4 / 3)) / (2 * size)) * Math.SQRT2,
    );
    this.#ring = { heard: new Float32Array(size), played: new Float32Array(size) };
    this.#re = new Float64Array(size);
    this.#im = new Float64Array(size);
    this.#cos = Float64Array.from({ length: size / 2 }, (_, n) => Math.cos(turn(n)));
    this.#sin = Float64Array.from({ length: size / 2 }, (_, n) => -Math.sin(turn(n)));
    const bits = Math.log2(size);
    this.#order = Int32Array.from({ length: size }, (_, n) => {
      let to = 0;
      for (let bit = 0; bit < bits; bit++) if (n & (1 << bit)) to |= 1 << (bits - 1 - bit);
      return to;
    });
    this.#bins = Int32Array.from(EDGES, (hertz) => Math.ceil((hertz * size) / rate));
  }

  /** Takes one sample of each; true when the energies are new. */
  push(heard: number, played: number): boolean {
    this.#ring.heard[this.#at] = heard;
    this.#ring.played[this.#at] = played;
    this.#at = (this.#at + 1) % this.#size;
    if (++this.#since < this.#hop) return false;
    this.#since = 0;
    this.#measure();
    return true;
  }

  /** Both at once: one is the real part and one the imaginary. */
  #measure(): void {
    const size = this.#size;
    const { heard, played } = this.#ring;
    for (let n = 0; n < size; n++) {
      const to = this.#order[n] as number;
      const from = (this.#at + n) % size;
      const weight = this.#window[n] as number;
      this.#re[to] = (heard[from] as number) * weight;
      this.#im[to] = (played[from] as number) * weight;
    }
    this.#transform();
    for (let band = 0; band < BANDS; band++) {
      let one = SILENCE;
      let other = SILENCE;
      for (let bin = this.#bins[band] as number; bin < (this.#bins[band + 1] as number); bin++) {
        const re = this.#re[bin] as number;
        const im = this.#im[bin] as number;
        const mirrored = this.#re[size - bin] as number;
        const turned = this.#im[size - bin] as number;
        one += (re + mirrored) ** 2 + (im - turned) ** 2;
        other += (im + turned) ** 2 + (mirrored - re) ** 2;
      }
      this.heard[band] = one / 2;
      this.played[band] = other / 2;
    }
  }

  #transform(): void {
    const re = this.#re;
    const im = this.#im;
    const size = this.#size;
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half)
        for (let n = 0; n < half; n++) {
          const a = start + n;
          const b = a + half;
          const cos = this.#cos[n * step] as number;
          const sin = this.#sin[n * step] as number;
          const x = (re[b] as number) * cos - (im[b] as number) * sin;
          const y = (re[b] as number) * sin + (im[b] as number) * cos;
          re[b] = (re[a] as number) - x;
          im[b] = (im[a] as number) - y;
          re[a] = (re[a] as number) + x;
          im[a] = (im[a] as number) + y;
        }
    }
  }
}
