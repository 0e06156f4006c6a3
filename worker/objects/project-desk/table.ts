import { HOUR_BYTES, HOUR_BYTES_OF_VISITOR, HOUR_REQUESTS, HOUR_REQUESTS_OF_VISITOR } from "../../../shared/limits.ts";
import type { LiveMessage } from "../../../shared/live.ts";
import { HOUR_MS } from "../../../shared/time.ts";
import type { Conversation, DeskFact } from "./rpc.ts";

/** The desk's tables, made with the first conversation or inbox. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS conversation (session_id TEXT PRIMARY KEY, body_json TEXT NOT NULL) WITHOUT ROWID;
  -- What was said since the request; the same id again replaces it.
  CREATE TABLE IF NOT EXISTS line (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, id TEXT NOT NULL, body_json TEXT NOT NULL,
    UNIQUE (session_id, id)
  );
  -- What D1, the webhooks and the audit log are still to have.
  CREATE TABLE IF NOT EXISTS fact (id INTEGER PRIMARY KEY AUTOINCREMENT, body_json TEXT NOT NULL);
  -- Which inbox follows which conversation.
  CREATE TABLE IF NOT EXISTS follower (
    session_id TEXT NOT NULL, inbox TEXT NOT NULL, PRIMARY KEY (session_id, inbox)
  ) WITHOUT ROWID;
  -- What visitors have left in an hour, each and, under no name, all of them.
  CREATE TABLE IF NOT EXISTS kept (
    hour INTEGER NOT NULL, visitor TEXT NOT NULL, requests INTEGER NOT NULL, bytes INTEGER NOT NULL,
    PRIMARY KEY (hour, visitor)
  ) WITHOUT ROWID;`;

/** Requests for a person, and bytes of them and of lines. */
interface Left {
  requests: number;
  bytes: number;
}
const OF_VISITOR: Left = { requests: HOUR_REQUESTS_OF_VISITOR, bytes: HOUR_BYTES_OF_VISITOR };
const OF_ALL: Left = { requests: HOUR_REQUESTS, bytes: HOUR_BYTES };

/** Facts in one batch. */
const BATCH = 50;

export class DeskTable {
  readonly #sql: SqlStorage;
  #there = false;
  #created = false;
  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  exists(): boolean {
    this.#there ||= this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'follower'").toArray().length > 0;
    return this.#there;
  }

