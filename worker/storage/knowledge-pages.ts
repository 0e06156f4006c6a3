import type { PageState, PageText, SourcePage } from "../../shared/knowledge.ts";
import { HAS_ROOM, OF_RUN } from "./knowledge-room.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";

export interface StoredPage {
  /** Where it was read; empty for an upload. */
  address: string;
  /** The address that was asked for, where redirects led on from it. */
  asked: string | null;
  title: string | null;
  language: string;
  etag: string | null;
  modified: string | null;
  /** The name that it shares with its translations; empty if it has none. A page has no such name that was read before there were any. */
  translations: string;
  bytes: number;
  /** How many passages its text has. */
  chunks: number;
}

const PAGE = `(SELECT p.id FROM ${OF_RUN} AND p.address = ?2)`;

/** Which text a page has; its row is the page's, if there is one. */
export const textIdOfPage = (db: D1Database, run: string, address: string): D1PreparedStatement =>
  db.prepare(`SELECT p.text_id FROM ${OF_RUN} AND p.address = ?2`).bind(run, address);

/** Removes what D1 has of a page's passages from before they were in objects. */
const clearPage = (db: D1Database, run: string, address: string): D1PreparedStatement[] => [
  db
    .prepare(`DELETE FROM knowledge_words WHERE rowid IN (SELECT id FROM knowledge_chunks WHERE page_id = ${PAGE})`)
    .bind(run, address),
  db.prepare(`DELETE FROM knowledge_chunks WHERE page_id = ${PAGE}`).bind(run, address),
];

/**
 * Run these in one batch: from then on the page has this text, which is kept already. Only while `run` is the source's current
 * reading and the project has room: the last statement returns a row where it is.
 */
export const savePage = (
  db: D1Database,
  run: string,
  page: StoredPage,
  text_id: string,
  now: number,
): D1PreparedStatement[] => [
  ...clearPage(db, run, page.address),
  db
    .prepare(
      `INSERT INTO knowledge_pages (source_id, project_id, address, asked, status, title, language, etag, modified, bytes, chunks, run,
         fetched_at, text_id, text_at, translations)
       SELECT id, project_id, ?2, ?3, 'ready', ?4, ?5, ?6, ?7, ?8, ?9, ?1, ?10, ?11, ?10, ?12 FROM knowledge_sources s
       WHERE run = ?1 AND ${HAS_ROOM}
       ON CONFLICT (source_id, address) DO UPDATE SET asked = ?3, status = 'ready', detail = NULL, title = ?4, language = ?5,
       etag = ?6, modified = ?7, bytes = ?8, chunks = ?9, run = ?1, fetched_at = ?10, text_id = ?11, text_at = ?10, translations = ?12
       RETURNING id`,
    )
    .bind(
      run,
      page.address,
      page.asked,
      page.title,
      page.language,
      page.etag,
      page.modified,
      page.bytes,
      page.chunks,
      now,
      text_id,
      page.translations,
    ),
];

/** A page that has not changed. */
export const confirmPage = (db: D1Database, run: string, address: string, asked: string | null): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE knowledge_pages SET run = ?1, asked = ?3, detail = NULL WHERE address = ?2 AND status = 'ready'
       AND source_id = (SELECT id FROM knowledge_sources WHERE run = ?1) RETURNING id`,
    )
    .bind(run, address, asked);

/** An address that could not be read this time: what is known of it, or of where it led, stays. */
export const keepPage = (db: D1Database, run: string, address: string, detail: string): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE knowledge_pages SET run = ?1, detail = ?3 WHERE id IN (
         SELECT p.id FROM ${OF_RUN} AND p.address = ?2 UNION SELECT p.id FROM ${OF_RUN} AND p.asked = ?2)
       AND status = 'ready' RETURNING id`,
    )
    .bind(run, address, detail);

