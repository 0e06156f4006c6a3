import { readPassages, writePassageWords } from "../storage/knowledge-reindex.ts";
import { titleText, wordsFor } from "./index-document.ts";
import { followMeaning, type MeaningBindings } from "./meaning.ts";

/**
 * Makes the index of these passages from what is stored of them, as `indexDocument` made it from the document, and what
 * they mean follows.
 */
export async function reindexPassages(bindings: MeaningBindings & { DB: D1Database }, ids: number[]): Promise<void> {
  const db = bindings.DB;
  const passages = await readPassages(db, ids);
  const words = passages.map((passage) => {
    const indexed = wordsFor(passage.project_id, passage.language ?? "");
    const { source_title, title, address, source_url } = passage;
    return {
      id: passage.id,
      title: indexed(titleText(source_title, title, address, source_url)),
      heading: indexed(passage.heading ?? ""),
      body: indexed(passage.text),
    };
  });
  if (words.length === 0) return;
  await db.batch(writePassageWords(db, words));
  for (const project_id of new Set(passages.map((passage) => passage.project_id)))
    await followMeaning(bindings, project_id);
}
