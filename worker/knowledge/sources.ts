import {
  MAX_DOCUMENT_BYTES,
  MAX_PAGES,
  MAX_PROJECT_BYTES,
  MAX_SOURCES,
  type Source,
  type SourceCreate,
} from "../../shared/knowledge.ts";
import type { Actor } from "../actor.ts";
import { requireRate } from "../bounds.ts";
import { audit, change, permitIn } from "../change.ts";
import { type Document, UnreadableDocument } from "../documents/document.ts";
import { isReadable, READABLE, readDocument } from "../documents/read.ts";
import { ApiError, valueError } from "../http/errors.ts";
import { callIndex } from "../objects/passage-index/client.ts";
import { type CrawlerBindings, callCrawler } from "../objects/source-crawler/client.ts";
import type { CrawlJob } from "../objects/source-crawler/rpc.ts";
import { type Action, permit } from "../permissions.ts";
import { eraseAuditedChanges } from "../storage/erase.ts";
import { savePage } from "../storage/knowledge-pages.ts";
import { hasRoomForUpload } from "../storage/knowledge-room.ts";
import {
  beginRun,
  deleteProjectKnowledge,
  deleteSource,
  findSource,
  finishRun,
  insertSource,
  knowledgeSize,
  patternsOf,
  type SourceRow,
  sourceOf,
} from "../storage/knowledge-sources.ts";
import { textsOfSource } from "../storage/knowledge-texts.ts";
import type { Project } from "../storage/projects.ts";
import { type IndexedDocument, indexDocument } from "./index-document.ts";
import { followMeaning, forgetAllMeaning, forgetMeaning } from "./meaning.ts";
import type { SearchBindings } from "./move-texts.ts";
import { dropTexts, namedBy, putText } from "./page-texts.ts";

export interface KnowledgeBindings extends CrawlerBindings, SearchBindings {}

/** Beginning of an audit entry about a source. */
export const recordOf = (db: D1Database, actor: Actor, { id, project_id }: SourceRow, action: Action) =>
  permitIn(db, actor, action, project_id, `source:${id}`);

/** The uploaded bytes and what they are. @throws ApiError 413, ValidationError */
function uploaded(body: Extract<SourceCreate, { kind: "text" | "file" }>): {
  bytes: Uint8Array;
  type: string;
  field: string;
} {
  if (body.kind === "text") {
    const bytes = new TextEncoder().encode(body.text);
    if (bytes.byteLength > MAX_DOCUMENT_BYTES) throw new ApiError("document_too_large");
    return { bytes, type: "text/plain; charset=utf-8", field: "text" };
  }
  if (!isReadable(body.content_type)) throw valueError(["body", "content_type"], `Give the type of ${READABLE}`);
  // Base64 is a third longer than its bytes; white space in it is no part of them.
  const encoded = body.content_base64.replace(/\s+/g, "");
  if (encoded.length > Math.ceil((MAX_DOCUMENT_BYTES + 3) / 3) * 4) throw new ApiError("document_too_large");
  let binary: string;
  try {
    binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw valueError(["body", "content_base64"], "This is not base64; encode the file's bytes");
  }
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  if (bytes.byteLength > MAX_DOCUMENT_BYTES) throw new ApiError("document_too_large");
  return { bytes, type: body.content_type, field: "content_base64" };
}

export async function readUpload(body: Extract<SourceCreate, { kind: "text" | "file" }>) {
  const { bytes, type, field } = uploaded(body);
  try {
    return await readDocument(bytes, type, { strict: true });
  } catch (error) {
    if (error instanceof UnreadableDocument) throw valueError(["body", field], error.message);
    throw error;
  }
}

/**
 * Reads an upload, and asks whether there is room for it before it goes into the index. One that comes to nothing has cost as
 * much as another, and counts in an hour of its own.
 * @param target what it was sent to
 * @throws ApiError `too_many_pages`; ValidationError
 */
export async function prepareUpload(
  db: D1Database,
  actor: Actor,
  project: Pick<Project, "id" | "org_id">,
  target: string,
  prepare: () => Promise<IndexedDocument>,
  replaced: number | null = null,
): Promise<IndexedDocument> {
  try {
    const page = await prepare();
    if (await hasRoomForUpload(db, project.id, page.bytes, replaced)) return page;
    throw new ApiError("too_many_pages");
  } catch (error) {
    await audit(db, { ...permit(actor, "source.unread", project), target });
    throw error;
  }
}

/** What an upload without a title is called: its first words. */
const titleOf = ({ title, sections }: Document): string =>
  title ?? (sections[0]?.text.split("\n")[0] ?? "").slice(0, 80);

