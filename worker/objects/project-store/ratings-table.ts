import { THESE } from "../table-rows.ts";
import type { RatedAsked, RatedPage, SessionPlace } from "./after-call-rpc.ts";

type Rated = SessionPlace & { rating: number };
/** What stands before all sessions, and behind them. */
const FIRST: SessionPlace = { started_at: -1, id: "" };
const LAST: SessionPlace = { started_at: Number.MAX_SAFE_INTEGER, id: "" };

/** The newest rating of each session that its visitor rated. */
export class RatingsTable {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  /** One that comes late does not take the place of a newer one. */
  keep(session: { session_id: string; org_id: number; started_at: number; at: number }, rating: number): void {
    const { session_id, org_id, started_at, at } = session;
    this.#sql.exec(
      `INSERT INTO ratings (session_id, org_id, started_at, rating, at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (session_id) DO UPDATE SET rating = excluded.rating, at = excluded.at WHERE excluded.at >= ratings.at`,
      ...[session_id, org_id, started_at, rating, at],
    );
  }

  of(session_ids: readonly string[]): Map<string, number> {
    const rows = this.#sql.exec<{ session_id: string; rating: number }>(
      `SELECT session_id, rating FROM ratings WHERE session_id IN (${THESE})`,
      JSON.stringify(session_ids),
    );
    return new Map(Array.from(rows, ({ session_id, rating }) => [session_id, rating]));
  }

  /** Those of these sessions that are rated so, in their order. */
  those(session_ids: readonly string[], rating: number): string[] {
    const ratings = this.of(session_ids);
    return session_ids.filter((id) => ratings.get(id) === rating);
  }

  page({ rating, oldest, before, from, until }: RatedAsked, limit: number): RatedPage {
    const first = (oldest && before) || FIRST;
    const end = (!oldest && before) || LAST;
    const order = oldest ? "ASC" : "DESC";
    const rows = this.#sql
      .exec<Rated & Record<string, SqlStorageValue>>(
        `SELECT session_id AS id, started_at, rating FROM ratings
         WHERE (started_at, session_id) > (?, ?) AND (started_at, session_id) < (?, ?)
           AND started_at >= ? AND started_at < ? AND rating = ?7
         ORDER BY started_at ${order}, session_id ${order} LIMIT ?8`,
        ...[first.started_at, first.id, end.started_at, end.id],
        ...[from ?? FIRST.started_at, until ?? LAST.started_at, rating, limit],
      )
      .toArray();
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      rated: rows.map(({ id, rating: given }) => [id, given]),
      next: last ? { started_at: last.started_at, id: last.id } : null,
    };
  }

  forgetSessions(session_ids: readonly string[]): void {
    this.#sql.exec(`DELETE FROM ratings WHERE session_id IN (${THESE})`, JSON.stringify(session_ids));
  }
}
