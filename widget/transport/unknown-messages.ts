/** Kinds that are counted one by one; all others are counted together. */
const MAX_KINDS = 50;
const MAX_NAME = 80;
const OTHERS = "others";

/** Counts vendor messages that this version does not understand, by their kind, for the `debug` view. */
export class UnknownMessages {
  readonly #counts = new Map<string, number>();

  /** Returns how often that kind came. */
  count(kind: unknown): number {
    const name = String(kind).slice(0, MAX_NAME);
    const known = this.#counts.has(name) || this.#counts.size < MAX_KINDS;
    const counted = known ? name : OTHERS;
    const times = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, times);
    return times;
  }

  /** `[kind, times]`, the most frequent first. */
  list(): [kind: string, times: number][] {
    return [...this.#counts].sort(([, one], [, other]) => other - one);
  }
}
