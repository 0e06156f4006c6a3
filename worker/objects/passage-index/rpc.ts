/** Words of a passage, stemmed, as its index has them; those of the title stand with each passage of a page. */
export interface PassageWords {
  title: string;
  heading: string;
  body: string;
}

/** A passage of a page as it was read; `id` only where it had one before. */
export interface IndexedPassage {
  id?: number;
  ordinal: number;
  heading: string | null;
  text: string;
  words: PassageWords;
}

/** What a page says, as it was read once. */
export interface IndexedText {
  text_id: string;
  passages: IndexedPassage[];
}

/** A passage that is kept, and the text that it is of. */
export interface StoredPassage {
  id: number;
  text_id: string;
  ordinal: number;
  heading: string | null;
  text: string;
}

/** Rows, and how many the object read for them. */
export interface Read<Row> {
  rows: Row[];
  rows_read: number;
}

/** A word, and how many passages hold it. */
export type WordCount = [word: string, passages: number];

export interface WordCounts extends Read<WordCount> {
  longer: WordCount[];
}

/**
 * RPC of the object that keeps the passages of one project and the index of their words. Its name is the project's id. A page's
 * passages are a text with an id of its own. D1 says which text is a page's. No search finds a text that no page has; it is swept in
 * time.
 */
export interface PassageIndexRpc {
  /** Keeps passages of texts; those that are there stay as they are. Before D1 hears of the texts. */
  put(project_id: number, texts: IndexedText[]): Promise<void>;
  /** These texts are no page's any more. @returns the ids of their passages */
  drop(text_ids: string[]): Promise<number[]>;
  /** Which of these texts are kept. */
  has(text_ids: string[]): Promise<string[]>;
  /** The passages of these texts, each text's in their order. */
  passages(text_ids: string[]): Promise<StoredPassage[]>;
  /** Passages by their ids, as far as they are there. */
  passagesById(ids: number[]): Promise<StoredPassage[]>;
  /** Ids of all passages. */
  ids(): Promise<number[]>;

  /**
   * How many passages hold each of these words; one that none holds is missing.
   * @param beginnings `longer` is the words that begin with any of them, `limit` of each at most
   */
  counts(words: string[], beginnings: string[], limit: number): Promise<WordCounts>;
  /** The best by their words. @param match an FTS5 query of quoted words */
  matching(match: string, limit: number): Promise<Read<StoredPassage>>;
  /** Which of these phrases, words with a space between them, stand in any passage. */
  phrasesThere(phrases: string[]): Promise<Read<string>>;

  /** Pages are about to leave, or have left: what no page has any more is deleted soon, whatever becomes of the caller. */
  sweepSoon(project_id: number): Promise<void>;
  /** Takes over what D1 has of some of the project's pages, about two megabytes. @returns how many pages that were */
  takeOver(project_id: number): Promise<number>;
  /** For a backup: by id, behind one; about so many, and a megabyte at most. `next` is `null` at the end. */
  dump(after: number, limit: number): Promise<{ passages: StoredPassage[]; next: number | null }>;
  /** The project is gone. */
  clear(): Promise<void>;
}
