import { indexWords, type QuestionWord } from "../documents/words.ts";
import { type Name, pageNames } from "./page-name.ts";
import type { CandidateRow } from "./word-index.ts";
import { pairsOf, together } from "./word-pairs.ts";

/** Weight of a word in the title and in the headings beside one in the text. */
const TITLE = 2.2;
const HEADING = 1.2;
/** Saturation and length of bm25. */
const K1 = 2.5;
const B = 0.5;
/** Words of a passage that is neither long nor short. */
const USUAL_LENGTH = 120;
/** What a page gains whose whole name is in the question. */
const NAMED = 0.8;
/** Weight of another word for what was said beside the word itself. */
const NEAR = 0.8;
/** Weight of a word without a meaning of its own, such as "how". */
const OTHER = 0.6;
/** How much of a score hangs on how much of the question a passage covers. */
const COVERED = 0.3;
/** Share of a page's other passages in the score of its best, where all of the page is about the question. */
const PAGE_SHARE = 0.25;
/** Weight of two words that stand together in the question and in the passage, beside the rarer of them. */
const TOGETHER = 0.8;

export interface Ranked {
  row: CandidateRow;
  score: number;
  /** The question's words that it holds. */
  matched: string[];
  /** Its score beside the most that the question's words in a text could give, 0 to 1. */
  reaches: number;
  /** How much of the question it says in the question's own words, 0 to 1, rare words counting more. */
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

function frequencies(words: readonly string[], wanted: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * Passages by how well they answer: rare words count more than common ones, words of the title and the headings more
 * than those of the text, all of a question's words together more than one of them many times, words that stand together
 * as in the question more than the same ones apart; a page that says more of it goes before one that only mentions it.
 * @param words those that carry meaning @param others those that do not: they raise a score, and cover nothing
 */
export function rank(
  candidates: readonly CandidateRow[],
  words: readonly WeighedWord[],
  others: readonly WeighedWord[],
  question: string,
): Ranked[] {
  const meaningful = new Set(words.flatMap(({ terms, near }) => [...terms, ...near]));
  const wanted = new Set([...meaningful, ...others.flatMap(({ terms }) => terms)]);
  const names = pageNames(candidates, meaningful, wanted);
  const pairs = new Map<string, Map<string, number>>();
  for (const { language } of candidates)
    if (!pairs.has(language)) pairs.set(language, pairsOf(question, language, words, others));
  const whole = words.reduce((sum, { weight }) => sum + weight.own, 0) || 1;
  const scored = candidates.map((row): Omit<Ranked, "reaches"> => {
    const { title, found, share } = names.get(row.page_id) as Name;
    const heading_words = indexWords(row.heading ?? "", row.language);
    const body_words = indexWords(row.text, row.language);
    const heading = frequencies(heading_words, wanted);
    const body = frequencies(body_words, wanted);
    const norm = 1 - B + (B * body_words.length) / USUAL_LENGTH;
    const saturated = (terms: readonly string[], inText = 0) => {
      const of = (counts: ReadonlyMap<string, number>) => Math.max(0, ...terms.map((term) => counts.get(term) ?? 0));
      const frequency =
        Math.max(inText, of(body)) / norm +
        HEADING * Math.min(1, of(heading)) +
        TITLE * (terms.some((term) => found.has(term)) ? 1 : 0);
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
    const near_by = together(pairs.get(row.language) ?? new Map(), [title, heading_words, body_words]);
    const asked = others.reduce((sum, { terms, weight }) => sum + saturated(terms) * weight.own, 0) * OTHER;
    return {
      row,
      matched,
      says: Math.min(1, said / whole),
      score: (score * (1 - COVERED + COVERED * covers) + asked) * (1 + NAMED * share) + TOGETHER * near_by,
    };
  });
  const pages = new Map<number, (typeof scored)[number][]>();
  for (const one of scored) pages.set(one.row.page_id, [...(pages.get(one.row.page_id) ?? []), one]);
  const bonus = new Map(
    [...pages].map(([page, passages]) => {
      const [, ...others] = passages.map(({ score }) => score).sort((one, other) => other - one);
      // A page with a whole book on it speaks of everything somewhere.
      const about = Math.sqrt(Math.min(1, passages.length / Math.max(1, passages[0]?.row.page_passages ?? 1)));
      return [page, others.slice(0, 3).reduce((sum, score, at) => sum + score / (at + 2), 0) * PAGE_SHARE * about];
    }),
  );
  return scored
    .map((one): Ranked => {
      const score = one.score + (bonus.get(one.row.page_id) ?? 0);
      return { ...one, score, reaches: Math.min(1, score / (whole * (K1 + 1))) };
    })
    .sort((one, other) => other.score - one.score || one.row.id - other.row.id);
}

/** How many times better a page answers that no translation stands for: what it says may be missing there. */
const AHEAD = 2;

/**
 * Without the pages that another one stands for, which is the same in another language: the one in the question's language stands
 * for them, else the first. One is kept that holds a word of the question that no page kept of them holds, or that answers far better,
 * or that is for another region, whose prices and numbers are its own.
 * @param ranked the best first @param language `null` where nothing tells it
 */
export function foldTranslations<T extends Pick<Ranked, "row" | "matched" | "score">>(
  ranked: readonly T[],
  language: string | null,
): T[] {
  const pages = new Map<number, { row: CandidateRow; score: number; matched: Set<string> }>();
  for (const { row, score, matched } of ranked) {
    const page = pages.get(row.page_id) ?? { row, score, matched: new Set() };
    for (const word of matched) page.matched.add(word);
    pages.set(row.page_id, page);
  }
  const own_first = [...pages.values()].sort(
    (one, other) => Number(other.row.language === language) - Number(one.row.language === language),
  );
  const kept = new Map<string, (typeof own_first)[number]>();
  const folded = new Set<number>();
  for (const page of own_first) {
    const { row, score, matched } = page;
    if (row.translations === null) continue;
    const first = kept.get(row.translations);
    const says_no_more = first && [...matched].every((word) => first.matched.has(word));
    if (!first) kept.set(row.translations, page);
    else if (says_no_more && row.language !== first.row.language && score <= AHEAD * first.score)
      folded.add(row.page_id);
    else for (const word of matched) first.matched.add(word);
  }
  return ranked.filter(({ row }) => !folded.has(row.page_id));
}

/**
 * The best, in their order: one of each page before a second one of any, and none that says the same as one before it.
 * @param ranked the best first
 * @param sure pages that are among them in any case, fewer than `limit`
 */
export function select<T extends { row: CandidateRow }>(
  ranked: readonly T[],
  limit: number,
  sure: ReadonlySet<number> = new Set(),
): T[] {
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
  const kept = of_other_pages.filter(({ row }) => sure.has(row.page_id));
  const chosen = new Set([...new Set([...kept, ...of_other_pages, ...more])].slice(0, limit));
  return ranked.filter((one) => chosen.has(one));
}
