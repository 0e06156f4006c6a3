import { logError } from "../../log-error.ts";
import type { EventsTable } from "./events-table.ts";
import type { SearchTable } from "./search-table.ts";

/** What was restored is indexed so much later, so many sessions at a time, with a pause. Milliseconds. */
export const INDEX_AFTER = 30_000;
const INDEXED_AT_ONCE = 500;
const INDEX_PAUSE = 1_000;

/** Sessions that are read at once. */
const STEP = 100;

/** Brings the search up to date with what was said. */
export class Indexer {
  readonly #events: EventsTable;
  readonly #search: SearchTable;

  constructor(events: EventsTable, search: SearchTable) {
    this.#events = events;
    this.#search = search;
  }

  /**
   * A session that cannot be indexed stays as it was, and the others are.
   * @returns how many of at most so many were tried and indexed
   */
  run(limit: number): { tried: number; indexed: number } {
    let tried = 0;
    let indexed = 0;
    let after = "";
    while (tried < limit) {
      const marked = this.#search.marked(after, Math.min(STEP, limit - tried));
      for (const { id, started_at } of marked) if (this.#index(id, started_at)) indexed += 1;
      const last = marked.at(-1);
      if (!last) break;
      tried += marked.length;
      after = last.id;
    }
    return { tried, indexed };
  }

  /** What an alarm does. @returns in how many milliseconds it goes on, `null` where nothing is left that can be indexed */
  tend(): number | null {
    const { tried, indexed } = this.run(INDEXED_AT_ONCE);
    return tried === INDEXED_AT_ONCE && indexed > 0 ? INDEX_PAUSE : null;
  }

  #index(session_id: string, started_at: number): boolean {
    try {
      this.#search.index(session_id, started_at, this.#events.said(session_id));
      return true;
    } catch (error) {
      logError("search_index_failed", error, { session_id });
      return false;
    }
  }
}
