import { utf8Bytes } from "./clean.ts";

/** What a reader makes of a document, whatever its format. */
export interface Document {
  title: string | null;
  /** The language that the document declares, a BCP 47 tag. */
  language: string | null;
  sections: Section[];
  /** UTF-8 bytes of its text, headings included. */
  bytes: number;
  /** What a web page says to those who crawl it; other formats say nothing. */
  page?: PageRules;
}

export interface PageRules {
  /** Rules for crawlers: whom they bind, and what they say. */
  robots: { name: string; content: string }[];
  canonical: string | null;
  /** What addresses in the page are relative to, if not to its own. */
  base: string | null;
  /** The feeds of the site, as they are written. */
  feeds: string[];
  /** Where it stands in each language, itself too, as they are written; `null` where it names too many. */
  translations: string[] | null;
  /** The addresses that it links to, as they are written. */
  links: string[];
}

export interface Section {
  /** The headings above the text, the outermost first. */
  headings: string[];
  text: string;
}

/** UTF-8 bytes of the sections, each with its own heading. */
export const sizeOf = (sections: readonly Section[]): number =>
  sections.reduce((sum, { headings, text }) => sum + utf8Bytes(`${headings.at(-1) ?? ""}${text}`), 0);

/** The document cannot be read; the message tells its owner why and what to do. */
export class UnreadableDocument extends Error {
  override name = "UnreadableDocument";
}
