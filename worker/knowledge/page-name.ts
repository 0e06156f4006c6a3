import { addressWords } from "../documents/address-words.ts";
import { indexWords } from "../documents/words.ts";
import type { CandidateRow } from "../storage/knowledge-search.ts";

/** Of so many pages or more, words that stand in the titles of half of them are the site's name and name no page. */
const PAGES_OF_A_SITE = 4;

/** The words that stand in the titles of half of these pages: "Help Center" names none of them. */
export function siteWords(candidates: readonly CandidateRow[]): Set<string> {
  const pages = new Map(candidates.map((row) => [row.page_id, row]));
  if (pages.size < PAGES_OF_A_SITE) return new Set();
  const titles = new Map<string, number>();
  for (const { title, language } of pages.values())
    for (const word of new Set(indexWords(title ?? "", language))) titles.set(word, (titles.get(word) ?? 0) + 1);
  return new Set([...titles].flatMap(([word, holding]) => (holding * 2 >= pages.size ? [word] : [])));
}

/** What a page is called, in its title and in its address. */
export interface Name {
  /** The question's words in it. */
  words: ReadonlySet<string>;
  /** All words of its title, in order. */
  title: readonly string[];
  /** How much of the name the question says, 0 to 1, by words that carry meaning. */
  share: number;
}

export function readName(
  row: CandidateRow,
  meaningful: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
  site: ReadonlySet<string>,
): Name {
  const said = (all: readonly string[]) => {
    const words = [...new Set(all)];
    const own = words.filter((word) => !site.has(word));
    const name = own.length > 0 ? own : words;
    const share = name.length === 0 ? 0 : name.filter((word) => meaningful.has(word)).length / name.length;
    return { found: words.filter((word) => wanted.has(word)), share };
  };
  const title = indexWords(row.title ?? "", row.language);
  const last = addressWords(row.url ?? "")
    .split("/")
    .at(-1);
  const [by_title, by_address] = [said(title), said(indexWords(last ?? "", row.language))];
  return {
    words: new Set([...by_title.found, ...by_address.found]),
    title,
    share: Math.max(by_title.share, by_address.share),
  };
}
