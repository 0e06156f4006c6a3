import { backoff } from "../backoff.ts";
import { BATCH, rest } from "./in-pieces.ts";
import type { Publish } from "./outside.ts";
import type { LedgerTable } from "./table.ts";

/** Milliseconds between a change and its publication, so that a burst of changes is one batch. */
export const PUBLISH_DELAY = 1_000;

interface PublicationActions {
  publish: Publish;
  transact(work: () => void): void;
  /** The organization, `null` where nothing was ever stored. */
  organization(): number | null;
  /** D1 has all of it now. */
  published(): void;
}

/** Hands over to D1 what it lacks, one publication at a time; what fails waits longer each time. */
export class Publications {
  readonly #table: LedgerTable;
  readonly #actions: PublicationActions;
  /** Whether D1 lacks something. */
  pending = false;
  /** After a failure: not before this. Unix milliseconds */
  retryAt = 0;
  /** When the next ended lease is old enough to be deleted; they are deleted only once D1 has them. */
  forgetAt = Number.POSITIVE_INFINITY;
  #failures = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(table: LedgerTable, actions: PublicationActions) {
    this.#table = table;
    this.#actions = actions;
  }

  /** The object has woken. */
  woke(org_id: number): void {
    this.pending = this.#table.unpublished(org_id) !== null;
    this.look();
  }

  /** Looks when the next lease may be deleted. */
  look(): void {
    this.forgetAt = this.#table.leases.nextForgotten();
  }

  /** Nothing is stored any more. */
  forget(): void {
    this.pending = false;
    this.forgetAt = Number.POSITIVE_INFINITY;
  }

  /** What changes while another runs goes with the next. */
  run(): Promise<void> {
    this.#running = this.#running.catch(() => {}).then(() => this.#all());
    return this.#running;
  }

  pause(now: number): void {
    this.retryAt = now + backoff(this.#failures, PUBLISH_DELAY);
  }

  async #all(): Promise<void> {
    const { publish, transact, organization, published } = this.#actions;
    const org_id = organization();
    if (org_id === null) return;
    try {
      for (;;) {
        this.pending = false;
        const publication = this.#table.unpublished(org_id);
        if (!publication) break;
        const began = Date.now();
        await publish(publication);
        transact(() => this.#table.acknowledge(publication));
        if (publication.sessions.length === BATCH) await rest(began);
      }
      this.#failures = 0;
      this.retryAt = 0;
      this.#table.leases.forget(Date.now());
      this.look();
      published();
    } catch (error) {
      this.pending = true;
      this.#failures += 1;
      throw error;
    }
  }
}