  /** Also what an earlier version did not have. */
  create(): void {
    if (this.#created) return;
    this.#sql.exec(TABLES);
    this.#created = true;
    this.#there = true;
  }

  dropped(): void {
    this.#there = false;
    this.#created = false;
  }

  /** Counts what a visitor leaves. @returns whether the hour has room for it */
  admit(visitor: string, more: Left, now: number): boolean {
    this.create();
    const hour = Math.floor(now / HOUR_MS);
    this.#sql.exec("DELETE FROM kept WHERE hour < ?", hour);
    const names = visitor === "" ? [""] : ["", visitor];
    const full = names.some((name) => {
      const counts = this.#sql.exec<{ requests: number; bytes: number }>(
        "SELECT requests, bytes FROM kept WHERE hour = ? AND visitor = ?",
        ...[hour, name],
      );
      const [{ requests, bytes } = { requests: 0, bytes: 0 }] = counts.toArray();
      const most = name === "" ? OF_ALL : OF_VISITOR;
      return requests + more.requests > most.requests || bytes + more.bytes > most.bytes;
    });
    if (full) return false;
    for (const name of names)
      this.#sql.exec(
        `INSERT INTO kept (hour, visitor, requests, bytes) VALUES (?, ?, ?, ?) ON CONFLICT (hour, visitor)
         DO UPDATE SET requests = requests + excluded.requests, bytes = bytes + excluded.bytes`,
        ...[hour, name, more.requests, more.bytes],
      );
    return true;
  }

  conversations(): Conversation[] {
    return this.#sql
      .exec("SELECT body_json FROM conversation")
      .toArray()
      .map(({ body_json }) => JSON.parse(String(body_json)) as Conversation);
  }

  keep(conversation: Conversation): void {
    this.#sql.exec(
      "INSERT OR REPLACE INTO conversation (session_id, body_json) VALUES (?, ?)",
      conversation.session_id,
      JSON.stringify(conversation),
    );
  }

  /** Forgets a conversation and what was said in it. */
  forget(session_id: string): void {
    this.#sql.exec("DELETE FROM conversation WHERE session_id = ?", session_id);
    this.#sql.exec("DELETE FROM line WHERE session_id = ?", session_id);
  }

  /** Also of what is still to be told: that it happened stays. */
  forgetSaid(session_ids: string[]): void {
    const list = JSON.stringify(session_ids);
    this.#sql.exec("DELETE FROM line WHERE session_id IN (SELECT value FROM json_each(?))", list);
    this.#sql.exec(
      `UPDATE fact SET body_json = json_set(body_json, '$.event', NULL, '$.webhook', NULL)
       WHERE body_json ->> '$.session_id' IN (SELECT value FROM json_each(?))`,
      list,
    );
  }

  /** @returns whether it is new */
  write(session_id: string, line: LiveMessage): boolean {
    const sameLine = this.#sql
      .exec("SELECT 1 FROM line WHERE session_id = ? AND id = ?", session_id, line.id)
      .toArray();
    this.#sql.exec(
      `INSERT INTO line (session_id, id, body_json) VALUES (?, ?, ?)
       ON CONFLICT (session_id, id) DO UPDATE SET body_json = excluded.body_json`,
      ...[session_id, line.id, JSON.stringify(line)],
    );
    return sameLine.length === 0;
  }

  lines(session_id: string): LiveMessage[] {
    return this.#sql
      .exec("SELECT body_json FROM line WHERE session_id = ? ORDER BY seq", session_id)
      .toArray()
      .map(({ body_json }) => JSON.parse(String(body_json)) as LiveMessage);
  }

  /** Those of these names that stand for what a person wrote. */
  namesOfPersons(session_id: string, names: string[]): Set<string> {
    const sql = `SELECT id FROM line WHERE session_id = ? AND id IN (SELECT value FROM json_each(?))
      AND body_json ->> '$.role' = 'person'`;
    return new Set(
      this.#sql
        .exec(sql, session_id, JSON.stringify(names))
        .toArray()
        .map(({ id }) => String(id)),
    );
  }

  note(fact: Omit<DeskFact, "id">): void {
    this.#sql.exec("INSERT INTO fact (body_json) VALUES (?)", JSON.stringify(fact));
  }

  /** The oldest. */
  facts(): DeskFact[] {
    return this.#sql
      .exec(`SELECT id, body_json FROM fact ORDER BY id LIMIT ${BATCH}`)
      .toArray()
      .map(({ id, body_json }) => ({ ...JSON.parse(String(body_json)), id: Number(id) }) as DeskFact);
  }

  told(last: number): void {
    this.#sql.exec("DELETE FROM fact WHERE id <= ?", last);
  }

  /** @param most conversations that one inbox may follow. @returns whether it follows */
  follow(inbox: string, session_id: string, most: number): boolean {
    const { n } = this.#sql.exec("SELECT COUNT(*) AS n FROM follower WHERE inbox = ?", inbox).one();
    if (Number(n) >= most) return false;
    this.#sql.exec("INSERT OR IGNORE INTO follower (session_id, inbox) VALUES (?, ?)", session_id, inbox);
    return true;
  }

  unfollow(inbox: string, session_id: string | null): void {
    this.#sql.exec("DELETE FROM follower WHERE inbox = ? AND session_id = COALESCE(?, session_id)", inbox, session_id);
  }

  forgetFollowers(session_id: string): void {
    this.#sql.exec("DELETE FROM follower WHERE session_id = ?", session_id);
  }

  followers(session_id: string): Set<string> {
    return new Set(
      this.#sql
        .exec("SELECT inbox FROM follower WHERE session_id = ?", session_id)
        .toArray()
        .map(({ inbox }) => String(inbox)),
    );
  }
}
