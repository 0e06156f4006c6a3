import type { Row } from "../../shared/backup.ts";
import { callIndex } from "../objects/passage-index/client.ts";
import type { IndexedText } from "../objects/passage-index/rpc.ts";
import { pagesOfTexts, restoreTexts } from "../storage/knowledge-texts.ts";
import { passageWords, titleText } from "./index-document.ts";
import { followMeaning } from "./meaning.ts";
import { moveTexts, type SearchBindings } from "./move-texts.ts";
import { withPages } from "./page-texts.ts";

/** What a backup has of passages: the words of their index come from them. */

/** The table of an archive. */
export const PASSAGES = "passages";

/**
 * The passages of a project's pages, about so many, behind an id. A row names its page, since that may have another text than when
 * its own row was read. They are the project's, whoever has it.
 */
export async function dumpPassages(
  bindings: SearchBindings,
  project_id: number,
  after: number,
  limit: number,
): Promise<{ rows: Row[]; next: number | null }> {
  if (after === 0) await moveTexts(bindings, project_id);
  const { passages, next } = await callIndex(bindings, project_id, (index) => index.dump(after, limit));
  const found = await withPages(bindings.DB, project_id, passages);
  const rows = found.map(([{ id: _, ...passage }, { page_id }]): Row => ({ org_id: 0, page_id, ...passage }));
  return { rows, next };
}

/** Puts rows back whose pages are there. The same again changes nothing. @returns how many those are */
export async function restorePassages(bindings: SearchBindings, project_id: number, rows: Row[]): Promise<number> {
  const texts = new Map(rows.map(({ text_id, page_id }) => [String(text_id), Number(page_id)]));
  await restoreTexts(
    bindings.DB,
    project_id,
    [...texts].map(([text_id, page_id]) => ({ text_id, page_id })),
  ).run();
  const pages = await pagesOfTexts(bindings.DB, project_id, texts.keys());
  if (pages.size === 0) return 0;
  const of = Map.groupBy(rows, (row) => String(row.text_id));
  const kept: IndexedText[] = [...pages.values()].map(
    ({ text_id, title, source_title, address, source_url, language }) => {
      const words = passageWords(language, titleText(source_title, title, address, source_url));
      const passages = (of.get(text_id) ?? []).map((row) => {
        const passage = { heading: row.heading === null ? null : String(row.heading), text: String(row.text) };
        return { ...passage, ordinal: Number(row.ordinal), words: words(passage) };
      });
      return { text_id, passages };
    },
  );
  await callIndex(bindings, project_id, (index) => index.put(project_id, kept));
  await followMeaning(bindings, project_id);
  return kept.reduce((sum, { passages }) => sum + passages.length, 0);
}
