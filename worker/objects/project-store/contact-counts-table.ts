import { MAX_DAY_CONTACTS, MAX_VISITOR_CONTACTS } from "../../../shared/limits.ts";
import { DAY_MS, HOUR_MS } from "../../../shared/time.ts";
import { startOf } from "./engine.ts";

/** What bounds contacts without a session: how many a visitor left in an hour, and all (visitor '') in a UTC day. */
export class ContactCountsTable {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  /**
   * Which window has no room for one more; `null` for none.
   * @param visitor a salted name; `null` where visitors are not limited
   */
  full(visitor: string | null, now: number): "hour" | "day" | null {
    if (this.#count("", startOf(now, DAY_MS)) >= MAX_DAY_CONTACTS) return "day";
    const ofHour = visitor === null ? 0 : this.#count(visitor, startOf(now, HOUR_MS));
    return ofHour >= MAX_VISITOR_CONTACTS ? "hour" : null;
  }

  #count(visitor: string, since: number): number {
    const sql = "SELECT count FROM contact_counts WHERE visitor = ? AND since = ?";
    return this.#sql.exec<{ count: number }>(sql, visitor, since).toArray()[0]?.count ?? 0;
  }

  add(visitor: string | null, now: number): void {
    this.#add("", startOf(now, DAY_MS));
    if (visitor !== null) this.#add(visitor, startOf(now, HOUR_MS));
  }

  #add(visitor: string, since: number): void {
    const sql = "INSERT INTO contact_counts VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1";
    this.#sql.exec(sql, visitor, since);
  }

  deleteBefore(at: number): void {
    this.#sql.exec("DELETE FROM contact_counts WHERE since < ?", at);
  }

  /** When the oldest window began. */
  first(): number | null {
    return this.#sql.exec<{ since: number | null }>("SELECT min(since) AS since FROM contact_counts").one().since;
  }
}
