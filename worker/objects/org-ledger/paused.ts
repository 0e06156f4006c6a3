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

/** Projects that failed, each with a pause of its own; `null` is what concerns all projects. */
export class PausedProjects {
  readonly #paused = new Map<number | null, Paused>();
  readonly #least: number | undefined;

  /** @param least milliseconds of the first pause, if not `backoff`'s own */
  constructor(least?: number) {
    this.#least = least;
  }

  /** When the first of them is tried again; unix milliseconds, `Infinity` where none failed. */
  get due(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...Array.from(this.#paused.values(), ({ due }) => due));
  }

  /** Those whose pause is not over. */
  at(now: number): Set<number | null> {
    return new Set([...this.#paused].filter(([, { due }]) => due > now).map(([project_id]) => project_id));
  }

  /** Since when they fail. */
  get all(): { project_id: number; since: number }[] {
    return [...this.#paused].flatMap(([project_id, { since }]) => (project_id === null ? [] : [{ project_id, since }]));
  }

  /**
   * After a run. Those that it tried and that did not fail are paused no more.
   * @param passed those that it did not try, or that failed @param failed those that failed
   */
  note(passed: ReadonlySet<number | null>, failed: Iterable<number | null>): void {
    for (const project_id of this.#paused.keys()) if (!passed.has(project_id)) this.#paused.delete(project_id);
    for (const project_id of failed) {
      const paused = this.#paused.get(project_id) ?? new Paused(this.#least);
      paused.failed();
      this.#paused.set(project_id, paused);
    }
  }

  clear(): void {
    this.#paused.clear();
  }
}