/** A page that is not in the index, and why. */
export const refusePage = (
  db: D1Database,
  run: string,
  address: string,
  status: Exclude<PageState, "ready">,
  detail: string,
): D1PreparedStatement[] => [
  ...clearPage(db, run, address),
  db
    .prepare(
      `INSERT INTO knowledge_pages (source_id, project_id, address, status, detail, run)
       SELECT id, project_id, ?2, ?3, ?4, ?1 FROM knowledge_sources WHERE run = ?1
       ON CONFLICT (source_id, address) DO UPDATE SET asked = NULL, status = ?3, detail = ?4, title = NULL, language = NULL,
       etag = NULL, modified = NULL, bytes = 0, chunks = 0, run = ?1, fetched_at = NULL, text_id = NULL,
       translations = NULL`,
    )
    .bind(run, address, status, detail),
];

const UNMET = "p.source_id = (SELECT id FROM knowledge_sources WHERE run = ?1) AND p.run != ?1";

/** Deletes pages that a complete reading did not find: they are no longer part of the source. The last statement returns their texts. */
export const dropUnmetPages = (db: D1Database, run: string): D1PreparedStatement[] => [
  db
    .prepare(
      `DELETE FROM knowledge_words WHERE rowid IN
       (SELECT c.id FROM knowledge_chunks c JOIN knowledge_pages p ON p.id = c.page_id WHERE ${UNMET})`,
    )
    .bind(run),
  db
    .prepare(`DELETE FROM knowledge_chunks WHERE page_id IN (SELECT p.id FROM knowledge_pages p WHERE ${UNMET})`)
    .bind(run),
  db.prepare(`DELETE FROM knowledge_pages AS p WHERE ${UNMET} RETURNING text_id`).bind(run),
];

export interface Validators {
  address: string;
  text_id: string;
  etag: string | null;
  modified: string | null;
}

/**
 * The cache validators (ETag and date) that the server sent when these pages, or those that they led to, were last read, if they have a
 * text, and it is known whether they have translations.
 */
export const readValidators = async (db: D1Database, run: string, addresses: string[]): Promise<Validators[]> =>
  (
    await db
      .prepare(
        ["address", "asked"]
          .map(
            (column) =>
              `SELECT p.address, p.text_id, p.etag, p.modified FROM ${OF_RUN}
               AND p.status = 'ready' AND p.text_id IS NOT NULL AND p.translations IS NOT NULL AND p.${column} IN (SELECT value FROM json_each(?2))`,
          )
          .join(" UNION "),
      )
      .bind(run, JSON.stringify(addresses))
      .all<Validators>()
  ).results;

interface PageRow {
  id: number;
  address: string;
  title: string | null;
  status: PageState;
  detail: string | null;
  bytes: number;
  chunks: number;
  fetched_at: number | null;
}

export async function listPages(db: D1Database, source_id: number, page: PageRequest): Promise<Page<SourcePage>> {
  const { results } = await db
    .prepare(
      `SELECT id, address, title, status, detail, bytes, chunks, fetched_at FROM knowledge_pages
       WHERE source_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3`,
    )
    .bind(source_id, page.after, page.limit + 1)
    .all<PageRow>();
  return pageOf(
    results.map(({ address, ...row }) => ({ ...row, url: address || null })),
    page,
  );
}

/** A page without its passages, if it is one of a source that may be seen, with the text that has them. @param scope as of `findSource` */
export async function findPage(
  db: D1Database,
  id: number,
  scope: number | null,
): Promise<(Omit<PageText, "passages"> & { project_id: number; text_id: string | null }) | null> {
  const row = await db
    .prepare(
      `SELECT id, source_id, project_id, address, title, status, detail, bytes, chunks, fetched_at,
         iif(status = 'ready', text_id, NULL) AS text_id FROM knowledge_pages
       WHERE id = ?1 AND (?2 IS NULL OR project_id IN (SELECT id FROM projects WHERE org_id = ?2))`,
    )
    .bind(id, scope)
    .first<PageRow & { source_id: number; project_id: number; text_id: string | null }>();
  if (!row) return null;
  const { address, ...page } = row;
  return { ...page, url: address || null };
}
