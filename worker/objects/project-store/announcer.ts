import type { ContactTold } from "./contact-rpc.ts";
import type { ContactsTable } from "./contacts-table.ts";

/** Enqueues a project's contacts for its webhooks, at least once: those that they know already change nothing. */
export type EnqueueContacts = (contacts: ContactTold[]) => Promise<void>;

/** Contacts that are told at once. */
const BATCH = 100;

/** Announces contacts to webhooks. Those that are not marked as announced are sent again, so that a crash skips none. */
export class Announcer {
  readonly #contacts: ContactsTable;
  readonly #enqueue: EnqueueContacts;
  #running: Promise<void> = Promise.resolve();

  constructor(contacts: ContactsTable, enqueue: EnqueueContacts) {
    this.#contacts = contacts;
    this.#enqueue = enqueue;
  }

  /** All that are not announced yet, the oldest first. @throws what enqueueing threw */
  run(): Promise<void> {
    return this.#after(() => this.#all());
  }

  /** Once this has returned, this contact is announced to nobody. */
  withhold(id: number): Promise<void> {
    return this.#after(async () => this.#contacts.markAnnounced([id], Date.now()));
  }

  /** Waits for what is under way. Afterwards no queue has anything that was deleted before the call. */
  settled(): Promise<void> {
    return this.#running;
  }

  /** One at a time. */
  #after(work: () => Promise<void>): Promise<void> {
    const done = this.#running.then(work);
    this.#running = done.catch(() => {});
    return done;
  }

  async #all(): Promise<void> {
    for (let told = BATCH; told === BATCH; ) {
      const waiting = this.#contacts.unannounced(BATCH);
      told = waiting.length;
      if (told === 0) return;
      await this.#enqueue(waiting);
      this.#contacts.markAnnounced(
        waiting.map(({ id }) => id),
        Date.now(),
      );
    }
  }
}
