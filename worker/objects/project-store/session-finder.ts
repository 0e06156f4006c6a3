import type { SessionPlace } from "./after-call-rpc.ts";
import type { RatingsTable } from "./ratings-table.ts";
import { pageOf } from "./search-table.ts";
import type { SessionFilter, SessionFound } from "./session-rpc.ts";
import type { SessionsTable } from "./sessions-table.ts";
import type { SearchAsked, SearchHit } from "./volume-rpc.ts";

/** Sessions that are looked at, at first with and without words, and for one page at most: no report waits longer. */
const FIRST_HITS = 200;
const FIRST_LISTED = 20;
const MOST_LOOKED = 10_000;

/** An id is `ses_` and eight characters, which no two sessions of one millisecond share, and the rest, which names the organization. */
const SHOWN_OF_ID = 12;
const REST_OF_ID = 17;

/**
 * A place that no id can be read from: whoever may see one organization's sessions goes on behind another's. In lists it stands where
 * the place does, since nothing else begins with these characters. A search, which knows sessions by their ids, goes on at the edge
 * of the place's millisecond: it may repeat a session of it, and skips none.
 */
function unnamed({ started_at, id }: SessionPlace, oldest: boolean): SessionPlace {
  return { started_at, id: id.slice(0, SHOWN_OF_ID) + (oldest ? "z" : "0").repeat(REST_OF_ID) };
}

/** Sessions in the filter's order that may be among those that are looked for, and where they go on. */
interface Candidates {
  ids: string[];
  next: SessionPlace | null;
}

interface Tables {
  sessions: SessionsTable;
  search: (asked: SearchAsked, limit: number) => Promise<SearchHit[]>;
  ratings: RatingsTable;
}

/** Looks for sessions by words, ratings and all else at once. */
export class SessionFinder {
  readonly #tables: Tables;
  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async #candidates(filter: SessionFilter, behind: SessionPlace | null, limit: number): Promise<Candidates> {
    const { sessions, search, ratings } = this.#tables;
    const { match, rating, from, until, oldest } = filter;
    if (match !== null) {
      const hits = await search({ match, oldest, before: behind, from, until }, limit);
      const { session_ids, next } = pageOf(hits, limit);
      return { ids: rating === null ? session_ids : ratings.those(session_ids, rating), next };
    }
    if (rating !== null) {
      const { rated, next } = ratings.page({ rating, oldest, before: behind, from, until }, limit);
      return { ids: rated.map(([id]) => id), next };
    }
    const places = sessions.behind(filter, behind, limit);
    return { ids: places.map(({ id }) => id), next: places.length === limit ? (places.at(-1) ?? null) : null };
  }

  /**
   * Behind the cursor, in the filter's order. What few sessions fulfil is looked for among more and more; where that are many,
   * a page is short, or empty, and goes on behind them.
   */
  async page(
    filter: SessionFilter,
    before: SessionPlace | null,
    limit: number,
  ): Promise<{ found: SessionFound[]; next: SessionPlace | null }> {
    const found: SessionFound[] = [];
    let behind = before;
    let looked = 0;
    for (let most = filter.match === null ? Math.max(limit + 1, FIRST_LISTED) : FIRST_HITS; ; ) {
      const { ids, next } = await this.#candidates(filter, behind, most);
      found.push(...this.#tables.sessions.among(ids, filter, limit + 1 - found.length));
      if (found.length > limit) return { found: found.slice(0, limit), next: found[limit - 1] ?? null };
      looked += most;
      if (next === null) return { found, next };
      if (looked >= MOST_LOOKED) return { found, next: filter.scope === null ? next : unnamed(next, filter.oldest) };
      behind = next;
      most = Math.min(4 * most, MOST_LOOKED - looked);
    }
  }
}
