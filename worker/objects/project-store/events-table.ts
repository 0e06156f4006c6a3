import { inputOf } from "../../../shared/input-mode.ts";
import { THESE } from "../table-rows.ts";
import { DAY_ONE, EVENTS_PER_MS } from "./engine.ts";
import type { ContactEvent, EventBatch, EventPage, EventRow, EventsRead, TranscriptEvent } from "./rpc.ts";
import type { SearchTable } from "./search-table.ts";
import type { SessionOpening } from "./session-rpc.ts";
import { EVENTS_PER_LINE, foldTranscript, SPEAKERS } from "./transcript.ts";

/** Lines of one session that can be found. */
const MAX_LINES = 5_000;

const SAID = `type IN (${[...SPEAKERS.keys()].map((type) => `'${type}'`).join(", ")})`;
/** The type of an event that was deleted; nobody reads it. */
const DELETED = "deleted";
/** Characters of what a visitor said first that a list shows. */
const SHOWN = 200;

type Selected<Row> = Row & Record<string, SqlStorageValue>;
type Stored = { type: EventRow["type"]; body_json: string; received_at: number; at: number | null };

const rowOf = <Rest extends object>({ body_json, ...row }: Omit<Stored, "type"> & Rest) => ({
  ...row,
  body: JSON.parse(body_json) as EventRow["body"],
});

