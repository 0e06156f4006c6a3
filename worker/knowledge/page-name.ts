import { addressWords } from "../documents/address-words.ts";
import { indexWords } from "../documents/words.ts";
import type { CandidateRow } from "./word-index.ts";

/** Of so many pages or more, words that stand in the titles of half of them are the site's name and name no page. */
const PAGES_OF_A_SITE = 4;

/** The words that stand in half of the titles: "Help Center" names none of these pages. */
function siteWords(titles: readonly (readonly string[])[]): Set<string> {
  if (titles.length < PAGES_OF_A_SITE) return new Set();
  const holding = new Map<string, number>();
  for (const title of titles) for (const word of new Set(title)) holding.set(word, (holding.get(word) ?? 0) + 1);
  return new Set([...holding].flatMap(([word, count]) => (count * 2 >= titles.length ? [word] : [])));
}

/** What a page is called, in its title and in its address. */
export interface Name {
  /** All words of its title, in order. */
  title: readonly string[];
  /** The question's words in title and address. */
  found: ReadonlySet<string>;
  /** How much of the name the question says, 0 to 1, by words that carry meaning. */
  share: number;
}

/** The names of these passages' pages, by the pages' ids. */
export function pageNames(
  candidates: readonly CandidateRow[],
  meaningful: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
): Map<number, Name> {
  const pages = [...new Map(candidates.map((row) => [row.page_id, row])).values()].map((row) => ({
    row,
    title: indexWords(row.title ?? "", row.language),
  }));
  const site = siteWords(pages.map(({ title }) => title));
  const said = (all: readonly string[]) => {
    const words = [...new Set(all)];
    const own = words.filter((word) => !site.has(word));
    const name = own.length > 0 ? own : words;
    const share = name.length === 0 ? 0 : name.filter((word) => meaningful.has(word)).length / name.length;
    return { found: words.filter((word) => wanted.has(word)), share };
  };
  return new Map(
    pages.map(({ row, title }) => {
      const last = addressWords(row.url ?? "")
        .split("/")
        .at(-1);
      const [by_title, by_address] = [said(title), said(indexWords(last ?? "", row.language))];
      const found = new Set([...by_title.found, ...by_address.found]);
      return [row.page_id, { title, found, share: Math.max(by_title.share, by_address.share) }];
    }),
  );
}
