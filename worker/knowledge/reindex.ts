import { addressWords } from "../documents/address-words.ts";
import { indexWords } from "../documents/words.ts";
import { readPassages, writePassageWords } from "../storage/knowledge-reindex.ts";
import { wordPrefix } from "./index-document.ts";

/** Makes the index of these passages from what is stored of them, as `indexDocument` made it from the document. */
export async function reindexPassages(db: D1Database, ids: number[]): Promise<void> {
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
  if (words.length > 0) await db.batch(writePassageWords(db, words));
}
