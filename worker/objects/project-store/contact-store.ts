import { DurableObject } from "cloudflare:workers";
import { DAY_MS, HOUR_MS } from "../../../shared/time.ts";
import { logError } from "../../log-error.ts";
import { wakeBy } from "../wake-by.ts";
import { Announcer, type EnqueueContacts } from "./announcer.ts";
import { ContactCountsTable } from "./contact-counts-table.ts";
import type { ContactFilter, ContactKept, ContactRow, ContactRpc, ContactsFound, LooseContact } from "./contact-rpc.ts";
import { ContactsTable } from "./contacts-table.ts";
import { ANNOUNCE_AGAIN_MS, CONTACT_COUNTS_MS, looseDueAt } from "./engine.ts";
import type { EventBatch } from "./rpc.ts";
import type { Opening } from "./takeover.ts";

/** How many days a project keeps what visitors leave; `null` where D1 does not have it. */
export type ReadRetention = (project_id: number) => Promise<number | null>;

/** What a project's store does with contacts. */
export abstract class ContactStore<Env> extends DurableObject<Env> implements ContactRpc {
  protected abstract enqueueContacts: EnqueueContacts;
  protected abstract readRetention: ReadRetention;
  protected abstract open(project_id: number, opening?: Opening): Promise<number | null>;
  protected readonly contactsTable = new ContactsTable(this.ctx.storage);
  readonly #counts = new ContactCountsTable(this.ctx.storage);
  readonly #announcer = new Announcer(this.contactsTable, (contacts) => this.enqueueContacts(contacts));

  async leaveContact(project_id: number, version: number, contact: LooseContact): Promise<ContactKept | null> {
    const owner = await this.open(project_id, { version, writing: true });
    if (owner === null) return null;
    await this.#announceSoon();
    const { org_id, at, visitor, ...fields } = contact;
    const existing = this.contactsTable.same(null, fields.digest);
    if (existing !== null) return { id: existing };
    const full = this.#counts.full(visitor, at);
    if (full) return { full };
    const id = this.ctx.storage.transactionSync(() => {
      this.#counts.add(visitor, at);
      return this.contactsTable.add({ project_id, org_id: org_id ?? owner, session_id: null, at }, fields);
    });
    this.#announce();
    return { id };
  }

  async contacts(
    project_id: number,
    version: number,
    filter: ContactFilter,
    before: number | null,
    limit: number,
  ): Promise<ContactsFound> {
    const there = (await this.open(project_id, { version })) !== null;
    return there ? this.contactsTable.search(filter, before, limit) : { found: [], last: null };
  }

  async contact(project_id: number, version: number, id: number, scope: number | null): Promise<ContactRow | null> {
    return (await this.open(project_id, { version })) === null ? null : this.contactsTable.find(id, scope);
  }

  async announceContacts(project_id: number, session_ids: readonly string[]): Promise<[string, number][]> {
    if ((await this.open(project_id)) === null) return [];
    await this.#announcer.run();
    return [...this.contactsTable.newest(session_ids)];
  }

  async withholdContact(project_id: number, id: number): Promise<void> {
    if ((await this.open(project_id)) !== null) await this.#announcer.withhold(id);
  }

  async markContactDone(project_id: number, id: number, at: number | null): Promise<void> {
    if ((await this.open(project_id)) !== null) this.contactsTable.markDone(id, at);
  }

  async deleteContact(project_id: number, id: number): Promise<void> {
    if ((await this.open(project_id)) !== null) this.contactsTable.delete(id);
  }

  /**
   * Keeps a report with its contacts, or nothing of it.
   * @param keep keeps the rest of the report; returns whether the report is new, and its contacts with it
   */
  protected async keepWithContacts(project_id: number, batch: EventBatch, keep: () => boolean): Promise<void> {
    const { org_id, session_id, at, contacts = [] } = batch;
    if (contacts.length > 0) await this.#announceSoon();
    this.ctx.storage.transactionSync(() => {
      if (!keep()) return;
      for (const contact of contacts) this.contactsTable.add({ project_id, org_id, session_id, at }, contact);
    });
    if (contacts.length > 0) this.#announce();
  }

  /** Call it when contacts were deleted, before others delete what queues of webhooks have of them. */
  protected announcementsSettled(): Promise<void> {
    return this.#announcer.settled();
  }

  /** Before a contact is kept: should the object die, it wakes and tells of it. */
  #announceSoon(): Promise<void> {
    return this.wakeAt(Date.now() + ANNOUNCE_AGAIN_MS);
  }

  /** Nobody waits for it. What fails here is announced by the next alarm, or before the session's end. */
  #announce(): void {
    this.ctx.waitUntil(this.#announceNow());
  }

  /** @returns whether everything was announced */
  async #announceNow(): Promise<boolean> {
    try {
      await this.#announcer.run();
      return true;
    } catch (error) {
      logError("contacts_not_announced", error);
      return false;
    }
  }

  /** The project's retention may have changed. */
  protected async lookAtLoose(): Promise<void> {
    if (this.contactsTable.oldestLoose()) await this.wakeAt(Date.now() + HOUR_MS);
  }

  /** Forgets counts that bound nothing any more, and wakes for what is to be announced, or may be too old. */
  protected async tidyContacts(): Promise<void> {
    const now = Date.now();
    this.#counts.deleteBefore(now - CONTACT_COUNTS_MS);
    const first = this.#counts.first();
    if (first !== null) await this.wakeAt(first + CONTACT_COUNTS_MS + 1);
    if (this.contactsTable.unannounced(1).length > 0) await this.#announceSoon();
    if (this.contactsTable.oldestLoose()) await this.wakeAt(now + DAY_MS);
  }

  /** What an alarm does: tells of contacts, and deletes those of no session that the project keeps no longer. */
  protected async tendContacts(): Promise<void> {
    if (!(await this.#announceNow())) await this.#announceSoon();
    const oldest = this.contactsTable.oldestLoose();
    if (!oldest) return;
    const days = await this.readRetention(oldest.project_id).catch(() => null);
    const now = Date.now();
    if (days !== null) this.contactsTable.deleteLoose(now - days * DAY_MS);
    const left = this.contactsTable.oldestLoose();
    if (left) await this.wakeAt(days === null ? now + HOUR_MS : looseDueAt(left.at, days, now));
  }

  protected wakeAt(time: number): Promise<void> {
    return wakeBy(this.ctx.storage, time);
  }
}
