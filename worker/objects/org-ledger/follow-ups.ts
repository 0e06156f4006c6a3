import { BATCH, rest } from "./in-pieces.ts";
import type { FailedFollowUps, FollowUp, FollowUpBatch } from "./outside.ts";
import { Paused, PausedProjects } from "./paused.ts";

/** A run that died with its object is made up for this much later at the latest. Milliseconds. */
export const AFTER_CRASH = 20_000;

interface FollowUpStore {
  /** What waits, the oldest first; `null` where there is nothing. @param except not of these projects */
  next(except: ReadonlySet<number | null>): FollowUpBatch | null;
  done(batch: FollowUpBatch): void;
}

/** Runs what follows an end, once its store has it: batch by batch, in the way of no call. One project's trouble holds up no other. */
export class FollowUps {
  readonly #store: FollowUpStore;
  readonly #followUp: FollowUp;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  /** Projects that failed; `null` for notices to all projects. */
  readonly #paused = new PausedProjects();
  #hurried = false;
  /** Where not even one batch could be tried to its end. */
  #broken: Paused | null = null;
  /** When the alarm does work that was noticed and that nobody has done; unix milliseconds, `Infinity` while nothing waits. */
  #due = Number.POSITIVE_INFINITY;

  constructor(store: FollowUpStore, followUp: FollowUp) {
    this.#store = store;
    this.#followUp = followUp;
  }

  /** When it is to be tried, or tried again; unix milliseconds, `Infinity` while nothing waits. */
  get due(): number {
    if (this.#broken) return this.#broken.due;
    return Math.min(this.#due, this.#paused.due);
  }

  /** Looks whether something waits. It is `due` a little later, in case nobody does it before. */
  notice(now: number): void {
    if (this.#due === Number.POSITIVE_INFINITY && this.#store.next(this.#paused.at(now)) !== null)
      this.#due = now + AFTER_CRASH;
  }

  /** Whether something waits and no pause after a failure holds it back. */
  ready(now: number): boolean {
    return this.due <= now || (!this.#broken && Number.isFinite(this.#due));
  }

  /** Has the next run pass over no project. */
  hurry(): void {
    this.#hurried = true;
  }

  /** Nothing is stored any more. */
  forget(): void {
    this.#paused.clear();
    this.#broken = null;
    this.#due = Number.POSITIVE_INFINITY;
  }

  /** Follows up all that waits now. One run at a time, and one that waits for it. @throws what the follow-up threw */
  run(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = null;
        return this.#all();
      });
    this.#running = this.#next;
    return this.#running;
  }

  async #all(): Promise<void> {
    const passed = this.#hurried ? new Set<number | null>() : this.#paused.at(Date.now());
    this.#hurried = false;
    const failed: FailedFollowUps = new Map();
    try {
      for (let batch = this.#store.next(passed); batch; batch = this.#store.next(passed)) {
        const began = Date.now();
        this.#due = began + AFTER_CRASH;
        for (const [project_id, error] of await this.#followUp(batch)) {
          failed.set(project_id, error);
          passed.add(project_id);
        }
        const isDone = ({ project_id }: { project_id: number | null }) => !failed.has(project_id);
        this.#store.done({ ...batch, ended: batch.ended.filter(isDone), notices: batch.notices.filter(isDone) });
        if (batch.ended.length === BATCH) await rest(began);
      }
      this.#broken = null;
      this.#due = Number.POSITIVE_INFINITY;
    } catch (error) {
      this.#broken ??= new Paused();
      this.#broken.failed();
      throw error;
    }
    this.#paused.note(passed, failed.keys());
    for (const error of failed.values()) throw error;
  }
}
