import { DatabaseSync } from "node:sqlite";
import type { ReadPassage } from "./product.ts";

/** Words as FTS5 sees them; each is quoted, so that no sign of a question is taken for an operator. */
const WORD = /[\p{L}\p{N}]+/gu;

/** A plain FTS5 index of the same passages: Porter's stems, titles twice, none of our rules. */
export function plainIndex(passages: readonly ReadPassage[]): (question: string) => string[] {
  const index = new DatabaseSync(":memory:");
  index.exec("CREATE VIRTUAL TABLE passages USING fts5(title, text, address UNINDEXED, tokenize = 'porter unicode61')");
  const insert = index.prepare("INSERT INTO passages VALUES (?, ?, ?)");
  for (const { title, text, address } of passages) insert.run(title, text, address);
  const search = index.prepare(
    "SELECT address FROM passages WHERE passages MATCH ? ORDER BY bm25(passages, 2.0, 1.0) LIMIT 60",
  );
  return (question) => {
    const words = [...question.matchAll(WORD)].map(([word]) => `"${word}"`);
    if (words.length === 0) return [];
    return [...new Set(search.all(words.join(" OR ")).map(({ address }) => String(address)))].slice(0, 5);
  };
}
