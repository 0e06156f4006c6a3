import { joinSegments } from "../full-text.ts";
import { THESE } from "../table-rows.ts";
import type { IndexedPassage, Read, StoredPassage, WordCount, WordCounts } from "./rpc.ts";

const TABLES = [
  // project, next_id (of a passage), dropped (words of passages that are gone may be in the index's segments).
  "CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
  "CREATE TABLE IF NOT EXISTS texts (id TEXT PRIMARY KEY, put_at INTEGER NOT NULL) WITHOUT ROWID",
  `CREATE TABLE IF NOT EXISTS passages (id INTEGER PRIMARY KEY, text_id TEXT NOT NULL, ordinal INTEGER NOT NULL, heading TEXT,
   text TEXT NOT NULL, UNIQUE (text_id, ordinal))`,
  // Words only, no text: rowid is the passage's id. Words come stemmed and folded.
  `CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (title, heading, body, content = '', contentless_delete = 1,
   tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'")`,
  "CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab (words, row)",
];

type StateName = "project" | "next_id" | "dropped";

/** Ids that an object gives; those below were given by D1. */
const OWN_IDS = 100_000_000;
/** Characters of a page of a backup, about. */
const DUMPED = 1_000_000;

const PASSAGE = "p.id, p.text_id, p.ordinal, p.heading, p.text";

type Selected<Row> = Row & Record<string, SqlStorageValue>;

/** The passages of one project and their words. An object that was never told of a passage has no tables. */
export class PassageTable {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  exists(): boolean {
    return this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'vocabulary'").toArray().length > 0;
  }

