export interface Pace {
  burst: number;
  per_second: number;
}

/** What comes back with time, up to a burst. */
export class Stock {
  readonly #pace: Pace;
  #left: number;
  #at = 0;

  constructor(pace: Pace) {
    this.#pace = pace;
    this.#left = pace.burst;
  }

  /** What is left, and since when. */
  get state(): [left: number, at: number] {
    return [this.#left, this.#at];
  }

  /** When all of it is back, unix milliseconds. */
  get wholeAt(): number {
    const { burst, per_second } = this.#pace;
    return this.#at + ((burst - this.#left) / per_second) * 1_000;
  }

  /** Goes on from there, where it is later than what is known. */
  resume([left, at]: readonly [left: number, at: number]): void {
    if (at <= this.#at) return;
    this.#left = left;
    this.#at = at;
  }

  /** What is left now, less than nothing where it is owed. @param now unix milliseconds */
  left(now: number): number {
    const { burst, per_second } = this.#pace;
    this.#left = Math.min(burst, this.#left + (Math.max(0, now - this.#at) * per_second) / 1_000);
    this.#at = now;
    return this.#left;
  }

  /** @param now unix milliseconds */
  has(amount: number, now: number): boolean {
    return amount <= this.left(now);
  }

  /** Also more than there is: what is owed comes back first. */
  spend(amount: number): void {
    this.#left -= amount;
  }

  /** @returns whether there was so much; else nothing is spent */
  take(amount: number, now: number): boolean {
    const enough = this.has(amount, now);
    if (enough) this.spend(amount);
    return enough;
  }
}
