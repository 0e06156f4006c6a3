import { BANDS } from "./band-energies.ts";

/** Running sums of one sound beside another, for their correlation at each of some lags. */
export class Likeness {
  readonly #keep: number;
  readonly #x: Float64Array;
  readonly #xx: Float64Array;
  readonly #xy: Float64Array;
  #n = 0;
  #y = 0;
  #yy = 0;

  constructor(keep: number, lags: number) {
    this.#keep = keep;
    this.#x = new Float64Array(lags);
    this.#xx = new Float64Array(lags);
    this.#xy = new Float64Array(lags);
  }

  heard(y: number, yy: number): void {
    this.#n = this.#n * this.#keep + BANDS;
    this.#y = this.#y * this.#keep + y;
    this.#yy = this.#yy * this.#keep + yy;
  }

  played(lag: number, x: number, xx: number, xy: number): void {
    this.#x[lag] = (this.#x[lag] as number) * this.#keep + x;
    this.#xx[lag] = (this.#xx[lag] as number) * this.#keep + xx;
    this.#xy[lag] = (this.#xy[lag] as number) * this.#keep + xy;
  }

  at(lag: number): number {
    const x = this.#x[lag] as number;
    const spread = (this.#xx[lag] as number) - (x * x) / this.#n;
    const ofHeard = this.#yy - (this.#y * this.#y) / this.#n;
    if (spread < 1e-6 || ofHeard < 1e-6) return 0;
    return ((this.#xy[lag] as number) - (x * this.#y) / this.#n) / Math.sqrt(spread * ofHeard);
  }

  /** The lag with the greatest likeness. */
  best(): number {
    let lag = 0;
    let most = this.at(0);
    for (let other = 1; other < this.#x.length; other++) {
      const likeness = this.at(other);
      if (likeness <= most) continue;
      lag = other;
      most = likeness;
    }
    return lag;
  }
}
