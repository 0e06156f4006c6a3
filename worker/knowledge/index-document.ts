import { addressWords } from "../documents/address-words.ts";
import { chunksOf } from "../documents/chunks.ts";
import type { Document } from "../documents/document.ts";
import { languageOf } from "../documents/languages.ts";
import { indexWords } from "../documents/words.ts";
import type { StoredPage } from "../storage/knowledge-pages.ts";

/** Behind which a project's words stand in the index, so that no search meets another project's. */
export const wordPrefix = (project_id: number) => `${project_id}x`;

/** The words of a text as the index keeps them for this project. */
export const wordsFor =
  (project_id: number, language: string) =>
  (text: string): string =>
    indexWords(text, language)
      .map((word) => wordPrefix(project_id) + word)
      .join(" ");

/** What is indexed as a page's title: the owner's title for it, its own, and the words of its address or of its link. */
export const titleText = (owners: string | null, own: string | null, address: string, link: string | null): string =>
  `${owners ?? ""} ${own ?? ""} ${addressWords(address || (link ?? ""))}`;

/** The most of a text that tells its language. */
const SAMPLE = 8_000;
const MAX_TITLE = 300;

/**
 * A document as the index keeps it.
 * @param about its address, the one that led there, the owner's own title for it, and what its server said of it
 */
export function indexDocument(
  project_id: number,
  document: Document,
  about: {
    address: string;
    asked?: string | null;
    link?: string | null;
    title: string | null;
    etag?: string | null;
    modified?: string | null;
  },
): StoredPage {
  const chunks = chunksOf(document);
  const sample = chunks
    .slice(0, 8)
    .map(({ text }) => text)
    .join("\n")
    .slice(0, SAMPLE);
  const language = languageOf(sample, document.language);
  const words = wordsFor(project_id, language);
  // As long as it is kept: its words stand with each passage.
  const title = document.title?.slice(0, MAX_TITLE) ?? null;
  const titleWords = words(titleText(about.title, title, about.address, about.link ?? null));
  return {
    address: about.address,
    asked: about.asked ?? null,
    title,
    language,
    etag: about.etag?.slice(0, 300) ?? null,
    modified: about.modified?.slice(0, 100) ?? null,
    bytes: document.bytes,
    chunks: chunks.map(({ heading, text }) => ({
      heading,
      text,
      words: { title: titleWords, heading: words(heading), body: words(text) },
    })),
  };
}
