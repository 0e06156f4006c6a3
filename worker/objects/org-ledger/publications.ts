import { logError } from "../../log-error.ts";
import { backoff } from "../backoff.ts";
import { BATCH, rest } from "./in-pieces.ts";
import type { FailedPublications, Publish } from "./outside.ts";
import { Paused } from "./paused.ts";
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
  readonly #failing = new Map<number, Paused>();
  #failures = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(table: LedgerTable, actions: PublicationActions) {
    this.#table = table;
    this.#actions = actions;
  }

  /** The object has woken. */
  woke(org_id: number): void {
    this.#failing.clear();
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
    this.#failing.clear();
    this.forgetAt = Number.POSITIVE_INFINITY;
  }

  /** When what failed is tried again; unix milliseconds, `Infinity` where nothing did. */
  get due(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...Array.from(this.#failing.values(), ({ due }) => due));
  }

  /** The projects whose stores lack sessions after a failure, and since when. */
  get late(): { project_id: number; since: number }[] {
    return [...this.#failing].map(([project_id, { since }]) => ({ project_id, since }));
  }

  /**
   * What changes while another runs goes with the next.
   * @param hurried a project that is tried whatever its pause
   * @throws what D1 threw, or the store of that project
   */
  run(hurried?: number): Promise<void> {
    this.#running = this.#running.catch(() => {}).then(() => this.#all(hurried));
    return this.#running;
  }

  pause(now: number): void {
    this.retryAt = now + backoff(this.#failures, PUBLISH_DELAY);
  }

  async #all(hurried: number | undefined): Promise<void> {
    const org_id = this.#actions.organization();
    if (org_id === null) return;
    const now = Date.now();
    const paused = [...this.#failing].filter(([project_id, { due }]) => due > now && project_id !== hurried);
    const passed = new Set<number | null>(paused.map(([project_id]) => project_id));
    const failed: FailedPublications = new Map();
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
    if (hurried !== undefined && failed.has(hurried)) throw failed.get(hurried);
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
    for (const project_id of this.#failing.keys()) if (!passed.has(project_id)) this.#failing.delete(project_id);
    for (const [project_id, error] of failed) {
      if (project_id === null) continue;
      const paused = this.#failing.get(project_id) ?? new Paused(PUBLISH_DELAY);
      paused.failed();
      this.#failing.set(project_id, paused);
      logError("sessions_late", error, { project_id });
    }
  }
}
