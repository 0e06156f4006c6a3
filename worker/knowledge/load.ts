import type { PageText } from "../../shared/knowledge.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { ApiError } from "../http/errors.ts";
import { findPageText } from "../storage/knowledge-pages.ts";
import { findSource, type SourceRow } from "../storage/knowledge-sources.ts";

/** What a request names, if the actor may see it. */

export async function loadSource(db: D1Database, actor: Actor, id: number | null): Promise<SourceRow> {
  const found = id === null ? null : await findSource(db, id, scopeOf(actor));
  if (!found) throw new ApiError("source_not_found");
  return found;
}

export async function loadPageText(db: D1Database, actor: Actor, id: number | null): Promise<PageText> {
  const found = id === null ? null : await findPageText(db, id, scopeOf(actor));
  if (!found) throw new ApiError("page_not_found");
  return found;
}
