import {
  MAX_PROJECT_BYTES,
  type Source,
  type SourceKind,
  type SourcePatterns,
  type SourceState,
} from "../../shared/knowledge.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";
import { OF_SCOPE } from "./table.ts";

export interface SourceRow {
  id: number;
  project_id: number;
  kind: SourceKind;
  title: string | null;
  url: string | null;
  status: SourceState;
  detail: string | null;
  run: string;
  bytes: number;
  chunks: number;
  ready: number;
  failed: number;
  skipped: number;
  waiting: number;
  languages_json: string;
  service_origin: string;
  patterns_json: string | null;
  fetched_at: number | null;
  created_at: number;
}

export const patternsOf = ({ patterns_json }: Pick<SourceRow, "patterns_json">): SourcePatterns =>
  patterns_json === null ? { include: [], exclude: [] } : (JSON.parse(patterns_json) as SourcePatterns);

/** As the operator API shows it. */
export const sourceOf = (row: SourceRow): Source => ({
  id: row.id,
  project_id: row.project_id,
  kind: row.kind,
  title: row.title,
  url: row.url,
  status: row.status,
  detail: row.detail,
  bytes: row.bytes,
  chunks: row.chunks,
  ...(row.kind === "sitemap" && {
    pages: { ready: row.ready, failed: row.failed, skipped: row.skipped, waiting: row.waiting },
    ...patternsOf(row),
  }),
  fetched_at: row.fetched_at,
  created_at: row.created_at,
});

/** @param scope the only organization whose sources may be seen, `null` for all */
export const findSource = (db: D1Database, id: number, scope: number | null): Promise<SourceRow | null> =>
  db.prepare(`SELECT * FROM knowledge_sources WHERE id = ?1 AND ${OF_SCOPE}`).bind(id, scope).first<SourceRow>();

export async function listSources(db: D1Database, project_id: number, page: PageRequest): Promise<Page<SourceRow>> {
  const { results } = await db
    .prepare("SELECT * FROM knowledge_sources WHERE project_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3")
    .bind(project_id, page.after, page.limit + 1)
    .all<SourceRow>();
  return pageOf(results, page);
}

/** What a project's sources hold in total. */
export interface KnowledgeSize {
  sources: number;
  pages: number;
  /** UTF-8 bytes of the text of all finished readings. */
  bytes: number;
  chunks: number;
  languages: string[];
}

export async function knowledgeSize(db: D1Database, project_id: number): Promise<KnowledgeSize> {
  const { results } = await db
    .prepare("SELECT ready, bytes, chunks, fetched_at, languages_json FROM knowledge_sources WHERE project_id = ?1")
    .bind(project_id)
    .all<Pick<SourceRow, "ready" | "bytes" | "chunks" | "fetched_at" | "languages_json">>();
  const sum = (field: (row: (typeof results)[number]) => number) =>
    results.reduce((total, row) => total + field(row), 0);
  return {
    sources: results.length,
    pages: sum((row) => row.ready),
    bytes: sum((row) => (row.fetched_at === null ? 0 : row.bytes)),
    chunks: sum((row) => row.chunks),
    languages: [...new Set(results.flatMap((row) => JSON.parse(row.languages_json) as string[]))],
  };
}

/**
 * Inserts only within the limit, since several requests may come at once.
 * @param most `pages` where a page comes with it, and the `bytes` that the project's others may have
 */
export const insertSource = (
  db: D1Database,
  source: {
    project_id: number;
    kind: SourceKind;
    title: string | null;
    url: string | null;
    run: string;
    service_origin: string;
    patterns: SourcePatterns | null;
  },
  most: { sources: number; pages: number | null; bytes: number | null },
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO knowledge_sources (project_id, kind, title, url, status, run, created_at, service_origin, patterns_json)
       SELECT ?1, ?2, ?3, ?4, 'pending', ?5, ?6, ?8, ?10
       WHERE (SELECT count(*) FROM knowledge_sources WHERE project_id = ?1) < ?7 AND (?9 IS NULL
         OR (SELECT count(*) < ?9 AND coalesce(sum(bytes), 0) <= ?11 FROM knowledge_pages WHERE project_id = ?1 AND status = 'ready'))
       RETURNING *`,
    )
    .bind(
      source.project_id,
      source.kind,
      source.title,
      source.url,
      source.run,
      now,
      most.sources,
      source.service_origin,
      most.pages,
      source.patterns && JSON.stringify(source.patterns),
      most.bytes,
    );

/**
 * Begins a new reading, of what its owner has changed; what an older one still finds is ignored.
 * @param changed `bytes` where a text replaces all of the source: no row if the project's other sources leave no room for them
 */
export const beginRun = (
  db: D1Database,
  id: number,
  run: string,
  changed: { title?: string | null; patterns?: SourcePatterns | null; bytes?: number } = {},
): D1PreparedStatement => {
  const { title = null, patterns = null, bytes = 0 } = changed;
  return db
    .prepare(
      `UPDATE knowledge_sources AS s SET run = ?2, status = 'pending', detail = NULL, failed = 0, skipped = 0, waiting = 0,
       title = coalesce(?3, title), patterns_json = coalesce(?4, patterns_json)
       WHERE id = ?1 AND (?5 = 0 OR ?5 + (SELECT coalesce(sum(p.bytes), 0) FROM knowledge_pages p
         WHERE p.project_id = s.project_id AND p.source_id != s.id AND p.status = 'ready') <= ${MAX_PROJECT_BYTES}) RETURNING *`,
    )
    .bind(id, run, title, patterns && JSON.stringify(patterns), bytes);
};

/** Stores the progress of a reading; no row if the source is gone or a newer reading runs. */
export const writeProgress = (
  db: D1Database,
  run: string,
  counts: { failed: number; skipped: number; waiting: number },
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE knowledge_sources SET failed = ?2, skipped = ?3, waiting = ?4,
       ready = (SELECT count(*) FROM knowledge_pages p WHERE p.source_id = knowledge_sources.id AND p.status = 'ready' AND p.run = ?1)
       WHERE run = ?1 RETURNING id`,
    )
    .bind(run, counts.failed, counts.skipped, counts.waiting);

