import { logError } from "../../log-error.ts";
import type { EventsTable } from "./events-table.ts";
import type { StartTime } from "./rpc.ts";
import type { SearchTable } from "./search-table.ts";

/** When these sessions began, as far as D1 knows them. */
export type ReadStarts = (session_ids: string[]) => Promise<StartTime[]>;

/** What was restored is indexed so much later, so many sessions at a time, with a pause. Milliseconds. */
export const INDEX_AFTER = 30_000;
const INDEXED_AT_ONCE = 500;
const INDEX_PAUSE = 1_000;

/** Sessions whose starts are read at once. */
const STEP = 100;

/** Brings the search up to date with what was said. */
export class Indexer {
  readonly #events: EventsTable;
  readonly #search: SearchTable;
  readonly #readStarts: ReadStarts;

  constructor(events: EventsTable, search: SearchTable, readStarts: ReadStarts) {
    this.#events = events;
    this.#search = search;
    this.#readStarts = readStarts;
  }

  /**
   * A session that cannot be indexed, or that D1 does not know yet, stays as it was, and the others are.
   * @param known when sessions began that D1 has: it is asked for the others
   * @returns how many of at most so many were indexed
   */
  async run(limit: number, known: readonly StartTime[] = []): Promise<number> {
    const starts = new Map(known);
    let indexed = 0;
    let after = "";
    for (let tried = 0; tried < limit; ) {
      const ids = this.#search.marked(after, Math.min(STEP, limit - tried));
      if (ids.length === 0) break;
      const unknown = ids.filter((id) => !starts.has(id));
      if (unknown.length > 0)
        for (const [id, started_at] of await this.#readStarts(unknown)) starts.set(id, started_at);
      for (const session_id of ids) {
        const started_at = starts.get(session_id);
        if (started_at === undefined) continue;
        // What was forgotten meanwhile is marked no more.
        if (this.#search.isMarked(session_id) && this.#index(session_id, started_at)) indexed += 1;
      }
      tried += ids.length;
      after = ids.at(-1) ?? after;
    }
    return indexed;
  }

  /**
   * What an alarm does. Where D1 does not answer, what else the alarm has to do is done.
   * @returns in how many milliseconds it goes on, `null` where nothing is left
   */
  async tend(): Promise<number | null> {
    try {
      return (await this.run(INDEXED_AT_ONCE)) === INDEXED_AT_ONCE ? INDEX_PAUSE : null;
    } catch (error) {
      logError("search_not_indexed", error);
      return INDEX_AFTER;
    }
  }

  #index(session_id: string, started_at: number): boolean {
    try {
      this.#search.index(session_id, started_at, this.#events.said(session_id));
      return true;
    } catch (error) {
      const detail = String(error).slice(0, 300);
      console.error(JSON.stringify({ event: "search_index_failed", session_id, error: detail }));
      return false;
    }
  }
}
