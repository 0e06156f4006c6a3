import { backoff } from "../backoff.ts";

/** What failed waits longer each time. */
export class Paused {
  #failures = 0;
  readonly #least: number | undefined;
  /** When it is tried again; unix milliseconds. */
  due = Number.POSITIVE_INFINITY;
  /** When it failed first. */
  readonly since = Date.now();

  /** @param least milliseconds of the first pause, if not `backoff`'s own */
  constructor(least?: number) {
    this.#least = least;
  }

  failed(): void {
    this.due = Date.now() + backoff(this.#failures, this.#least);
    this.#failures += 1;
  }
}