/** Ends a reading: the source's state follows from its pages. */
export const finishRun = (
  db: D1Database,
  run: string,
  end: { detail: string | null; failed: number; skipped: number },
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE knowledge_sources SET (ready, bytes, chunks, languages_json) = (
         SELECT count(*), coalesce(sum(bytes), 0), coalesce(sum(chunks), 0), coalesce(json_group_array(DISTINCT language), '[]')
         FROM knowledge_pages p WHERE p.source_id = knowledge_sources.id AND p.status = 'ready'),
       status = CASE WHEN EXISTS (SELECT 1 FROM knowledge_pages p WHERE p.source_id = knowledge_sources.id AND p.status = 'ready')
         THEN 'ready' ELSE 'failed' END,
       title = coalesce(title, CASE WHEN kind = 'url' THEN (
         SELECT p.title FROM knowledge_pages p WHERE p.source_id = knowledge_sources.id AND p.status = 'ready' LIMIT 1) END),
       detail = ?2, failed = ?3, skipped = ?4, waiting = 0, fetched_at = ?5
       WHERE run = ?1 RETURNING *`,
    )
    .bind(run, end.detail, end.failed, end.skipped, now);

/** Sources with an address that were last read before `before`, the oldest first. */
export const dueSources = async (db: D1Database, before: number, limit: number): Promise<SourceRow[]> =>
  (
    await db
      .prepare(
        `SELECT * FROM knowledge_sources WHERE kind IN ('url', 'sitemap') AND status != 'pending'
         AND coalesce(fetched_at, 0) < ?1 ORDER BY fetched_at LIMIT ?2`,
      )
      .bind(before, limit)
      .all<SourceRow>()
  ).results;

/** Sources that are being read, or should be, in no order: those that take long hold up no others. */
export const pendingSources = async (db: D1Database, limit: number): Promise<SourceRow[]> =>
  (
    await db
      .prepare("SELECT * FROM knowledge_sources WHERE status = 'pending' ORDER BY random() LIMIT ?1")
      .bind(limit)
      .all<SourceRow>()
  ).results;

const WORDS_OF = "SELECT c.id FROM knowledge_chunks c JOIN knowledge_pages p ON p.id = c.page_id WHERE";

/** Deletes a source with its pages: no search finds anything of it any more. */
export const deleteSource = (db: D1Database, id: number) => ({
  inside: [
    `DELETE FROM knowledge_words WHERE rowid IN (${WORDS_OF} p.source_id = ?1)`,
    "DELETE FROM knowledge_chunks WHERE page_id IN (SELECT id FROM knowledge_pages WHERE source_id = ?1)",
    "DELETE FROM knowledge_pages WHERE source_id = ?1",
  ].map((sql) => db.prepare(sql).bind(id)),
  row: db.prepare("DELETE FROM knowledge_sources WHERE id = ?1").bind(id),
});

/** Deletes a project's sources and questions. */
export const deleteProjectKnowledge = (db: D1Database, project_id: number): D1PreparedStatement[] => [
  db.prepare(`DELETE FROM knowledge_words WHERE rowid IN (${WORDS_OF} p.project_id = ?1)`).bind(project_id),
  db
    .prepare("DELETE FROM knowledge_chunks WHERE page_id IN (SELECT id FROM knowledge_pages WHERE project_id = ?1)")
    .bind(project_id),
  db.prepare("DELETE FROM knowledge_pages WHERE project_id = ?1").bind(project_id),
  db.prepare("DELETE FROM knowledge_sources WHERE project_id = ?1").bind(project_id),
  db.prepare("DELETE FROM knowledge_questions WHERE project_id = ?1").bind(project_id),
];
