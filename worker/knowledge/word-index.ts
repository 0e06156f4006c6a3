import { callIndex, type IndexBindings } from "../objects/passage-index/client.ts";
import type { Read, StoredPassage, WordCount } from "../objects/passage-index/rpc.ts";
import { type CountRows, linkOfPage, titleOfPage } from "../storage/knowledge-texts.ts";
import { withPages } from "./page-texts.ts";

/** A passage that holds at least one word of a question. */
export interface CandidateRow {
  id: number;
  page_id: number;
  source_id: number;
  heading: string | null;
  text: string;
  title: string | null;
  language: string;
  url: string | null;
  /** How many passages its page has. */
  page_passages: number;
  /** The name that its page shares with its translations, if it has any. */
  translations: string | null;
}

/** How many passages hold each word. */
type Counts = Map<string, number>;

/** What a search asks of a project's passages: the object has them, D1 the pages that they are of. */
export class WordIndex {
  readonly #bindings: IndexBindings & { DB: D1Database };
  readonly #project_id: number;
  readonly #count: CountRows;

  constructor(bindings: IndexBindings & { DB: D1Database }, project_id: number, count: CountRows) {
    this.#bindings = bindings;
    this.#project_id = project_id;
    this.#count = count;
  }

  #counted<Row>({ rows, rows_read }: Read<Row>): Row[] {
    this.#count(rows_read);
    return rows;
  }

  /**
   * How many passages hold each of these words; one that none holds is missing.
   * @param beginnings `longer` is the words that begin with any of them, `limit` of each at most
   */
  async counts(words: string[], beginnings: string[], limit: number): Promise<Record<"known" | "longer", Counts>> {
    const read = await callIndex(this.#bindings, this.#project_id, (index) => index.counts(words, beginnings, limit));
    return { known: new Map(this.#counted<WordCount>(read)), longer: new Map(read.longer) };
  }

  /** The best first. @param match an FTS5 query of quoted words */
  async matching(match: string, limit: number): Promise<CandidateRow[]> {
    const read = await callIndex(this.#bindings, this.#project_id, (index) => index.matching(match, limit));
    return this.#withPages(this.#counted(read));
  }

  /** Which of these phrases stand in any passage. */
  async phrasesThere(phrases: string[]): Promise<Set<string>> {
    if (phrases.length === 0) return new Set();
    const read = await callIndex(this.#bindings, this.#project_id, (index) => index.phrasesThere(phrases));
    return new Set(this.#counted(read));
  }

  /** Passages by their ids, if they still exist. */
  async byId(ids: number[]): Promise<CandidateRow[]> {
    return this.#withPages(await callIndex(this.#bindings, this.#project_id, (index) => index.passagesById(ids)));
  }

  async #withPages(passages: readonly StoredPassage[]): Promise<CandidateRow[]> {
    const found = await withPages(this.#bindings.DB, this.#project_id, passages, this.#count);
    return found.map(([{ id, heading, text }, page]) => {
      const { page_id, source_id, language, chunks: page_passages, translations } = page;
      const [title, url] = [titleOfPage(page), linkOfPage(page)];
      return { id, page_id, source_id, heading, text, title, language, url, page_passages, translations };
    });
  }
}
