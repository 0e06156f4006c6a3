/** How much is looked at, and the pitches that are looked for. */
const SECONDS = 0.032;
const HIGHEST = 400;
const LOWEST = 80;
/** A voice is at least this similar to itself one period later. */
const VOICED = 0.5;

/** Tells a voice from clicks, steps and rustling: it has a pitch. */
export class Voicing {
  readonly #ring: Float32Array;
  readonly #line: Float32Array;
  readonly #least: number;
  readonly #most: number;
  #at = 0;

  /** @param rate hertz */
  constructor(rate: number) {
    this.#ring = new Float32Array(Math.round(rate * SECONDS));
    this.#line = new Float32Array(this.#ring.length);
    this.#least = Math.round(rate / HIGHEST);
    this.#most = Math.round(rate / LOWEST);
  }

  push(sample: number): void {
    this.#ring[this.#at] = sample;
    this.#at = (this.#at + 1) % this.#ring.length;
  }

  /** Whether the last 32 ms were a voice. */
  get voiced(): boolean {
    const line = this.#line;
    const { length } = line;
    let mean = 0;
    for (let n = 0; n < length; n++) {
      line[n] = this.#ring[(this.#at + n) % length] as number;
      mean += (line[n] as number) / length;
    }
    for (let n = 0; n < length; n++) line[n] = (line[n] as number) - mean;
    for (let lag = this.#least; lag <= this.#most; lag++) {
      let product = 0;
      let early = 1e-12;
      let late = 1e-12;
      for (let n = lag; n < length; n++) {
        const one = line[n] as number;
        const other = line[n - lag] as number;
        product += one * other;
        late += one * one;
        early += other * other;
      }
      if (product > VOICED * Math.sqrt(early * late)) return true;
    }
    return false;
  }
}
