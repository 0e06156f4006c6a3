import type { CrawlJob } from "./rpc.ts";

export type EntryState = "waiting" | "ready" | "failed" | "skipped";

/** One address that a reading met. */
export interface Entry {
  address: string;
  /** A sitemap, one that an index named, one that is looked for where most are, or a page. */
  kind: "sitemap" | "nested" | "guess" | "page";
  state: EntryState;
  /** Times that it was begun: one that breaks the reader is not tried for ever. */
  tries: number;
  detail: string | null;
  /** Links between it and the page that a crawl began with. */
  depth: number;
  title: string | null;
  /** The name that a page shares with its translations, as its sitemap says. */
  translations: string | null;
}

/** How a site's own address is read. */
export type SiteStep = "sitemaps" | "guess" | "links";

const NAMES = ["job", "entries", "robots", "left_out", "said", "shapes", "site"];
const TABLES = [
  "CREATE TABLE IF NOT EXISTS job (id INTEGER PRIMARY KEY CHECK (id = 1), job_json TEXT NOT NULL)",
  `CREATE TABLE IF NOT EXISTS entries (address TEXT PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL,
   tries INTEGER NOT NULL DEFAULT 0, detail TEXT, depth INTEGER NOT NULL DEFAULT 0, title TEXT,
   translations TEXT)`,
  "CREATE INDEX IF NOT EXISTS entries_by_state ON entries (state, kind)",
  "CREATE TABLE IF NOT EXISTS robots (origin TEXT PRIMARY KEY, text TEXT, problem TEXT)",
  // Addresses that were left out without being kept one by one.
  "CREATE TABLE IF NOT EXISTS left_out (reason TEXT PRIMARY KEY, example TEXT NOT NULL, count INTEGER NOT NULL)",
  // What a page says, by its digest, and the first page that says it.
  "CREATE TABLE IF NOT EXISTS said (digest TEXT PRIMARY KEY, address TEXT NOT NULL)",
  // How many addresses a crawl has met of each kind that may have no end.
  "CREATE TABLE IF NOT EXISTS shapes (shape TEXT PRIMARY KEY, count INTEGER NOT NULL)",
  // The page that a site was begun with, and what it is read by.
  "CREATE TABLE IF NOT EXISTS site (id INTEGER PRIMARY KEY CHECK (id = 1), home TEXT NOT NULL, step TEXT NOT NULL)",
];

/** What the object remembers of one reading. An object without one has no tables. */
export class CrawlTable {
  readonly #storage: DurableObjectStorage;
  #completed = false;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  #exists(): boolean {
    return this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'job'").toArray().length > 0;
  }

  /** A reading that a build before this one began goes on with what is new. */
  #complete(): void {
    if (this.#completed) return;
    const columns = this.#sql.exec<{ name: string }>("PRAGMA table_info(entries)").toArray();
    if (!columns.some(({ name }) => name === "depth")) {
      this.#sql.exec("ALTER TABLE entries ADD COLUMN depth INTEGER NOT NULL DEFAULT 0");
      this.#sql.exec("ALTER TABLE entries ADD COLUMN title TEXT");
    }
    if (!columns.some(({ name }) => name === "translations"))
      this.#sql.exec("ALTER TABLE entries ADD COLUMN translations TEXT");
    for (const table of TABLES) this.#sql.exec(table);
    this.#completed = true;
  }

  begin(job: CrawlJob): void {
    this.#storage.transactionSync(() => {
      for (const table of NAMES) this.#sql.exec(`DROP TABLE IF EXISTS ${table}`);
      for (const table of TABLES) this.#sql.exec(table);
      this.#sql.exec("INSERT INTO job VALUES (1, ?)", JSON.stringify(job));
      this.add(job.url, job.kind === "sitemap" ? "sitemap" : "page");
    });
  }

  job(): CrawlJob | null {
    if (!this.#exists()) return null;
    this.#complete();
    const [row] = this.#sql.exec<{ job_json: string }>("SELECT job_json FROM job").toArray();
    return row ? (JSON.parse(row.job_json) as CrawlJob) : null;
  }

  /** @returns whether it was not known before */
  add(address: string, kind: Entry["kind"], depth = 0, translations: string | null = null): boolean {
    return (
      this.#sql
        .exec(
          "INSERT INTO entries (address, kind, state, depth, translations) VALUES (?, ?, 'waiting', ?, ?) ON CONFLICT DO NOTHING RETURNING 1",
          ...[address, kind, depth, translations],
        )
        .toArray().length > 0
    );
  }

  remove(address: string): void {
    this.#sql.exec("DELETE FROM entries WHERE address = ?", address);
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

  /** What is to be read next: sitemaps before pages. Each look reads the rows that it gives, not all that wait. */
  waiting(limit: number): Entry[] {
    const next = (kind: string, most: number) =>
      this.#sql
        .exec<Entry & Record<string, SqlStorageValue>>(
          "SELECT * FROM entries WHERE state = 'waiting' AND kind = ? ORDER BY rowid LIMIT ?",
          kind,
          most,
        )
        .toArray();
    for (const kind of ["sitemap", "guess", "nested"]) {
      const found = next(kind, 1);
      if (found.length > 0) return found;
    }
    return next("page", limit);
  }

  /** Behind all others: what it depends on is to be read first. */
  postpone(address: string): void {
    this.#sql.exec("UPDATE entries SET rowid = (SELECT max(rowid) + 1 FROM entries) WHERE address = ?", address);
  }

  /** Before it is read: should the reader break, it is known that it was tried. */
  try(address: string): void {
    this.#sql.exec("UPDATE entries SET tries = tries + 1 WHERE address = ?", address);
  }

  settle(address: string, state: EntryState, detail: string | null, title: string | null = null): void {
    const set = "UPDATE entries SET state = ?, detail = ?, title = ? WHERE address = ?";
    this.#sql.exec(set, state, detail, title, address);
  }

  /** @returns the page that says the same as this one and was met before; `null` where this is the first */
  firstToSay(digest: string, address: string): string | null {
    this.#sql.exec("INSERT INTO said VALUES (?, ?) ON CONFLICT DO NOTHING", digest, address);
    const { address: first } = this.#sql
      .exec<{ address: string }>("SELECT address FROM said WHERE digest = ?", digest)
      .one();
    return first === address ? null : first;
  }

  /** Counts an address of this shape; one too many writes nothing. @returns whether there are no more than `most` */
  countShape(shape: string, most: number): boolean {
    const counted = this.#sql.exec(
      "INSERT INTO shapes VALUES (?, 1) ON CONFLICT DO UPDATE SET count = count + 1 WHERE count < ? RETURNING 1",
      shape,
      most,
    );
    return counted.toArray().length > 0;
  }

  site(): { home: string; step: SiteStep } | null {
    return this.#sql.exec<{ home: string; step: SiteStep }>("SELECT home, step FROM site").toArray()[0] ?? null;
  }

  readSite(home: string, step: SiteStep): void {
    this.#sql.exec("INSERT INTO site VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET step = excluded.step", home, step);
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

  /** What is left out again and again, each time that a page links to it, is said once. */
  leaveOutOnce(reason: string, example: string): void {
    this.#sql.exec("INSERT INTO left_out VALUES (?, ?, 1) ON CONFLICT DO NOTHING", reason, example);
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
