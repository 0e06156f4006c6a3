import type { PageText } from "../../shared/knowledge.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { ApiError } from "../http/errors.ts";
import { callIndex } from "../objects/passage-index/client.ts";
import { findPage } from "../storage/knowledge-pages.ts";
import { findSource, type SourceRow } from "../storage/knowledge-sources.ts";
import { moveTexts, type SearchBindings } from "./move-texts.ts";

/** What a request names, if the actor may see it. */

export async function loadSource(db: D1Database, actor: Actor, id: number | null): Promise<SourceRow> {
  const found = id === null ? null : await findSource(db, id, scopeOf(actor));
  if (!found) throw new ApiError("source_not_found");
  return found;
}

export async function loadPageText(bindings: SearchBindings, actor: Actor, id: number | null): Promise<PageText> {
  const find = async () => (id === null ? null : await findPage(bindings.DB, id, scopeOf(actor)));
  const there = await find();
  if (there) await moveTexts(bindings, there.project_id);
  const found = there && (await find());
  if (!found) throw new ApiError("page_not_found");
  const { project_id, text_id, ...page } = found;
  const texts = text_id === null ? [] : [text_id];
  const passages = await callIndex(bindings, project_id, (index) => index.passages(texts));
  return { ...page, passages: passages.map(({ heading, text }) => ({ heading, text })) };
}