/** Makes a source. What was uploaded is in the index with the answer; what is fetched is read from then on. */
export async function addSource(
  bindings: KnowledgeBindings,
  actor: Actor,
  project: Pick<Project, "id" | "org_id">,
  body: SourceCreate,
  service_origin: string,
): Promise<Source> {
  const db = bindings.DB;
  const project_id = project.id;
  const record = permit(actor, "source.create", project);
  const now = Date.now();
  const run = crypto.randomUUID();
  const url = body.url ?? null;
  // Reading is the expensive part: not for what is refused anyway.
  const size = await knowledgeSize(db, project_id);
  if (size.sources >= MAX_SOURCES) throw new ApiError("too_many_sources");
  const upload = body.kind === "text" || body.kind === "file" ? body : null;
  await requireRate(db, record, upload ? ["source.create", "source.unread"] : ["source.create"]);
  let title = body.title ?? null;
  const page =
    upload &&
    (await prepareUpload(db, actor, project, `project:${project_id}`, async () => {
      const document = await readUpload(upload);
      title ??= titleOf(document);
      return indexDocument(document, { address: "", link: url, title });
    }));
  const patterns = body.kind === "sitemap" ? { include: body.include, exclude: body.exclude } : null;
  const source = { project_id, kind: body.kind, title, url, run, service_origin, patterns };
  const most = { sources: MAX_SOURCES, pages: page && MAX_PAGES, bytes: page && MAX_PROJECT_BYTES - page.bytes };
  const statement = insertSource(db, source, most, now);
  const text_id = page && (await putText(bindings, project_id, page));
  const changed = change<SourceRow>(db, { ...record, change: { kind: body.kind, title, url } }, statement, {
    with: text_id
      ? [...savePage(db, run, page, text_id, now), finishRun(db, run, { detail: null, failed: 0, skipped: 0 }, now)]
      : [],
  });
  const made = await namedBy(bindings, project_id, text_id, changed);
  if (!made) {
    await dropTexts(bindings, project_id, [text_id]);
    const { sources } = await knowledgeSize(db, project_id);
    throw new ApiError(sources >= MAX_SOURCES ? "too_many_sources" : "too_many_pages");
  }
  if (page) {
    await followMeaning(bindings, project_id);
    return sourceOf((await findSource(db, made.id, null)) ?? made);
  }
  await startReading(bindings, made, size.pages);
  return sourceOf(made);
}

export async function startReading(bindings: KnowledgeBindings, row: SourceRow, pages: number): Promise<void> {
  if (row.kind !== "url" && row.kind !== "sitemap") return;
  const job: CrawlJob = {
    run: row.run,
    source_id: row.id,
    project_id: row.project_id,
    kind: row.kind,
    url: row.url ?? "",
    title: row.title,
    room: Math.max(0, MAX_PAGES - pages + row.ready),
    service_origin: row.service_origin,
    patterns: patternsOf(row),
    begun_at: Date.now(),
  };
  await callCrawler(bindings, row.id, (crawler) => crawler.begin(job));
}

/**
 * A source that is being read, or should be: its reading goes on where nothing woke it, and begins where its crawler was
 * never reached.
 */
export async function goOnReading(bindings: KnowledgeBindings, source_id: number): Promise<void> {
  if (await callCrawler(bindings, source_id, (crawler) => crawler.resume())) return;
  // Only now: a reading that has just ended has told D1 before it was forgotten.
  const row = await findSource(bindings.DB, source_id, null);
  if (row?.status !== "pending") return;
  const { pages } = await knowledgeSize(bindings.DB, row.project_id);
  await startReading(bindings, row, pages);
}

/** The same for those that are pending. A failure is no harm: the next look, or the cron, tries again. */
export async function goOnReadingPending(bindings: KnowledgeBindings, rows: readonly SourceRow[]): Promise<void> {
  const pending = rows.filter(({ status }) => status === "pending");
  await Promise.allSettled(pending.map(({ id }) => goOnReading(bindings, id)));
}

/** Reads a source with an address once more; an uploaded one stays as it is. */
export async function refreshSource(
  bindings: KnowledgeBindings,
  actor: Actor | null,
  source: SourceRow,
): Promise<Source> {
  const db = bindings.DB;
  if (source.kind !== "url" && source.kind !== "sitemap") return sourceOf(source);
  const record = actor && (await recordOf(db, actor, source, "source.refresh"));
  const size = await knowledgeSize(db, source.project_id);
  const begin = beginRun(db, source.id, crypto.randomUUID());
  const row = await (record ? change<SourceRow>(db, record, begin) : begin.first<SourceRow>());
  if (!row) throw new ApiError("source_not_found");
  await startReading(bindings, row, size.pages);
  return sourceOf(row);
}

/** After it has answered no search finds a word of the source, and the audit log holds none. */
export async function removeSource(bindings: KnowledgeBindings, actor: Actor, source: SourceRow): Promise<void> {
  const db = bindings.DB;
  const { project_id } = source;
  const text_ids = await textsOfSource(db, source.id);
  const record = await recordOf(db, actor, source, "source.delete");
  const { row, inside } = deleteSource(db, source.id);
  await callIndex(bindings, project_id, (index) => index.sweepSoon(project_id));
  // A text without a title is called by its first words.
  await change(db, record, row, { before: inside, with: [eraseAuditedChanges(db, [record.target])] });
  await forgetMeaning(bindings, project_id, await dropTexts(bindings, project_id, text_ids));
  await callCrawler(bindings, source.id, (crawler) => crawler.stop());
}

/** A project's sources, passages and questions, for good. A crawler that still runs finds its source gone and ends. */
export async function deleteKnowledgeOfProject(bindings: KnowledgeBindings, project_id: number): Promise<void> {
  await bindings.DB.batch(deleteProjectKnowledge(bindings.DB, project_id));
  await callIndex(bindings, project_id, (index) => index.clear());
  await forgetAllMeaning(bindings, project_id);
}
