import { DurableObject } from "cloudflare:workers";
import type { AnsweringPage } from "../../../shared/question-topics.ts";
import { insertRows } from "../table-rows.ts";
import { Records } from "./records.ts";
import { rowsAfter } from "./rows-after.ts";
import type {
  ContactEvent,
  EventBatch,
  EventPage,
  EventsRead,
  KeptCall,
  StoreKey,
  StorePage,
  StorePart,
  TranscriptEvent,
} from "./rpc.ts";
import { TIDY_PAUSE } from "./search-table.ts";
import { RECORD_SCHEMA, RECORD_TABLES } from "./tables.ts";
import type { OpeningWords, ProjectVolumeRpc, SearchAsked, SearchHit, SessionStart, UsageRead } from "./volume-rpc.ts";

/** Keeps the records of old sessions of a project, which its store has moved here. Without any it has no tables. */
export class ProjectVolume<Env> extends DurableObject<Env> implements ProjectVolumeRpc {
  readonly #records = new Records(this.ctx.storage);

  #there(): boolean {
    return this.ctx.storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'documents'").toArray().length > 0;
  }

  #create(): void {
    for (const sql of RECORD_SCHEMA) this.ctx.storage.sql.exec(sql);
  }

  async insert(parts: readonly StorePart[]): Promise<void> {
    this.ctx.storage.transactionSync(() => {
      this.#create();
      for (const { table, rows } of parts) insertRows(this.ctx.storage.sql, table, rows);
    });
  }

  async index(sessions: readonly SessionStart[]): Promise<number> {
    this.#create();
    const { search, events } = this.#records;
    for (const { id, started_at } of sessions) search.index(id, started_at, events.said(id));
    return this.ctx.storage.sql.databaseSize;
  }

  async keepEvents(batch: EventBatch, repeated: boolean, started_at: number): Promise<boolean> {
    this.#create();
    const isNew = this.#records.add(batch, repeated);
    if (isNew) await this.index([{ id: batch.session_id, started_at }]);
    return isNew;
  }

  async deleteEvents(session_id: string, ids: readonly number[]): Promise<void> {
    if (this.#there()) this.#records.events.delete(session_id, ids);
  }

  async eventsOf(session_id: string, page: EventPage): Promise<EventsRead> {
    return this.#there() ? this.#records.eventsOf(session_id, page) : { events: [], next: null };
  }

  async lastSaid(session_ids: readonly string[], limit: number): Promise<TranscriptEvent[]> {
    return this.#there() ? this.#records.lastSaid(session_ids, limit) : [];
  }

  async saidSizes(session_ids: readonly string[]): Promise<[session_id: string, characters: number][]> {
    return this.#there() ? this.#records.saidSizes(session_ids) : [];
  }

  async contactEvents(session_id: string): Promise<ContactEvent[]> {
    return this.#there() ? this.#records.contactEvents(session_id) : [];
  }

  async openingWords(session_ids: readonly string[], failed: readonly string[]): Promise<OpeningWords[]> {
    this.#create();
    return this.#records.openingWords(session_ids, failed);
  }

  async usageOf(session_id: string, most: number): Promise<UsageRead> {
    this.#create();
    return this.#records.usageOf(session_id, most);
  }

  async callsOf(session_id: string): Promise<KeptCall[]> {
    return this.#there() ? this.#records.callsOf(session_id) : [];
  }

  async find(asked: SearchAsked, limit: number): Promise<SearchHit[]> {
    return this.#there() ? this.#records.search.find(asked, limit) : [];
  }

  async answering(scope: number | null, since: number): Promise<AnsweringPage[]> {
    return this.#there() ? this.#records.calls.answering(scope, since) : [];
  }

  async forget(session_ids: readonly string[]): Promise<void> {
    if (!this.#there()) return;
    this.ctx.storage.transactionSync(() => this.#records.forget(session_ids));
    await this.#tidy();
  }

  async forgetOrganization(org_id: number): Promise<void> {
    if (!this.#there()) return;
    this.ctx.storage.transactionSync(() => {
      const { search, events } = this.#records;
      search.forgetSessions(events.sessionsOf(org_id));
      for (const table of RECORD_TABLES) this.ctx.storage.sql.exec(`DELETE FROM ${table} WHERE org_id = ?`, org_id);
    });
    await this.#tidy();
  }

  /** At least once, perhaps twice. */
  override async alarm(): Promise<void> {
    if (this.#there()) await this.#tidy();
  }

  /** As the store does. */
  async #tidy(): Promise<void> {
    if (this.#records.search.tidySome()) await this.ctx.storage.setAlarm(Date.now() + TIDY_PAUSE);
  }

  async dump(after: StoreKey | null, limit: number): Promise<StorePage> {
    return this.#there() ? rowsAfter(this.ctx.storage.sql, RECORD_TABLES, after, limit) : { parts: [], next: null };
  }

  async drop(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }
}
