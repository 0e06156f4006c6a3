import { insertRows, type Rows } from "../table-rows.ts";
import type { ContactsTable } from "./contacts-table.ts";
import type { CountsTable } from "./counts-table.ts";
import type { EventsTable } from "./events-table.ts";
import type { QuestionsTable } from "./questions-table.ts";
import { rowsAfter } from "./rows-after.ts";
import type { StoreKey, StorePage, StorePart } from "./rpc.ts";
import type { SearchTable } from "./search-table.ts";
import { ARRIVING, ARRIVING_TABLES, type ArrivingTable, SCHEMA, TABLE_NAMES, type TableName } from "./tables.ts";

/** A project as D1 has it: its organization, its version and its rows. */
export interface Earlier {
  org_id: number;
  version: number;
  rows: Partial<Record<TableName, Rows[string]>>;
}

type Owner = Omit<Earlier, "rows">;

const ALL = [...new Set<string>([...TABLE_NAMES, ...ARRIVING_TABLES])];

/** Whose the store is, and its tables as wholes. An object that nothing was written to has none. */
export class StoreTable {
  readonly #storage: DurableObjectStorage;
  readonly #counts: CountsTable;
  readonly #questions: QuestionsTable;
  readonly #contacts: ContactsTable;
  readonly #events: EventsTable;
  readonly #search: SearchTable;
  #whole = false;
  constructor(
    storage: DurableObjectStorage,
    parts: {
      counts: CountsTable;
      questions: QuestionsTable;
      contacts: ContactsTable;
      events: EventsTable;
      search: SearchTable;
    },
  ) {
    this.#storage = storage;
    this.#counts = parts.counts;
    this.#questions = parts.questions;
    this.#contacts = parts.contacts;
    this.#events = parts.events;
    this.#search = parts.search;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  #has(table: string): boolean {
    return this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = ?", table).toArray().length > 0;
  }

  owner(): Owner | null {
    if (!this.#whole && !this.#has("owner")) return null;
    const sql = "SELECT org_id, version FROM owner";
    return this.#sql.exec<Owner & Record<string, SqlStorageValue>>(sql).toArray()[0] ?? null;
  }

  /** The tables whose rows D1 still has. */
  missing(): TableName[] {
    if (this.#whole) return [];
    return TABLE_NAMES.filter((table) => !this.#has(table));
  }

  /** Whether all tables are here, with what D1 had of them. */
  whole(): boolean {
    if (this.#whole) return true;
    const sql =
      "SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name IN (SELECT value FROM json_each(?))";
    const { n } = this.#sql.exec<{ n: number }>(sql, JSON.stringify(ALL)).one();
    this.#whole = n === ALL.length;
    return this.#whole;
  }

  /** Whether a table is here, with D1's rows of it. */
  has(table: ArrivingTable): boolean {
    return this.#whole || this.#has(table);
  }

  /** Call it after the storage was emptied. */
  dropped(): void {
    this.#whole = false;
  }

  /** The tables that D1's rows come into piece by piece, and have not yet. */
  arriving(): ArrivingTable[] {
    return this.whole() ? [] : ARRIVING_TABLES.filter((table) => !this.#has(table));
  }

  /** How far a table's rows of D1 have come; `null` where none has. */
  arrived(table: ArrivingTable): (string | number)[] | null {
    const { place } = ARRIVING[table];
    if (!this.#has(place)) return null;
    return JSON.parse(this.#sql.exec<{ after_json: string }>(`SELECT after_json FROM ${place}`).one().after_json);
  }

  /** Whether some of D1's rows have come and wait for the others. */
  hasArrived(): boolean {
    return ARRIVING_TABLES.some((table) => this.#has(ARRIVING[table].into));
  }

  arrive(table: ArrivingTable, rows: Rows[string], after: (string | number)[]): void {
    const { into, place, schema } = ARRIVING[table];
    this.#storage.transactionSync(() => {
      for (const sql of schema) this.#sql.exec(sql);
      this.#sql.exec(
        `CREATE TABLE IF NOT EXISTS ${place} (id INTEGER PRIMARY KEY CHECK (id = 0), after_json TEXT NOT NULL)`,
      );
      if (table === "documents") this.#index(rows, into);
      else insertRows(this.#sql, into, rows);
      this.#sql.exec(`INSERT OR REPLACE INTO ${place} VALUES (0, ?)`, JSON.stringify(after));
    });
  }

  #index(sessions: Rows[string], documents: string): void {
    const events = ["events", ARRIVING.events.into].find((table) => this.#has(table));
    if (events === undefined) return;
    for (const { session_id, started_at } of sessions) {
      const id = String(session_id);
      this.#search.index(id, Number(started_at), this.#events.said(id, events), documents);
    }
  }

  /** Whose the project is from now on; what D1 has of it comes along once. All of it or nothing. */
  follow({ org_id, version, rows }: Earlier): void {
    const missing = this.missing();
    this.#storage.transactionSync(() => {
      for (const table of ARRIVING_TABLES) {
        const { into, place } = ARRIVING[table];
        if (this.#has(table) || !this.#has(into)) continue;
        this.#sql.exec(`ALTER TABLE ${into} RENAME TO ${table}`);
        this.#sql.exec(`DROP TABLE ${place}`);
      }
      for (const sql of SCHEMA) this.#sql.exec(sql);
      for (const table of missing) insertRows(this.#sql, table, rows[table] ?? []);
      // A piece may have come in while the project was nobody's.
      if (missing.includes("contacts")) this.#contacts.give(org_id);
      const owner = this.owner();
      if (!owner) this.#sql.exec("INSERT INTO owner VALUES (0, ?, ?)", org_id, version);
      else if (version > owner.version) {
        if (org_id !== owner.org_id) this.#move(owner.org_id, org_id);
        this.#sql.exec("UPDATE owner SET org_id = ?, version = ?", org_id, version);
      }
    });
  }

  #move(from: number, to: number): void {
    if (from === 0) {
      this.#counts.give(to);
      this.#questions.give(to);
      this.#contacts.give(to);
    } else this.#questions.keepOnly(to);
  }

  rowsAfter(after: StoreKey | null, limit: number): StorePage {
    return rowsAfter(this.#sql, TABLE_NAMES, after, limit);
  }

  /** Rows whose key is there stay as they are. What only an owner keeps is not put back for another. */
  insert({ table, rows }: StorePart, owner: number): void {
    this.#storage.transactionSync(() => {
      insertRows(this.#sql, table, rows);
      if (table === "events") this.#search.mark(new Set(rows.map(({ session_id }) => String(session_id))));
      this.#questions.keepOnly(owner);
    });
  }

  forgetOrganization(org_id: number): void {
    this.#storage.transactionSync(() => {
      this.#search.forgetSessions(this.#events.sessionsOf(org_id));
      for (const table of TABLE_NAMES) this.#sql.exec(`DELETE FROM ${table} WHERE org_id = ?`, org_id);
    });
  }
}
