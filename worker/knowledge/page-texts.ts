import { logError } from "../log-error.ts";
import { callIndex, type IndexBindings } from "../objects/passage-index/client.ts";
import type { StoredPassage } from "../objects/passage-index/rpc.ts";
import { type CountRows, type PageOfText, pagesOfTexts } from "../storage/knowledge-texts.ts";
import type { IndexedDocument } from "./index-document.ts";

/**
 * The texts of pages. A new text is put into the project's object first, then D1 names it as the page's, then the old text is
 * dropped. If the Worker is killed between, a text is left that no page has: no search finds it, and it is swept.
 */

/** @returns the id of the text that now waits for D1 to name it */
export async function putText(
  bindings: IndexBindings,
  project_id: number,
  { passages }: IndexedDocument,
): Promise<string> {
  const text_id = crypto.randomUUID();
  await callIndex(bindings, project_id, (index) => index.put(project_id, [{ text_id, passages }]));
  return text_id;
}

/** Waits for the change that names a put text; where that fails, nobody ever will. */
export async function namedBy<T>(
  bindings: IndexBindings,
  project_id: number,
  text_id: string | null,
  changed: Promise<T>,
): Promise<T> {
  try {
    return await changed;
  } catch (error) {
    await dropTexts(bindings, project_id, [text_id]);
    throw error;
  }
}

/**
 * After D1 has let them go. A failure is no harm: they are swept.
 * @returns the ids of their passages
 */
export async function dropTexts(
  bindings: IndexBindings,
  project_id: number,
  text_ids: readonly (string | null)[],
): Promise<number[]> {
  const named = text_ids.filter((id) => id !== null);
  if (named.length === 0) return [];
  try {
    return await callIndex(bindings, project_id, (index) => index.drop(named));
  } catch (error) {
    logError("passages_not_dropped", error, { project_id });
    return [];
  }
}

/** Passages, each with its page. One of no page is found by nobody: its page is gone, or has another text now. */
export async function withPages(
  db: D1Database,
  project_id: number,
  passages: readonly StoredPassage[],
  count?: CountRows,
): Promise<[StoredPassage, PageOfText][]> {
  const texts = passages.map(({ text_id }) => text_id);
  const pages = await pagesOfTexts(db, project_id, texts, count);
  return passages.flatMap((passage): [StoredPassage, PageOfText][] => {
    const page = pages.get(passage.text_id);
    return page ? [[passage, page]] : [];
  });
}
