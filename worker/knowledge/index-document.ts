import { addressWords } from "../documents/address-words.ts";
import { chunksOf } from "../documents/chunks.ts";
import type { Document } from "../documents/document.ts";
import { languageOf } from "../documents/language-of.ts";
import { indexWords } from "../documents/words.ts";
import type { IndexedPassage, PassageWords } from "../objects/passage-index/rpc.ts";
import type { StoredPage } from "../storage/knowledge-pages.ts";

/** A document as it is kept: what D1 knows of its page, and its passages with their words. */
export interface IndexedDocument extends StoredPage {
  passages: IndexedPassage[];
}

/** The words of a text as the index keeps them. */
const wordsIn =
  (language: string) =>
  (text: string): string =>
    indexWords(text, language).join(" ");

/** The words of passages that stand under a title. */
export function passageWords(
  language: string,
  title: string,
): (passage: { heading: string | null; text: string }) => PassageWords {
  const words = wordsIn(language);
  const ofTitle = words(title);
  return ({ heading, text }) => ({ title: ofTitle, heading: words(heading ?? ""), body: words(text) });
}

/** What is indexed as a page's title: the owner's title for it, its own, and the words of its address or of its link. */
export const titleText = (owners: string | null, own: string | null, address: string, link: string | null): string =>
  `${owners ?? ""} ${own ?? ""} ${addressWords(address || (link ?? ""))}`;

/** The most of a text that tells its language. */
const SAMPLE = 8_000;
const MAX_TITLE = 300;

/**
 * A document as the index keeps it.
 * @param about its address, the one that led there, the owner's own title for it, what its server said of it, and the name that it
 *   shares with its translations
 */
export function indexDocument(
  document: Document,
  about: {
    address: string;
    asked?: string | null;
    link?: string | null;
    title: string | null;
    etag?: string | null;
    modified?: string | null;
    translations?: string;
  },
): IndexedDocument {
  const chunks = chunksOf(document);
  const sample = chunks
    .slice(0, 8)
    .map(({ text }) => text)
    .join("\n")
    .slice(0, SAMPLE);
  const language = languageOf(sample, document.language);
  // As long as it is kept: its words stand with each passage.
  const title = document.title?.slice(0, MAX_TITLE) ?? null;
  const words = passageWords(language, titleText(about.title, title, about.address, about.link ?? null));
  return {
    address: about.address,
    asked: about.asked ?? null,
    title,
    language,
    etag: about.etag?.slice(0, 300) ?? null,
    modified: about.modified?.slice(0, 100) ?? null,
    translations: about.translations ?? "",
    bytes: document.bytes,
    chunks: chunks.length,
    passages: chunks.map(({ heading, text }, ordinal) => ({
      ordinal,
      heading: heading || null,
      text,
      words: words({ heading, text }),
    })),
  };
}