  create(project_id: number): void {
    if (this.exists()) return;
    this.#storage.transactionSync(() => {
      for (const table of TABLES) this.#sql.exec(table);
      this.#write("project", project_id);
    });
  }

  #read(name: StateName): number | null {
    const [row] = this.#sql.exec<{ value: number }>("SELECT value FROM state WHERE name = ?", name).toArray();
    return row?.value ?? null;
  }

  #write(name: StateName, value: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO state VALUES (?, ?)", name, value);
  }

  project(): number {
    return this.#sql.exec<{ value: number }>("SELECT value FROM state WHERE name = 'project'").one().value;
  }

  put(text_id: string, passages: readonly IndexedPassage[], now: number): void {
    this.#storage.transactionSync(() => {
      this.#sql.exec("INSERT OR IGNORE INTO texts VALUES (?, ?)", text_id, now);
      const first = this.#read("next_id") ?? OWN_IDS;
      let next = first;
      for (const { id, ordinal, heading, text, words } of passages) {
        if (this.#hasPassage("text_id = ? AND ordinal = ?", text_id, ordinal)) continue;
        const free = id === undefined || this.#hasPassage("id = ?", id) ? next++ : id;
        this.#sql.exec("INSERT INTO passages VALUES (?, ?, ?, ?, ?)", free, text_id, ordinal, heading, text);
        this.#sql.exec(
          "INSERT INTO words (rowid, title, heading, body) VALUES (?, ?, ?, ?)",
          ...[free, words.title, words.heading, words.body],
        );
      }
      if (next > first) this.#write("next_id", next);
    });
  }

  #hasPassage(where: string, ...bound: SqlStorageValue[]): boolean {
    return this.#sql.exec(`SELECT 1 FROM passages WHERE ${where}`, ...bound).toArray().length > 0;
  }

  drop(text_ids: readonly string[]): number[] {
    const list = JSON.stringify(text_ids);
    return this.#storage.transactionSync(() => {
      const gone = this.#ids(`DELETE FROM passages WHERE text_id IN (${THESE}) RETURNING id`, list);
      this.#sql.exec(`DELETE FROM words WHERE rowid IN (${THESE})`, JSON.stringify(gone));
      this.#sql.exec(`DELETE FROM texts WHERE id IN (${THESE})`, list);
      if (gone.length > 0) this.#write("dropped", 1);
      return gone;
    });
  }

  /** Texts that are none of these, with when they came. */
  others(text_ids: readonly string[]): { id: string; put_at: number }[] {
    return this.#sql
      .exec<{ id: string; put_at: number }>(
        `SELECT id, put_at FROM texts WHERE id NOT IN (${THESE})`,
        JSON.stringify(text_ids),
      )
      .toArray();
  }

  has(text_ids: readonly string[]): string[] {
    return this.#sql
      .exec<{ id: string }>(`SELECT id FROM texts WHERE id IN (${THESE})`, JSON.stringify(text_ids))
      .toArray()
      .map(({ id }) => id);
  }

  #ids(sql: string, ...bound: SqlStorageValue[]): number[] {
    return this.#sql
      .exec<{ id: number }>(sql, ...bound)
      .toArray()
      .map(({ id }) => id);
  }

  ids(): number[] {
    return this.#ids("SELECT id FROM passages ORDER BY id");
  }

  passages(text_ids: readonly string[]): StoredPassage[] {
    const sql = `SELECT ${PASSAGE} FROM passages p WHERE p.text_id IN (${THESE}) ORDER BY p.text_id, p.ordinal`;
    return this.#sql.exec<Selected<StoredPassage>>(sql, JSON.stringify(text_ids)).toArray();
  }

  passagesById(ids: readonly number[]): StoredPassage[] {
    const sql = `SELECT ${PASSAGE} FROM passages p WHERE p.id IN (${THESE})`;
    return this.#sql.exec<Selected<StoredPassage>>(sql, JSON.stringify(ids)).toArray();
  }

  counts(words: readonly string[], beginnings: readonly string[], limit: number): WordCounts {
    const { rows, rows_read } = this.#counted(`term IN (${THESE})`, JSON.stringify(words));
    const begun = beginnings.map((beginning) => this.#countsBeginning(beginning, limit));
    return {
      rows,
      longer: begun.flatMap((one) => one.rows),
      rows_read: begun.reduce((sum, one) => sum + one.rows_read, rows_read),
    };
  }

  #countsBeginning(beginning: string, limit: number): Read<WordCount> {
    return this.#counted("term >= ?1 AND term < ?1 || char(1114111) LIMIT ?2", beginning, limit);
  }

  #counted(where: string, ...bound: SqlStorageValue[]): Read<WordCount> {
    const cursor = this.#sql.exec<{ term: string; doc: number }>(
      `SELECT term, doc FROM vocabulary WHERE ${where}`,
      ...bound,
    );
    const rows = cursor.toArray().map(({ term, doc }): WordCount => [term, doc]);
    return { rows, rows_read: cursor.rowsRead };
  }

  matching(match: string, limit: number): Read<StoredPassage> {
    const cursor = this.#sql.exec<Selected<StoredPassage>>(
      `SELECT ${PASSAGE} FROM (
         SELECT rowid AS id, rank FROM words WHERE words MATCH ?1 AND rank MATCH 'bm25(3.0, 2.0, 1.0)' ORDER BY rank LIMIT ?2) k
       JOIN passages p ON p.id = k.id ORDER BY k.rank`,
      ...[match, limit],
    );
    return { rows: cursor.toArray(), rows_read: cursor.rowsRead };
  }

  /** @param phrases of letters and digits, so that no quote can end */
  phrasesThere(phrases: readonly string[]): Read<string> {
    let rows_read = 0;
    const rows = phrases.filter((phrase) => {
      const cursor = this.#sql.exec("SELECT 1 FROM words WHERE words MATCH ? LIMIT 1", `"${phrase}"`);
      const there = cursor.toArray().length > 0;
      rows_read += cursor.rowsRead;
      return there;
    });
    return { rows, rows_read };
  }

  /** Behind an id, a page of a backup. */
  after(id: number, limit: number): { passages: StoredPassage[]; next: number | null } {
    const passages: StoredPassage[] = [];
    let characters = 0;
    const sql = `SELECT ${PASSAGE} FROM passages p WHERE p.id > ? ORDER BY p.id`;
    for (const row of this.#sql.exec<Selected<StoredPassage>>(sql, id)) {
      if (passages.length === limit || characters >= DUMPED) return { passages, next: passages.at(-1)?.id ?? null };
      passages.push(row);
      characters += row.text.length;
    }
    return { passages, next: null };
  }

  /** Takes words of what is gone out of the index's segments, a step at a time. @returns whether there is more of it */
  tidy(): boolean {
    const dropped = this.#read("dropped") ?? 0;
    if (dropped === 0) return false;
    const more = joinSegments(this.#sql, "words", dropped === 1);
    this.#write("dropped", more ? 2 : 0);
    return more;
  }
}
