import type { SourceKind } from "../../shared/knowledge.ts";

/**
 * Which text is which page's. The passages of texts are in the project's object. A page that an older Worker refused,
 * after a rollback, still names its text: that text counts as no page's.
 */

/** Receives how many rows a query read, which D1 bills. */
export type CountRows = (rows: number) => void;

/** What stands over the passages of a text. */
export interface PageOfText {
  text_id: string;
  page_id: number;
  source_id: number;
  kind: SourceKind;
  title: string | null;
  source_title: string | null;
  /** Where it was read; empty for an upload, whose link is its source's. */
  address: string;
  source_url: string | null;
  language: string;
  chunks: number;
  /** The name that it shares with its translations, if it has any. */
  translations: string | null;
}

const OVER = `p.text_id, p.id AS page_id, p.source_id, s.kind, p.title, s.title AS source_title, p.address, s.url AS source_url,
  coalesce(p.language, '') AS language, p.chunks, nullif(p.translations, '') AS translations`;

/** As it is shown: a page of a site has its own title, an upload its owner's. */
export const titleOfPage = ({ kind, title, source_title }: PageOfText): string | null =>
  kind === "sitemap" ? (title ?? source_title) : (source_title ?? title);

export const linkOfPage = ({ address, source_url }: PageOfText): string | null => address || source_url;

// A plus keeps SQLite from going through all pages of the project.

/** The pages of a project that have these texts, by text. */
export async function pagesOfTexts(
  db: D1Database,
  project_id: number,
  text_ids: Iterable<string>,
  count: CountRows = () => {},
): Promise<Map<string, PageOfText>> {
  const wanted = [...new Set(text_ids)];
  if (wanted.length === 0) return new Map();
  const { results, meta } = await db
    .prepare(
      `SELECT ${OVER} FROM json_each(?2) AS wanted CROSS JOIN knowledge_pages p ON p.text_id = wanted.value AND p.status = 'ready'
       JOIN knowledge_sources s ON s.id = p.source_id WHERE +p.project_id = ?1`,
    )
    .bind(project_id, JSON.stringify(wanted))
    .all<PageOfText>();
  count(meta.rows_read);
  return new Map(results.map((page) => [page.text_id, page]));
}

/** The pages of a project's finished readings that have a text, in order; only for small projects. */
export const allPages = async (db: D1Database, project_id: number): Promise<PageOfText[]> =>
  (
    await db
      .prepare(
        `SELECT ${OVER} FROM knowledge_pages p JOIN knowledge_sources s ON s.id = p.source_id
         WHERE p.project_id = ?1 AND p.text_id IS NOT NULL AND p.status = 'ready' AND s.fetched_at IS NOT NULL ORDER BY s.id, p.id`,
      )
      .bind(project_id)
      .all<PageOfText>()
  ).results;

const idsOf = async (query: D1PreparedStatement): Promise<string[]> =>
  (await query.all<{ text_id: string }>()).results.map(({ text_id }) => text_id);

/** Ids of the texts that a project's pages have now. */
export const textsOfProject = (db: D1Database, id: number): Promise<string[]> =>
  idsOf(
    db
      .prepare("SELECT text_id FROM knowledge_pages WHERE project_id = ?1 AND text_id IS NOT NULL AND status = 'ready'")
      .bind(id),
  );

/** Ids of all texts that a source's pages name. */
export const textsOfSource = (db: D1Database, id: number): Promise<string[]> =>
  idsOf(db.prepare("SELECT text_id FROM knowledge_pages WHERE source_id = ?1 AND text_id IS NOT NULL").bind(id));

/** From a backup: these pages have these texts. The same again changes nothing. */
export const restoreTexts = (
  db: D1Database,
  project_id: number,
  texts: readonly { page_id: number; text_id: string }[],
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE knowledge_pages AS p SET text_id = t.value ->> 'text_id', text_at = p.fetched_at FROM json_each(?2) AS t
       WHERE p.id = t.value ->> 'page_id' AND +p.project_id = ?1 AND p.status = 'ready'`,
    )
    .bind(project_id, JSON.stringify(texts));
