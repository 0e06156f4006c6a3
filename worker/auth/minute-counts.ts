import { BoundedMap } from "../bounded-map.ts";
import { ApiError } from "../http/errors.ts";

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

  /**
   * Counts a look-up under a name if it is refused. One that throws is not counted: after an outage nobody good is held back.
   * @param name `null` counts nothing
   * @param inAdvance counts before the look-up, and takes it back where that is good. Otherwise all requests of a flood that comes at
   * once would be looked up before the first is refused
   */
  async countRefused<Found>(
    name: string | null,
    inAdvance: boolean,
    look: () => Promise<Found>,
    isRefused: (found: Found) => boolean,
  ): Promise<Found> {
    if (name === null) return look();
    if (inAdvance) this.add(name);
    let refused = false;
    try {
      const found = await look();
      refused = isRefused(found);
      return found;
    } finally {
      if (inAdvance && !refused) this.#takeBack(name);
      if (!inAdvance && refused) this.add(name);
    }
  }

  #takeBack(name: string): void {
    const count = this.of(name);
    if (count > 0) this.#counts.set(name, { minute: Math.floor(Date.now() / MINUTE_MS), count: count - 1 });
  }
}

/** The refusal of what came too often in the running minute, with `Retry-After` in whole seconds. */
export function overTheMinute(code: "refused_too_often" | "too_many_attempts", detail?: string): ApiError {
  const seconds_left = Math.ceil((MINUTE_MS - (Date.now() % MINUTE_MS)) / 1000);
  return new ApiError(code, { detail, headers: { "Retry-After": String(seconds_left) } });
}
