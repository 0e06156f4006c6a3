import type { PassageText } from "./knowledge-search.ts";

/** A passage with everything that its index words are made from. */
export interface PassageWhole extends PassageText {
  language: string | null;
  address: string;
  source_title: string | null;
  source_url: string | null;
}

export async function readPassages(db: D1Database, ids: number[]): Promise<PassageWhole[]> {
  const { results } = await db
    .prepare(
      `SELECT c.id, p.project_id, c.heading, c.text, p.title, p.language, p.address,
         s.title AS source_title, s.url AS source_url
       FROM json_each(?1) AS wanted JOIN knowledge_chunks AS c ON c.id = wanted.value
         JOIN knowledge_pages AS p ON p.id = c.page_id JOIN knowledge_sources AS s ON s.id = p.source_id`,
    )
    .bind(JSON.stringify(ids))
    .all<PassageWhole>();
  return results;
}

export interface PassageWords {
  id: number;
  title: string;
  heading: string;
  body: string;
}

/** Rewrites the index words of passages. */
export const writePassageWords = (db: D1Database, passages: PassageWords[]): D1PreparedStatement[] => {
  const list = JSON.stringify(passages);
  return [
    db.prepare("DELETE FROM knowledge_words WHERE rowid IN (SELECT value ->> 'id' FROM json_each(?1))").bind(list),
    db
      .prepare(
        `INSERT INTO knowledge_words (rowid, title, heading, body)
         SELECT value ->> 'id', value ->> 'title', value ->> 'heading', value ->> 'body' FROM json_each(?1)`,
      )
      .bind(list),
  ];
};
