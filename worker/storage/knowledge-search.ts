/** Receives how many rows a query read, which D1 bills. */
export type CountRows = (rows: number) => void;

/** A passage that holds at least one word of a question. */
export interface CandidateRow {
  id: number;
  page_id: number;
  source_id: number;
  heading: string | null;
  text: string;
  title: string | null;
  language: string;
  url: string | null;
  /** How many passages its page has. */
  page_passages: number;
}

const PASSAGE = `c.id, c.page_id, p.source_id, c.heading, c.text, p.language, p.chunks AS page_passages,
  CASE WHEN s.kind = 'sitemap' THEN coalesce(p.title, s.title) ELSE coalesce(s.title, p.title) END AS title,
  coalesce(nullif(p.address, ''), s.url) AS url`;
const OF = "JOIN knowledge_pages p ON p.id = c.page_id JOIN knowledge_sources s ON s.id = p.source_id";

/** How many passages hold a word, by the word as the index has it behind its project's `prefix`. */
async function countsOf(
  db: D1Database,
  prefix: string,
  where: string,
  bound: readonly (string | number)[],
  count: CountRows,
): Promise<Map<string, number>> {
  const { results, meta } = await db
    .prepare(`SELECT term, doc FROM knowledge_vocabulary WHERE ${where}`)
    .bind(...bound)
    .all<{ term: string; doc: number }>();
  count(meta.rows_read);
  return new Map(results.map(({ term, doc }) => [term.slice(prefix.length), doc]));
}

/** How many passages hold each of these words; one that none holds is missing. */
export const wordCounts = (db: D1Database, prefix: string, words: readonly string[], count: CountRows) => {
  const terms = JSON.stringify(words.map((word) => prefix + word));
  return countsOf(db, prefix, "term IN (SELECT value FROM json_each(?1))", [terms], count);
};

/** The words that begin so, and how many passages hold each; so many at most. */
export const wordsBeginning = (db: D1Database, prefix: string, beginning: string, limit: number, count: CountRows) =>
  countsOf(db, prefix, "term >= ?1 AND term < ?1 || char(1114111) LIMIT ?2", [prefix + beginning, limit], count);

/** @param match an FTS5 query of quoted words, limited to this project */
export async function matchingPassages(
  db: D1Database,
  project_id: number,
  match: string,
  limit: number,
  count: CountRows,
): Promise<CandidateRow[]> {
  const { results, meta } = await db
    .prepare(
      `SELECT ${PASSAGE} FROM (
           SELECT rowid AS id, rank FROM knowledge_words
           WHERE knowledge_words MATCH ?1 AND rank MATCH 'bm25(3.0, 2.0, 1.0)' ORDER BY rank LIMIT ?3) k
         JOIN knowledge_chunks c ON c.id = k.id ${OF} WHERE p.project_id = ?2 ORDER BY k.rank`,
    )
    .bind(match, project_id, limit)
    .all<CandidateRow>();
  count(meta.rows_read);
  return results;
}

/** Passages by their ids, if they still exist. */
export const passagesById = async (db: D1Database, project_id: number, ids: number[]): Promise<CandidateRow[]> =>
  (
    await db
      .prepare(
        `SELECT ${PASSAGE} FROM knowledge_chunks c ${OF}
         WHERE p.project_id = ?1 AND c.id IN (SELECT value FROM json_each(?2))`,
      )
      .bind(project_id, JSON.stringify(ids))
      .all<CandidateRow>()
  ).results;

/** A passage, with what it stands under. */
export interface PassageText {
  id: number;
  project_id: number;
  title: string | null;
  heading: string | null;
  text: string;
}

/** Ids of all passages of a source, or of a project. */
export const passageIds = async (
  db: D1Database,
  of: { source_id: number } | { project_id: number },
): Promise<number[]> => {
  const [column, value] = "source_id" in of ? ["source_id", of.source_id] : ["project_id", of.project_id];
  const { results } = await db
    .prepare(`SELECT c.id FROM knowledge_chunks c JOIN knowledge_pages p ON p.id = c.page_id WHERE p.${column} = ?1`)
    .bind(value)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
};
