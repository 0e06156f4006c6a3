import { addressWords } from "../documents/address-words.ts";
import { indexWords } from "../documents/words.ts";
import { readPassages, writePassageWords } from "../storage/knowledge-reindex.ts";
import { wordPrefix } from "./index-document.ts";
import { type MeaningBindings, rememberMeaning } from "./meaning.ts";

/**
 * Makes the index of these passages from what is stored of them, as `indexDocument` made it from the document, and what
 * they mean where that is bound.
 */
export async function reindexPassages(bindings: MeaningBindings & { DB: D1Database }, ids: number[]): Promise<void> {
  const db = bindings.DB;
  const passages = await readPassages(db, ids);
  const words = passages.map((passage) => {
    const language = passage.language ?? "";
    const of = (text: string) =>
      indexWords(text, language)
        .map((word) => wordPrefix(passage.project_id) + word)
        .join(" ");
    const address = addressWords(passage.address || (passage.source_url ?? ""));
    return {
      id: passage.id,
      title: of(`${passage.source_title ?? ""} ${passage.title ?? ""} ${address}`),
      heading: of(passage.heading ?? ""),
      body: of(passage.text),
    };
  });
  if (words.length === 0) return;
  await db.batch(writePassageWords(db, words));
  await rememberMeaning(bindings, passages);
}
