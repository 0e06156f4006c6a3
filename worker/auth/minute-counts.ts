import { BoundedMap } from "../bounded-map.ts";

const MINUTE_MS = 60_000;

/** How often each name came in the running minute, in this isolate. */
export class MinuteCounts {
  readonly #counts = new BoundedMap<string, { minute: number; count: number }>(5_000);

  of(name: string): number {
    const count = this.#counts.get(name);
    return count?.minute === Math.floor(Date.now() / MINUTE_MS) ? count.count : 0;
  }

  /** @returns how often with this one */
  add(name: string): number {
    const count = this.of(name) + 1;
    this.#counts.set(name, { minute: Math.floor(Date.now() / MINUTE_MS), count });
    return count;
  }

  /** Takes one back that was counted before anybody knew that it is none. */
  takeBack(name: string): void {
    const count = this.of(name);
    if (count > 0) this.#counts.set(name, { minute: Math.floor(Date.now() / MINUTE_MS), count: count - 1 });
  }
}

/** Whole seconds until the minute is over. */
export const secondsLeft = (): number => Math.ceil((MINUTE_MS - (Date.now() % MINUTE_MS)) / 1000);
