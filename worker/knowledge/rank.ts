import { addressWords } from "../documents/address-words.ts";
import { indexWords, type QuestionWord } from "../documents/words.ts";
import type { CandidateRow } from "../storage/knowledge-search.ts";

/** Weight of a word in the title and in the headings beside one in the text. */
const TITLE = 2.2;
const HEADING = 1.6;
/** Saturation and length of bm25. */
const K1 = 2.5;
const B = 0.5;
/** Words of a passage that is neither long nor short. */
const USUAL_LENGTH = 120;
/** What a page gains whose whole name is in the question. */
const NAMED = 1.2;
/** Weight of another word for what was said beside the word itself. */
const NEAR = 0.7;
/** Weight of a word without a meaning of its own, such as "how". */
const OTHER = 0.8;
/** How much of a score hangs on how much of the question a passage covers. */
const COVERED = 0.3;
/** Share of a page's other passages in the score of its best. */
const PAGE_SHARE = 0.25;

export interface Ranked {
  row: CandidateRow;
  score: number;
  /** The question's words that it holds. */
  matched: string[];
  /** How much of what the question asks it speaks of, 0 to 1, rare words counting more. */
  covers: number;
  /** The same by the question's own words alone, without what may be said for them. */
  says: number;
}

/** How much a question's word tells, by how few of all passages hold it: itself, and what may be said for it. */
export interface WeighedWord extends QuestionWord {
  weight: { own: number; near: number };
}

/** @param counts how many of all `total` passages hold a term */
export function weigh(
  words: readonly QuestionWord[],
  counts: ReadonlyMap<string, number>,
  total: number,
): WeighedWord[] {
  const rarity = (terms: readonly string[], tells = 1) => {
    const most = Math.min(total, Math.max(0, ...terms.map((term) => counts.get(term) ?? 0)));
    return { most, weight: Math.log(1 + (total - most + 0.5) / (most + 0.5)) * tells };
  };
  return words.map((word) => {
    const { terms, near, prefix, tells } = word;
    const own = rarity(terms, tells);
    const other = rarity(near);
    const known = own.most > 0 || prefix;
    const weight = {
      // A word that no passage holds tells as much as what may be said for it.
      own: known || other.most === 0 ? own.weight : other.weight,
      near: other.most > 0 ? Math.min(other.weight, known ? own.weight : other.weight) * NEAR : 0,
    };
    return { ...word, weight };
  });
}

function frequencies(
  text: string,
  language: string,
  wanted: ReadonlySet<string>,
): { counts: Map<string, number>; length: number } {
  const counts = new Map<string, number>();
  const words = indexWords(text, language);
  for (const word of words) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, length: words.length };
}

/** What a page is called, in its title and in its address. */
interface Name {
  /** The question's words in it. */
  words: ReadonlySet<string>;
  /** How much of the name the question says, 0 to 1, by words that carry meaning. */
  share: number;
}

function readName(row: CandidateRow, meaningful: ReadonlySet<string>, wanted: ReadonlySet<string>): Name {
  const said = (text: string) => {
    const words = [...new Set(indexWords(text, row.language))];
    const share = words.length === 0 ? 0 : words.filter((word) => meaningful.has(word)).length / words.length;
    return { found: words.filter((word) => wanted.has(word)), share };
  };
  const title = said(row.title ?? "");
  const address = said(
    addressWords(row.url ?? "")
      .split("/")
      .at(-1) ?? "",
  );
  return { words: new Set([...title.found, ...address.found]), share: Math.max(title.share, address.share) };
}

/**
 * Passages by how well they answer: rare words count more than common ones, words of the title and the headings more
 * than those of the text, all of a question's words together more than one of them many times; a page that says more of
 * it goes before one that only mentions it.
 * @param words those that carry meaning @param others those that do not: they raise a score, and cover nothing
 */
export function rank(
  candidates: readonly CandidateRow[],
  words: readonly WeighedWord[],
  others: readonly WeighedWord[],
): Ranked[] {
  const meaningful = new Set(words.flatMap(({ terms, near }) => [...terms, ...near]));
  const wanted = new Set([...meaningful, ...others.flatMap(({ terms }) => terms)]);
  const names = new Map<number, Name>();
  const nameOf = (row: CandidateRow): Name => {
    const known = names.get(row.page_id) ?? readName(row, meaningful, wanted);
    names.set(row.page_id, known);
    return known;
  };
  const whole = words.reduce((sum, { weight }) => sum + weight.own, 0) || 1;
  const scored = candidates.map((row): Ranked => {
    const { words: title, share } = nameOf(row);
    const heading = frequencies(row.heading ?? "", row.language, wanted).counts;
    const body = frequencies(row.text, row.language, wanted);
    const norm = 1 - B + (B * body.length) / USUAL_LENGTH;
    const saturated = (terms: readonly string[], inText = 0) => {
      const of = (counts: ReadonlyMap<string, number>) => Math.max(0, ...terms.map((term) => counts.get(term) ?? 0));
      const frequency =
        Math.max(inText, of(body.counts)) / norm +
        HEADING * Math.min(1, of(heading)) +
        TITLE * (terms.some((term) => title.has(term)) ? 1 : 0);
      return frequency === 0 ? 0 : (frequency * (K1 + 1)) / (frequency + K1);
    };
    let score = 0;
    let covered = 0;
    let said = 0;
    const matched: string[] = [];
    for (const { word, terms, near, prefix, weight } of words) {
      const own = saturated(terms, prefix && row.text.includes(word) ? 1 : 0) * weight.own;
      const other = weight.near === 0 ? 0 : saturated(near) * weight.near;
      if (own === 0 && other === 0) continue;
      if (own > 0) {
        matched.push(word);
        said += weight.own;
      }
      covered += own > 0 ? weight.own : weight.near;
      score += Math.max(own, other);
    }
    const covers = Math.min(1, covered / whole);
    const asked = others.reduce((sum, { terms, weight }) => sum + saturated(terms) * weight.own, 0) * OTHER;
    return {
      row,
      matched,
      covers,
      says: Math.min(1, said / whole),
      score: (score * (1 - COVERED + COVERED * covers) + asked) * (1 + NAMED * share),
    };
  });
  const pages = new Map<number, number[]>();
  for (const { row, score } of scored) pages.set(row.page_id, [...(pages.get(row.page_id) ?? []), score]);
  const bonus = new Map(
    [...pages].map(([page, scores]) => {
      const [, ...others] = scores.sort((one, other) => other - one);
      return [page, others.slice(0, 3).reduce((sum, score, at) => sum + score / (at + 2), 0) * PAGE_SHARE];
    }),
  );
  return scored
    .map((one) => ({ ...one, score: one.score + (bonus.get(one.row.page_id) ?? 0) }))
    .sort((one, other) => other.score - one.score || one.row.id - other.row.id);
}

/**
 * The best, in their order: one of each page before a second one of any, and none that says the same as one before it.
 * @param ranked the best first
 */
export function select<T extends { row: CandidateRow }>(ranked: readonly T[], limit: number): T[] {
  const pages = new Set<number>();
  const texts = new Set<string>();
  const of_other_pages: T[] = [];
  const more: T[] = [];
  for (const one of ranked) {
    if (texts.has(one.row.text)) continue;
    texts.add(one.row.text);
    (pages.has(one.row.page_id) ? more : of_other_pages).push(one);
    pages.add(one.row.page_id);
  }
  const chosen = new Set([...of_other_pages, ...more].slice(0, limit));
  return ranked.filter((one) => chosen.has(one));
}
