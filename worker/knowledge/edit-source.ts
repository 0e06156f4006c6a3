import type { Source, SourcePatch } from "../../shared/knowledge.ts";
import type { Actor } from "../actor.ts";
import { requireRate } from "../bounds.ts";
import { change } from "../change.ts";
import { ApiError, ValidationError, valueFault } from "../http/errors.ts";
import { difference } from "../storage/audit-values.ts";
import { savePage } from "../storage/knowledge-pages.ts";
import {
  beginRun,
  findSource,
  finishRun,
  knowledgeSize,
  patternsOf,
  type SourceRow,
  sourceOf,
} from "../storage/knowledge-sources.ts";
import { textsOfSource } from "../storage/knowledge-texts.ts";
import { indexDocument } from "./index-document.ts";
import { followMeaning, forgetMeaning } from "./meaning.ts";
import { dropTexts, namedBy, putText } from "./page-texts.ts";
import { type KnowledgeBindings, prepareUpload, readUpload, recordOf, startReading } from "./sources.ts";

/** What can be changed of a source, by its kind. */
const OF_SITE = ["include", "exclude"] as const;
const OF_UPLOAD = ["text", "title"] as const;

/** Changes which pages of a site are read, or what an uploaded text says. */
export async function editSource(
  bindings: KnowledgeBindings,
  actor: Actor,
  source: SourceRow,
  patch: SourcePatch,
): Promise<Source> {
  const isUpload = source.kind === "text" || source.kind === "file";
  const own: readonly string[] = source.kind === "sitemap" ? OF_SITE : isUpload ? OF_UPLOAD : [];
  const foreign = Object.keys(patch).filter((name) => !own.includes(name));
  if (foreign.length > 0)
    throw new ValidationError(
      foreign.map((name) =>
        valueFault(
          ["body", name],
          isUpload
            ? "An upload has no pages to choose from; change its text"
            : "This is read from its address: change it there, or add a text beside it",
        ),
      ),
    );
  if (Object.keys(patch).length === 0) return sourceOf(source);
  if (!isUpload) return choosePages(bindings, actor, source, patch);
  if (patch.text === undefined)
    throw new ValidationError([valueFault(["body", "text"], "Give the text too; it is kept in passages only")]);
  return replaceText(bindings, actor, source, { text: patch.text, title: patch.title ?? null });
}

async function choosePages(
  bindings: KnowledgeBindings,
  actor: Actor,
  source: SourceRow,
  { include, exclude }: SourcePatch,
): Promise<Source> {
  const db = bindings.DB;
  const before = patternsOf(source);
  const patterns = { include: include ?? before.include, exclude: exclude ?? before.exclude };
  const record = { ...(await recordOf(db, actor, source, "source.update")), ...difference(before, patterns) };
  const { pages } = await knowledgeSize(db, source.project_id);
  const row = await change<SourceRow>(db, record, beginRun(db, source.id, crypto.randomUUID(), { patterns }));
  if (!row) throw new ApiError("source_not_found");
  await startReading(bindings, row, pages);
  return sourceOf(row);
}

/** The new text is in the index, and the old one is not, with the answer. */
async function replaceText(
  bindings: KnowledgeBindings,
  actor: Actor,
  source: SourceRow,
  { text, title }: { text: string; title: string | null },
): Promise<Source> {
  const db = bindings.DB;
  const { id, project_id, url } = source;
  // The text goes into the index before D1 is changed: not where that is refused.
  const titles = difference(source, { title: title ?? undefined });
  const about = { ...titles, change: { ...titles.change, text: `[${text.length} characters]` } };
  const record = { ...(await recordOf(db, actor, source, "source.update")), ...about };
  await requireRate(db, record, ["source.update", "source.unread"]);
  const project = { id: project_id, org_id: record.org_id };
  const prepare = async () =>
    indexDocument(await readUpload({ kind: "text", text }), { address: "", link: url, title: title ?? source.title });
  const page = await prepareUpload(db, actor, project, record.target, prepare, id);
  const before = await textsOfSource(db, id);
  const text_id = await putText(bindings, project_id, page);
  const now = Date.now();
  const run = crypto.randomUUID();
  const changed = change<SourceRow>(db, record, beginRun(db, id, run, { title, bytes: page.bytes }), {
    with: [...savePage(db, run, page, text_id, now), finishRun(db, run, { detail: null, failed: 0, skipped: 0 }, now)],
  });
  const row = await namedBy(bindings, project_id, text_id, changed);
  const edited = await findSource(db, id, null);
  const kept = await textsOfSource(db, id);
  const passages = await dropTexts(
    bindings,
    project_id,
    [...before, text_id].filter((one) => !kept.includes(one)),
  );
  if (!edited) throw new ApiError("source_not_found");
  // Without room no reading has begun, and what follows looks for one.
  if (!row) throw new ApiError("too_many_pages");
  await forgetMeaning(bindings, project_id, passages);
  await followMeaning(bindings, project_id);
  return sourceOf(edited);
}
