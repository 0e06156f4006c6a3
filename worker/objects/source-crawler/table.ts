import type { CrawlJob } from "./rpc.ts";

export type EntryState = "waiting" | "ready" | "failed" | "skipped";

/** One address that a reading met. */
export interface Entry {
  address: string;
  /** A sitemap, one that an index named, or a page. */
  kind: "sitemap" | "nested" | "page";
  state: EntryState;
  /** Times that it was begun: one that breaks the reader is not tried for ever. */
  tries: number;
  detail: string | null;
}

const TABLES = [
  "CREATE TABLE IF NOT EXISTS job (id INTEGER PRIMARY KEY CHECK (id = 1), job_json TEXT NOT NULL)",
  `CREATE TABLE IF NOT EXISTS entries (address TEXT PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL,
   tries INTEGER NOT NULL DEFAULT 0, detail TEXT)`,
  "CREATE INDEX IF NOT EXISTS entries_by_state ON entries (state, kind)",
  "CREATE TABLE IF NOT EXISTS robots (origin TEXT PRIMARY KEY, text TEXT, problem TEXT)",
  // Addresses that were left out without being kept one by one.
  "CREATE TABLE IF NOT EXISTS left_out (reason TEXT PRIMARY KEY, example TEXT NOT NULL, count INTEGER NOT NULL)",
];

/** What the object remembers of one reading. An object without one has no tables. */
export class CrawlTable {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  #exists(): boolean {
    return this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'job'").toArray().length > 0;
  }

  begin(job: CrawlJob): void {
    this.#storage.transactionSync(() => {
      for (const table of TABLES) this.#sql.exec(table);
      for (const table of ["job", "entries", "robots", "left_out"]) this.#sql.exec(`DELETE FROM ${table}`);
      this.#sql.exec("INSERT INTO job VALUES (1, ?)", JSON.stringify(job));
      this.add(job.url, job.kind === "sitemap" ? "sitemap" : "page");
    });
  }

  job(): CrawlJob | null {
    if (!this.#exists()) return null;
    const [row] = this.#sql.exec<{ job_json: string }>("SELECT job_json FROM job").toArray();
    return row ? (JSON.parse(row.job_json) as CrawlJob) : null;
  }

  add(address: string, kind: Entry["kind"]): void {
    this.#sql.exec(
      "INSERT INTO entries (address, kind, state) VALUES (?, ?, 'waiting') ON CONFLICT DO NOTHING",
      address,
      kind,
    );
  }

  /** All of what a sitemap names, or nothing. */
  together(work: () => void): void {
    this.#storage.transactionSync(work);
  }

  find(address: string): Entry | null {
    const [row] = this.#sql
      .exec<Entry & Record<string, SqlStorageValue>>("SELECT * FROM entries WHERE address = ?", address)
      .toArray();
    return row ?? null;
  }

  /** What is to be read next: sitemaps before pages. */
  waiting(limit: number): Entry[] {
    return this.#sql
      .exec<Entry & Record<string, SqlStorageValue>>(
        "SELECT * FROM entries WHERE state = 'waiting' ORDER BY kind = 'page', rowid LIMIT ?",
        limit,
      )
      .toArray();
  }

  /** Before it is read: should the reader break, it is known that it was tried. */
  try(address: string): void {
    this.#sql.exec("UPDATE entries SET tries = tries + 1 WHERE address = ?", address);
  }

  settle(address: string, state: EntryState, detail: string | null): void {
    this.#sql.exec("UPDATE entries SET state = ?, detail = ? WHERE address = ?", state, detail, address);
  }

  /** A page that was found at another address is that address's from now on. */
  rename(address: string, to: string): void {
    this.#sql.exec("DELETE FROM entries WHERE address = ?", to);
    this.#sql.exec("UPDATE entries SET address = ? WHERE address = ?", to, address);
  }

  /** What is to be said of the only page of a reading, whatever its address became. */
  noteOf(address: string): string | null {
    const [row] = this.#sql
      .exec<{ detail: string | null }>("SELECT detail FROM entries ORDER BY address = ? DESC LIMIT 1", address)
      .toArray();
    return row?.detail ?? null;
  }

  leaveOut(reason: string, example: string, count = 1): void {
    this.#sql.exec(
      "INSERT INTO left_out VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
      reason,
      example,
      count,
    );
  }

  leftOut(): { reason: string; example: string; count: number }[] {
    return this.#sql.exec<{ reason: string; example: string; count: number }>("SELECT * FROM left_out").toArray();
  }

  pages(): number {
    return this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM entries WHERE kind = 'page'").one().n;
  }

  counts(): Record<EntryState, number> {
    const counts = { waiting: 0, ready: 0, failed: 0, skipped: 0 };
    const rows = this.#sql
      .exec<{ state: EntryState; n: number }>(
        "SELECT state, count(*) AS n FROM entries WHERE kind = 'page' GROUP BY state",
      )
      .toArray();
    for (const { state, n } of rows) counts[state] = n;
    return counts;
  }

  /** What went wrong, the most frequent first, each with one address. */
  troubles(): { detail: string; example: string; count: number; kind: Entry["kind"]; state: EntryState }[] {
    return this.#sql
      .exec<{ detail: string; example: string; count: number; kind: Entry["kind"]; state: EntryState }>(
        `SELECT detail, min(address) AS example, count(*) AS count, kind, state FROM entries
         WHERE state IN ('failed', 'skipped') AND detail IS NOT NULL GROUP BY detail, state, kind ORDER BY count DESC, example`,
      )
      .toArray();
  }

  robots(origin: string): { text: string | null; problem: string | null } | null {
    const [row] = this.#sql
      .exec<{ text: string | null; problem: string | null }>(
        "SELECT text, problem FROM robots WHERE origin = ?",
        origin,
      )
      .toArray();
    return row ?? null;
  }

  keepRobots(origin: string, text: string | null, problem: string | null): void {
    this.#sql.exec(
      "INSERT INTO robots VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text, problem = excluded.problem",
      origin,
      text,
      problem,
    );
  }
}
