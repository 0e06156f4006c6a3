import { MAX_PAGES, MAX_PROJECT_BYTES } from "../../shared/knowledge.ts";

/** Pages of the source whose newest reading is `?1`. */
export const OF_RUN = "knowledge_pages p JOIN knowledge_sources s ON s.id = p.source_id WHERE s.run = ?1";
const READY_PAGE = `(SELECT p.id FROM ${OF_RUN} AND p.address = ?2 AND p.status = 'ready')`;
/** Pages that take room in the project of a source. Its own that its reading has not met yet take none: they may be gone. */
const OTHERS =
  "knowledge_pages p WHERE p.project_id = s.project_id AND p.status = 'ready' AND (p.source_id != s.id OR p.run = ?1)";
/**
 * A known page has its place; a new one needs room among the project's pages. Either needs room for its text of `?8` bytes.
 * Only the statement that saves it can tell: other sources may be read at the same time.
 */
export const HAS_ROOM = `(EXISTS ${READY_PAGE} OR ${MAX_PAGES} > (SELECT count(*) FROM ${OTHERS}))
  AND ${MAX_PROJECT_BYTES} >= ?8 + (SELECT coalesce(sum(p.bytes), 0) FROM ${OTHERS} AND (p.source_id != s.id OR p.address != ?2))`;

/** Whether a project's pages leave room for so many bytes of text. */
export const hasRoomForText = async (db: D1Database, project_id: number, bytes: number): Promise<boolean> =>
  (await db
    .prepare(
      `SELECT coalesce(sum(bytes), 0) + ?2 <= ${MAX_PROJECT_BYTES} AS fits FROM knowledge_pages
       WHERE project_id = ?1 AND status = 'ready'`,
    )
    .bind(project_id, bytes)
    .first<number>("fits")) === 1;

/**
 * Whether they leave room for a page of an upload with so many bytes of text, as far as can be said before it is saved.
 * @param replaced the source whose page it takes the place of
 */
export const hasRoomForUpload = async (
  db: D1Database,
  project_id: number,
  bytes: number,
  replaced: number | null,
): Promise<boolean> =>
  (await db
    .prepare(
      `SELECT (?3 IS NOT NULL OR count(*) < ${MAX_PAGES}) AND coalesce(sum(bytes), 0) + ?2 <= ${MAX_PROJECT_BYTES} AS fits
       FROM knowledge_pages WHERE project_id = ?1 AND status = 'ready' AND source_id IS NOT ?3`,
    )
    .bind(project_id, bytes, replaced)
    .first<number>("fits")) === 1;
