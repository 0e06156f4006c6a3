import { MAX_PAGES, MAX_PROJECT_BYTES } from "../../shared/knowledge.ts";

/** Pages of the source whose newest reading is `?1`. */
export const OF_RUN = "knowledge_pages p JOIN knowledge_sources s ON s.id = p.source_id WHERE s.run = ?1";
export const READY_PAGE = `(SELECT p.id FROM ${OF_RUN} AND p.address = ?2 AND p.status = 'ready')`;
/** What takes room in the project of a source. What its reading has not met of its own may be gone, and takes none. */
const OTHERS =
  "knowledge_pages p WHERE p.project_id = s.project_id AND p.status = 'ready' AND (p.source_id != s.id OR p.run = ?1)";
/**
 * A page that is known keeps its place; for another one there must be room in the project, whatever else is read at the same
 * time, and for the text of either, whose bytes are `?8`.
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
