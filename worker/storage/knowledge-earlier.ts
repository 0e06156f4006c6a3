/**
 * What D1 has of pages' passages from before they were in objects of their projects. It stays for one release: each page's are
 * taken over once, and a Worker that was rolled back goes on with them.
 */

/** A page whose passages are in D1 alone: it was not taken over, or a Worker of before has read it since. */
const TO_MOVE = "p.status = 'ready' AND (p.text_id IS NULL OR p.text_at IS NOT p.fetched_at)";
/** Bytes of the pages that are read at once, or one page. */
const AT_ONCE = 2_000_000;
const PAGES_AT_ONCE = 50;

export interface PageToMove {
  id: number;
  fetched_at: number | null;
  text_id: string | null;
  title: string | null;
  language: string | null;
  address: string;
  source_title: string | null;
  source_url: string | null;
}

export interface EarlierPassage {
  page_id: number;
  id: number;
  ordinal: number;
  heading: string | null;
  text: string;
}

export const hasPagesToMove = async (db: D1Database, project_id: number): Promise<boolean> =>
  (await db
    .prepare(`SELECT EXISTS (SELECT 1 FROM knowledge_pages p WHERE p.project_id = ?1 AND ${TO_MOVE}) AS there`)
    .bind(project_id)
    .first<number>("there")) === 1;

export const projectsWithPagesToMove = async (db: D1Database, limit: number): Promise<number[]> =>
  (
    await db
      .prepare(`SELECT DISTINCT p.project_id AS id FROM knowledge_pages p WHERE ${TO_MOVE} ORDER BY 1 LIMIT ?1`)
      .bind(limit)
      .all<{ id: number }>()
  ).results.map(({ id }) => id);

/** The next pages of a project to take over, with their passages; none while a restore brings passages. */
export async function readPagesToMove(
  db: D1Database,
  project_id: number,
): Promise<{ pages: PageToMove[]; passages: EarlierPassage[] }> {
  const { results } = await db
    .prepare(
      `SELECT p.id, p.fetched_at, p.text_id, p.title, p.language, p.address, p.bytes, s.title AS source_title, s.url AS source_url
       FROM knowledge_pages p JOIN knowledge_sources s ON s.id = p.source_id
       WHERE p.project_id = ?1 AND ${TO_MOVE} AND NOT EXISTS (SELECT 1 FROM restores WHERE finished_at IS NULL)
       ORDER BY p.id LIMIT ${PAGES_AT_ONCE}`,
    )
    .bind(project_id)
    .all<PageToMove & { bytes: number }>();
  let bytes = 0;
  const pages = results.filter((page, at) => {
    bytes += page.bytes;
    return at === 0 || bytes <= AT_ONCE;
  });
  if (pages.length === 0) return { pages, passages: [] };
  const passages = await db
    .prepare(
      `SELECT page_id, id, ordinal, heading, text FROM knowledge_chunks WHERE page_id IN (SELECT value FROM json_each(?1))
       ORDER BY page_id, ordinal`,
    )
    .bind(JSON.stringify(pages.map(({ id }) => id)))
    .all<EarlierPassage>();
  return { pages, passages: passages.results };
}

/** A page of those that were read, and its text from now on. */
export interface MovedPage {
  page: Pick<PageToMove, "id" | "fetched_at" | "text_id">;
  text_id: string;
}

/** These pages have these texts from now on, but those that are gone or were read anew meanwhile. @returns the ids of those that have */
export async function noteMoved(db: D1Database, moved: readonly MovedPage[]): Promise<number[]> {
  const list = moved.map(({ page: { id, fetched_at, text_id: before }, text_id }) => ({
    id,
    fetched_at,
    before,
    text_id,
  }));
  const { results } = await db
    .prepare(
      `UPDATE knowledge_pages AS p SET text_id = m.value ->> 'text_id', text_at = p.fetched_at FROM json_each(?1) AS m
       WHERE p.id = m.value ->> 'id' AND p.fetched_at IS m.value ->> 'fetched_at' AND p.text_id IS m.value ->> 'before'
       AND ${TO_MOVE} RETURNING id`,
    )
    .bind(JSON.stringify(list))
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}