/** What sessions reported. An event's id grows with the instant in which the ledger took it, so that what came late stands in its place. */
export class EventsTable {
  readonly #storage: DurableObjectStorage;
  readonly #search: SearchTable;
  constructor(storage: DurableObjectStorage, search: SearchTable) {
    this.#storage = storage;
    this.#search = search;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  /** @param repeated whether it may be here already: then it is looked for. @returns whether it was not */
  add({ session_id, org_id, batch, at: received_at, events }: EventBatch, repeated: boolean): boolean {
    if (repeated && this.#has(session_id, batch)) return false;
    this.#storage.transactionSync(() => {
      const first = this.#firstId(session_id, received_at, events.length);
      for (const [n, { type, at = null, ...body }] of events.entries())
        this.#sql.exec(
          "INSERT INTO events (session_id, id, org_id, batch, type, body_json, received_at, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
          ...[session_id, first + n, org_id, batch, type, JSON.stringify(body), received_at, at],
        );
      if (events.some(({ type }) => SPEAKERS.has(type))) this.#search.mark([session_id]);
    });
    return true;
  }

  #has(session_id: string, batch: number): boolean {
    const sql = "SELECT 1 FROM events WHERE session_id = ? AND batch = ? LIMIT 1";
    return this.#sql.exec(sql, session_id, batch).toArray().length > 0;
  }

  /** Behind what came in the same millisecond; where that has no room any more, behind everything. */
  #firstId(session_id: string, received_at: number, count: number): number {
    // Above 0, behind which a first page begins.
    const from = Math.max(1, received_at - DAY_ONE) * EVENTS_PER_MS;
    const last = this.#lastId(session_id, from + EVENTS_PER_MS) ?? -1;
    const first = Math.max(from, last + 1);
    return first + count <= from + EVENTS_PER_MS
      ? first
      : (this.#lastId(session_id, Number.MAX_SAFE_INTEGER) ?? first) + 1;
  }

  #lastId(session_id: string, below: number): number | null {
    const sql = "SELECT max(id) AS id FROM events WHERE session_id = ? AND id < ?";
    return this.#sql.exec<{ id: number | null }>(sql, session_id, below).one().id;
  }

  page(session_id: string, { after, limit, characters }: EventPage): EventsRead {
    const events: EventRow[] = [];
    let last: number | null = null;
    let before = 0;
    const rows = this.#sql.exec<Selected<Stored & { id: number }>>(
      `SELECT id, type, body_json, received_at, at FROM events
       WHERE session_id = ? AND id > ? AND type <> '${DELETED}' ORDER BY id`,
      ...[session_id, after],
    );
    for (const { id, ...row } of rows) {
      if (events.length === limit || before >= characters) return { events, next: last };
      events.push(rowOf<Pick<EventRow, "type">>(row));
      before += row.body_json.length;
      last = id;
    }
    return { events, next: null };
  }

  /** The texts that can be found of a session. @param events the table that they are in */
  said(session_id: string, events = "events"): string[] {
    const rows = this.lastSaid(session_id, MAX_LINES * EVENTS_PER_LINE, events);
    return foldTranscript(rows)
      .slice(-MAX_LINES)
      .map(({ text }) => text);
  }

  /** Sessions that an organization paid for. */
  sessionsOf(org_id: number): string[] {
    return this.#sql
      .exec<{ session_id: string }>("SELECT DISTINCT session_id FROM events WHERE org_id = ?", org_id)
      .toArray()
      .map(({ session_id }) => session_id);
  }

  lastSaid(session_id: string, limit: number, events = "events"): TranscriptEvent[] {
    return this.#sql
      .exec<Selected<Stored>>(
        `SELECT type, body_json, received_at, at FROM ${events} WHERE session_id = ? AND ${SAID} ORDER BY id DESC LIMIT ?`,
        ...[session_id, limit],
      )
      .toArray()
      .reverse()
      .map((row) => ({ ...rowOf<Pick<EventRow, "type">>(row), session_id }));
  }

  saidSizes(session_ids: readonly string[]): [session_id: string, characters: number][] {
    return this.#sql
      .exec<{ session_id: string; size: number }>(
        `SELECT session_id, sum(length(body_json)) AS size FROM events WHERE session_id IN (${THESE}) AND ${SAID} GROUP BY 1`,
        JSON.stringify(session_ids),
      )
      .toArray()
      .map(({ session_id, size }) => [session_id, size]);
  }

  opening(session_id: string, failed: boolean): Omit<SessionOpening, "contact_id" | "rating" | "summary"> {
    const [asked] = this.#sql
      .exec<{ text: string; typed: number | null }>(
        `SELECT substr(body_json ->> 'text', 1, ${SHOWN}) AS text, body_json ->> 'typed' AS typed FROM events
         WHERE session_id = ? AND type = 'user_transcript' AND body_json ->> 'text' <> '' ORDER BY id LIMIT 1`,
        session_id,
      )
      .toArray();
    const [beginning] = this.#sql
      .exec<{ page: string | null }>(
        `SELECT body_json ->> 'page' AS page FROM events WHERE session_id = ? AND type IN ('connected', 'failed') ORDER BY id LIMIT 1`,
        session_id,
      )
      .toArray();
    const [failure] = failed
      ? this.#sql
          .exec<{ reason: string | null }>(
            `SELECT body_json ->> 'reason' AS reason FROM events WHERE session_id = ? AND type = 'failed' ORDER BY id DESC LIMIT 1`,
            session_id,
          )
          .toArray()
      : [];
    return {
      session_id,
      asked: asked?.text ?? null,
      input: asked ? inputOf(asked.typed) : null,
      page: beginning?.page ?? null,
      failure: failure?.reason ?? null,
    };
  }

  contacts(session_id: string): ContactEvent[] {
    return this.#sql
      .exec<{ id: number; body_json: string }>(
        "SELECT id, body_json FROM events WHERE session_id = ? AND type = 'contact'",
        session_id,
      )
      .toArray()
      .map(({ id, body_json }) => ({ id, body: JSON.parse(body_json) as ContactEvent["body"] }));
  }

  /** Their rows stay, without their text: late repetitions of a report are recognised by them. */
  delete(session_id: string, ids: readonly number[]): void {
    this.#sql.exec(
      `UPDATE events SET type = '${DELETED}', body_json = '{}' WHERE session_id = ? AND id IN (${THESE})`,
      ...[session_id, JSON.stringify(ids)],
    );
  }

  forgetSessions(session_ids: readonly string[]): void {
    this.#sql.exec(`DELETE FROM events WHERE session_id IN (${THESE})`, JSON.stringify(session_ids));
  }
}
