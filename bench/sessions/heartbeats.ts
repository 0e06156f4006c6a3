import { HEARTBEAT_SECONDS } from "../../shared/limits.ts";
import type { Caller, Live } from "./caller.ts";

const TICK_MS = 100;

/** Has every session of a growing list report that it lives, each once in 20 seconds, evenly spread. */
export class Heartbeats {
  readonly #caller: Caller;
  readonly #live: readonly Live[];
  readonly #timer: NodeJS.Timeout;
  #paused = false;
  readonly #underWay = new Set<Promise<unknown>>();
  #next = 0;
  #owed = 0;
  /** Heartbeats that were refused or broke, which a run must not have. */
  #failure: unknown = null;

  constructor(caller: Caller, live: readonly Live[]) {
    this.#caller = caller;
    this.#live = live;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    if (this.#paused) return;
    this.#owed += (this.#live.length / HEARTBEAT_SECONDS) * (TICK_MS / 1000);
    // A server that is behind is not given ever more: it shows as a longer time between two heartbeats.
    for (; this.#owed >= 1 && this.#underWay.size < 64; this.#owed--) {
      const live = this.#live[this.#next++ % this.#live.length];
      if (!live) return;
      const work = this.#caller
        .report(live, "heartbeat")
        .catch((error) => {
          this.#failure = error;
        })
        .finally(() => this.#underWay.delete(work));
      this.#underWay.add(work);
    }
  }

  /** Does the work while no heartbeat is under way: it must take less than a lease's silence. */
  async quiet<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#paused = true;
    await Promise.all(this.#underWay);
    try {
      return await work();
    } finally {
      this.#paused = false;
    }
  }

  /** @throws the first heartbeat that failed */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    if (this.#failure) throw this.#failure;
  }
}
