import type { Rows } from "../table-rows.ts";
import { insertRows, THESE } from "../table-rows.ts";
import type { SessionStart } from "./volume-rpc.ts";

/** A volume, and between which starts its sessions lie; unix milliseconds, both included. */
export interface Volume {
  id: number;
  first_at: number;
  last_at: number;
}
/** A session that is about to move. */
export type Moving = SessionStart & { org_id: number };

/** Made when the first session moves: a store that never grew has none of it. */
const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS volumes (id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, month TEXT NOT NULL,
   full INTEGER NOT NULL DEFAULT 0, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS moved_sessions (session_id TEXT PRIMARY KEY, org_id INTEGER NOT NULL, project_id INTEGER NOT NULL,
   volume INTEGER NOT NULL, started_at INTEGER NOT NULL) WITHOUT ROWID`,
  "CREATE INDEX IF NOT EXISTS moved_by_volume ON moved_sessions (volume)",
];
const WIDEN = `INSERT INTO volumes (id, project_id, month, first_at, last_at)
  VALUES (?1, ?2, strftime('%Y-%m', ?3 / 1000, 'unixepoch'), ?3, ?4)
  ON CONFLICT (id) DO UPDATE SET first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)`;

/** Which volume has the records of which session. */
export class MovedTable {
  readonly #storage: DurableObjectStorage;
  /** Nothing where that was not looked at. */
  #there: boolean | null = null;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  /** Whether anything has moved. */
  there(): boolean {
    this.#there ??= this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'moved_by_volume'").toArray().length > 0;
    return this.#there;
  }

  create(): void {
    for (const sql of SCHEMA) this.#sql.exec(sql);
    this.#there = true;
  }

  /** Call it after the storage was emptied. */
  dropped(): void {
    this.#there = null;
  }

  /** @returns the volume that has its records, `null` where the store has them */
  of(session_id: string): number | null {
    if (!this.there()) return null;
    const sql = "SELECT volume FROM moved_sessions WHERE session_id = ?";
    return this.#sql.exec<{ volume: number }>(sql, session_id).toArray()[0]?.volume ?? null;
  }

  /** Those of these that have moved, by their volumes. */
  byVolume(session_ids: Iterable<string>): Map<number, SessionStart[]> {
    const moved = new Map<number, SessionStart[]>();
    if (!this.there()) return moved;
    for (const { volume, ...session } of this.#sql.exec<{ volume: number; id: string; started_at: number }>(
      `SELECT volume, session_id AS id, started_at FROM moved_sessions WHERE session_id IN (${THESE})`,
      JSON.stringify([...session_ids]),
    ))
      moved.set(volume, [...(moved.get(volume) ?? []), session]);
    return moved;
  }

  /** The ids of those of these that have moved, with their volume. */
  idsByVolume(session_ids: Iterable<string>): [volume: number, ids: string[]][] {
    return Array.from(this.byVolume(session_ids), ([volume, sessions]) => [volume, sessions.map(({ id }) => id)]);
  }

  /** The newest first. */
  volumes(): Volume[] {
    if (!this.there()) return [];
    return this.#sql
      .exec<{ id: number; first_at: number; last_at: number }>(
        "SELECT id, first_at, last_at FROM volumes ORDER BY first_at DESC, id DESC",
      )
      .toArray();
  }

  /** Whose the volumes are. */
  project(): number | null {
    if (!this.there()) return null;
    const sql = "SELECT project_id FROM volumes LIMIT 1";
    return this.#sql.exec<{ project_id: number }>(sql).toArray()[0]?.project_id ?? null;
  }

  /** The volume that takes the next sessions of a month (YYYY-MM): its newest, or the next number. */
  volumeFor(month: string): number {
    const sql = `SELECT coalesce((SELECT max(id) FROM volumes WHERE month = ? AND full = 0),
      (SELECT coalesce(max(id), 0) + 1 FROM volumes)) AS id`;
    return this.#sql.exec<{ id: number }>(sql, month).one().id;
  }

  add(project_id: number, volume: number, sessions: readonly Moving[], full: boolean): void {
    const rows = sessions.map(({ id, ...session }) => ({ session_id: id, ...session, project_id, volume }));
    this.insert(rows);
    if (full) this.#sql.exec("UPDATE volumes SET full = 1 WHERE id = ?", volume);
  }

  /** Those that are there stay as they are. */
  insert(rows: Rows[string]): void {
    this.create();
    insertRows(this.#sql, "moved_sessions", rows);
    for (const [volume, those = []] of Object.entries(Object.groupBy(rows, (row) => Number(row.volume)))) {
      const starts = those.map(({ started_at }) => Number(started_at));
      this.#sql.exec(
        WIDEN,
        ...[Number(volume), Number(those[0]?.project_id), Math.min(...starts), Math.max(...starts)],
      );
    }
  }

  /** Behind a session's id, a page of a backup. */
  after(session_id: string, limit: number): Rows[string] {
    if (!this.there()) return [];
    const sql = "SELECT * FROM moved_sessions WHERE session_id > ? ORDER BY session_id LIMIT ?";
    return this.#sql.exec<Rows[string][number]>(sql, session_id, limit).toArray();
  }

  forget(session_ids: readonly string[]): void {
    if (!this.there()) return;
    this.#sql.exec(`DELETE FROM moved_sessions WHERE session_id IN (${THESE})`, JSON.stringify(session_ids));
  }

  forgetOrganization(org_id: number): void {
    if (this.there()) this.#sql.exec("DELETE FROM moved_sessions WHERE org_id = ?", org_id);
  }

  /** Volumes of whose sessions none is left. */
  empty(): number[] {
    if (!this.there()) return [];
    const sql = "SELECT id FROM volumes AS v WHERE NOT EXISTS (SELECT 1 FROM moved_sessions WHERE volume = v.id)";
    return this.#sql
      .exec<{ id: number }>(sql)
      .toArray()
      .map(({ id }) => id);
  }

  remove(volume: number): void {
    if (this.there()) this.#sql.exec("DELETE FROM volumes WHERE id = ?", volume);
  }
}
