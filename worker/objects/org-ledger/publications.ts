import { logError } from "../../log-error.ts";
import { backoff } from "../backoff.ts";
import { BATCH, rest } from "./in-pieces.ts";
import type { FailedPublications, Publish } from "./outside.ts";
import { PausedProjects } from "./paused.ts";
import type { LedgerTable } from "./table.ts";

/** Milliseconds between a change and its publication, so that a burst of changes is one batch. */
export const PUBLISH_DELAY = 1_000;

interface PublicationActions {
  publish: Publish;
  transact(work: () => void): void;
  /** The organization, `null` where nothing was ever stored. */
  organization(): number | null;
  /** D1 and the stores have all of it now that they take. */
  published(): void;
}

/**
 * Hands over to D1 and the stores of projects what they lack, one publication at a time. What one of them does not take waits
 * longer each time, and holds up nothing else.
 */
export class Publications {
  readonly #table: LedgerTable;
  readonly #actions: PublicationActions;
  /** Whether something is lacking that no failure holds back. */
  pending = false;
  /** After a failure of D1: not before this. Unix milliseconds */
  retryAt = 0;
  /** When the next ended lease is old enough to be deleted; they are deleted only once they are published. */
  forgetAt = Number.POSITIVE_INFINITY;
  /** Projects whose stores took nothing. */
  readonly #paused = new PausedProjects(PUBLISH_DELAY);
  /** Projects that the next run tries whatever their pause. */
  #hurried = new Set<number>();
  #failures = 0;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<FailedPublications> | null = null;

  constructor(table: LedgerTable, actions: PublicationActions) {
    this.#table = table;
    this.#actions = actions;
  }

  /** The object has woken. */
  woke(org_id: number): void {
    this.#paused.clear();
    this.pending = this.#table.unpublished(org_id, new Set()) !== null;
    this.look();
  }

  /** Looks when the next lease may be deleted. */
  look(): void {
    this.forgetAt = this.#table.leases.nextForgotten();
  }

  /** Nothing is stored any more. */
  forget(): void {
    this.pending = false;
    this.#paused.clear();
    this.forgetAt = Number.POSITIVE_INFINITY;
  }

  /** When what stores did not take is tried again; unix milliseconds, `Infinity` where they took all. */
  get due(): number {
    return this.#paused.due;
  }

  /** The projects whose stores lack sessions after a failure, and since when. */
  get late(): { project_id: number; since: number }[] {
    return this.#paused.all;
  }

  /**
   * Publishes all that waits now: one run at a time, and one that waits for it.
   * @param hurried a project that is tried whatever its pause
   * @throws what D1 threw, or the store of that project
   */
  async run(hurried?: number): Promise<void> {
    if (hurried !== undefined) this.#hurried.add(hurried);
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return this.#all();
    });
    const next = this.#next;
    this.#running = next.catch(() => {});
    const failed = await next;
    if (hurried !== undefined && failed.has(hurried)) throw failed.get(hurried);
  }

  pause(now: number): void {
    this.retryAt = now + backoff(this.#failures, PUBLISH_DELAY);
  }

  /** @throws what D1 threw */
  async #all(): Promise<FailedPublications> {
    const failed: FailedPublications = new Map();
    const hurried = this.#hurried;
    this.#hurried = new Set();
    const org_id = this.#actions.organization();
    if (org_id === null) return failed;
    const passed = this.#paused.at(Date.now());
    for (const project_id of hurried) passed.delete(project_id);
    try {
      await this.#publish(org_id, passed, failed);
      this.#note(passed, failed);
      this.#table.leases.forget(Date.now());
      this.look();
      this.#actions.published();
      if (failed.has(null)) throw failed.get(null);
      this.#failures = 0;
      this.retryAt = 0;
    } catch (error) {
      this.pending = true;
      this.#failures += 1;
      throw error;
    }
    return failed;
  }

  async #publish(org_id: number, passed: Set<number | null>, failed: FailedPublications): Promise<void> {
    const { publish, transact } = this.#actions;
    for (;;) {
      this.pending = false;
      const publication = this.#table.unpublished(org_id, passed);
      if (!publication) return;
      const began = Date.now();
      for (const [project_id, error] of await publish(publication)) {
        failed.set(project_id, error);
        passed.add(project_id);
      }
      const entries = failed.has(null) ? [] : publication.entries;
      const sessions = publication.sessions.filter(({ project_id }) => !failed.has(project_id));
      transact(() => this.#table.acknowledge({ org_id, entries, sessions }));
      if (publication.sessions.length === BATCH) await rest(began);
    }
  }

  /** @param passed what was not tried, or has failed */
  #note(passed: ReadonlySet<number | null>, failed: FailedPublications): void {
    const stores = [...failed].filter(([project_id]) => project_id !== null);
    this.#paused.note(
      passed,
      stores.map(([project_id]) => project_id),
    );
    for (const [project_id, error] of stores) logError("sessions_late", error, { project_id });
  }
}
