import { joinSegments } from "../full-text.ts";
import { THESE } from "../table-rows.ts";
import type { SessionPlace } from "./after-call-rpc.ts";
import { DOCUMENTS_PER_MS } from "./engine.ts";
import { spaced } from "./search-words.ts";
import type { SearchAsked, SearchHit } from "./volume-rpc.ts";

/** Later than any session, and small enough to be multiplied. Unix milliseconds. */
const END_OF_TIME = 4_000_000_000_000;
/** Characters of one session that can be found. */
const MAX_CHARACTERS = 200_000;

/** Steps of tidying in one go. */
const TIDIED_AT_ONCE = 2;
/** Pause before it continues, in which others are served; milliseconds. */
export const TIDY_PAUSE = 1_000;

/** Whether words of sessions that are gone may be in the index's segments; nothing in a store that no alarm has looked at yet. */
const LEFT = "search_left";
type Left = "some" | "joining" | "none";

/** In the order that was asked. `next` is the `before` of the next hits, `null` if there are none. */
export interface SearchHits {
  session_ids: string[];
  next: SessionPlace | null;
}

/** So many hits as a page. */
export function pageOf(hits: readonly SearchHit[], limit: number): SearchHits {
  const last = hits.length === limit ? hits.at(-1) : undefined;
  return {
    session_ids: hits.map(({ session_id }) => session_id),
    next: last ? { started_at: Math.floor(last.id / DOCUMENTS_PER_MS), id: last.session_id } : null,
  };
}

/** The search of transcripts: a document for each session, numbered by its start, so that the newest come first without sorting. */
export class SearchTable {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  #ids<Id extends string | number>(sql: string, ...bound: SqlStorageValue[]): Id[] {
    return this.#sql
      .exec<{ id: Id }>(sql, ...bound)
      .toArray()
      .map(({ id }) => id);
  }

  /** Notes that there is more of a session to find. */
  mark(session_ids: Iterable<string>): void {
    for (const id of session_ids) this.#sql.exec("INSERT OR IGNORE INTO unindexed VALUES (?)", id);
  }

  /** Sessions with words that are not indexed yet, after one, by id. Their numbers come of their starts, so those must be there. */
  marked(after: string, limit: number): { id: string; started_at: number }[] {
    return this.#sql
      .exec<{ id: string; started_at: number }>(
        `SELECT s.id, s.started_at FROM unindexed AS u CROSS JOIN sessions AS s ON s.id = u.session_id
         WHERE u.session_id > ? ORDER BY u.session_id LIMIT ?`,
        after,
        limit,
      )
      .toArray();
  }

  /** @param documents the table that numbers them */
  index(session_id: string, started_at: number, said: readonly string[], documents = "documents"): void {
    const words = spaced(said.join("\n").slice(0, MAX_CHARACTERS)).trim();
    this.#storage.transactionSync(() => {
      const [known] = this.#ids<number>(`SELECT id FROM ${documents} WHERE session_id = ?`, session_id);
      if (known !== undefined) this.#sql.exec("DELETE FROM search_words WHERE rowid = ?", known);
      if (words !== "") {
        const id = known ?? this.#freeNumber(documents, started_at * DOCUMENTS_PER_MS);
        if (known === undefined) this.#sql.exec(`INSERT INTO ${documents} VALUES (?, ?)`, id, session_id);
        this.#sql.exec("INSERT INTO search_words (rowid, words) VALUES (?, ?)", id, words);
      } else if (known !== undefined) this.noteLeft();
      this.#sql.exec("DELETE FROM unindexed WHERE session_id = ?", session_id);
    });
  }

  /** The next of those that begin with a millisecond. */
  #freeNumber(documents: string, from: number): number {
    const [last = from - 1] = this.#ids<number>(
      `SELECT id FROM ${documents} WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1`,
      ...[from, from + DOCUMENTS_PER_MS - 1],
    );
    return last + 1;
  }

  /** A session's number. If it has none any more, the edge of its millisecond: that may repeat a session, and skips none. */
  #numberOf({ started_at, id }: SessionPlace, oldest: boolean): number {
    const [known] = this.#ids<number>("SELECT id FROM documents WHERE session_id = ?", id);
    return known ?? started_at * DOCUMENTS_PER_MS + (oldest ? -1 : DOCUMENTS_PER_MS);
  }

  find({ match, oldest, before, from, until }: SearchAsked, limit: number): SearchHit[] {
    // The first number that counts, and the one behind the last.
    let first = (from ?? 0) * DOCUMENTS_PER_MS;
    let end = (until ?? END_OF_TIME) * DOCUMENTS_PER_MS;
    const reached = before && this.#numberOf(before, oldest);
    if (reached !== null && oldest) first = Math.max(first, reached + 1);
    if (reached !== null && !oldest) end = Math.min(end, reached);
    return this.#sql
      .exec<SearchHit & Record<string, SqlStorageValue>>(
        `SELECT d.id, d.session_id FROM search_words AS w CROSS JOIN documents AS d ON d.id = w.rowid
         WHERE w.search_words MATCH ? AND w.rowid < ? AND w.rowid >= ?
         ORDER BY w.rowid ${oldest ? "ASC" : "DESC"} LIMIT ?`,
        ...[match, end, first, limit],
      )
      .toArray();
  }

  /** Their words may be in the index's segments until `tidy` is called. */
  forgetSessions(session_ids: readonly string[]): void {
    if (this.remove(session_ids)) this.noteLeft();
  }

  /** As `forgetSessions`, of many batches, of which the last is noted. @returns whether there were any */
  remove(session_ids: readonly string[]): boolean {
    const list = JSON.stringify(session_ids);
    const ids = this.#ids<number>(`SELECT id FROM documents WHERE session_id IN (${THESE})`, list);
    for (const id of ids) this.#sql.exec("DELETE FROM search_words WHERE rowid = ?", id);
    for (const table of ["documents", "unindexed"])
      this.#sql.exec(`DELETE FROM ${table} WHERE session_id IN (${THESE})`, list);
    return ids.length > 0;
  }

  noteLeft(): void {
    this.#note("some");
  }

  #note(left: Left): void {
    this.#storage.kv.put(LEFT, left);
  }

  /** Takes words of sessions that are gone out of the index's segments, a step at a time. @returns whether there is more of it */
  tidy(): boolean {
    const left = this.#storage.kv.get<Left>(LEFT) ?? "some";
    if (left === "none") return false;
    const more = joinSegments(this.#sql, "search_words", left === "some");
    this.#note(more ? "joining" : "none");
    return more;
  }

  /** Some steps of `tidy`, with room for others behind them. @returns whether there is more of it */
  tidySome(): boolean {
    for (let steps = 0; this.tidy(); steps += 1) if (steps === TIDIED_AT_ONCE) return true;
    return false;
  }
}
