import { DatabaseSync } from "node:sqlite";
import type { Database } from "./database.ts";

/** Words as FTS5 sees them; each is quoted, so that no sign of a question is taken for an operator. */
const WORD = /[\p{L}\p{N}]+/gu;

/** A plain FTS5 index of the same passages: Porter's stems, titles twice, none of our rules. */
export async function plainIndex(db: Database): Promise<(question: string) => string[]> {
  const { results } = await db
    .prepare(
      `SELECT p.address, p.title, coalesce(c.heading || char(10), '') || c.text AS text
       FROM knowledge_chunks c JOIN knowledge_pages p ON p.id = c.page_id`,
    )
    .all<{ address: string; title: string | null; text: string }>();
  const index = new DatabaseSync(":memory:");
  index.exec("CREATE VIRTUAL TABLE passages USING fts5(title, text, address UNINDEXED, tokenize = 'porter unicode61')");
  const insert = index.prepare("INSERT INTO passages VALUES (?, ?, ?)");
  for (const { title, text, address } of results) insert.run(title, text, address);
  const search = index.prepare(
    "SELECT address FROM passages WHERE passages MATCH ? ORDER BY bm25(passages, 2.0, 1.0) LIMIT 60",
  );
  return (question) => {
    const words = [...question.matchAll(WORD)].map(([word]) => `"${word}"`);
    if (words.length === 0) return [];
    return [...new Set(search.all(words.join(" OR ")).map(({ address }) => String(address)))].slice(0, 5);
  };
}
