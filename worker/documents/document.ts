/** What a reader makes of a document, whatever its format. */
export interface Document {
  title: string | null;
  /** As the document says it, a BCP 47 tag. */
  language: string | null;
  sections: Section[];
}

export interface Section {
  /** The headings above the text, the outermost first. */
  headings: string[];
  text: string;
}

/** The document holds nothing that could be read; the message tells its owner why and what to do. */
export class UnreadableDocument extends Error {
  override name = "UnreadableDocument";
}
