import type { PassageFound } from "../../shared/knowledge.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import { compoundWays, spaceWays } from "../documents/compounds.ts";
import { toldLanguage } from "../documents/language-of.ts";
import { type AskedWords, askedWords, indexWords, type QuestionWord } from "../documents/words.ts";
import type { NearPassage } from "../objects/passage-vectors/rpc.ts";
import { type KnowledgeSize, knowledgeSize } from "../storage/knowledge-sources.ts";
import type { CountRows } from "../storage/knowledge-texts.ts";
import { answers } from "./answers.ts";
import { longerWords, mayBegin } from "./beginnings.ts";
import { nearestPassages } from "./meaning.ts";
import { moveTexts, type SearchBindings } from "./move-texts.ts";
import { foldTranslations, type Ranked, rank, select, weigh } from "./rank.ts";
import { meantWords, partsThere, twoWords } from "./spelling.ts";
import { clearness } from "./standing-out.ts";
import { type CandidateRow, WordIndex } from "./word-index.ts";

/** Passages that words find and that are then looked at closely. */
const CANDIDATES = 48;
/** A word that more of all passages hold is left out of the first search, as long as rarer ones are in it. */
const COMMON = 0.4;
/** Words of a question that are looked up as beginnings of longer ones, and how many of these are read of each. */
const BEGINNINGS = 12;
const LONGER = 60;
/** Weight of one standard deviation in meaning, beside the best score by words, where the nearest passage stands out. */
const MEANING = 0.2;
/** Share of the answer that is kept for the best by words, so that passages that are near do not push out those that say it. */
const BY_WORDS = 0.4;

export interface SearchResult {
  /** Whether they answer the question; if not, they are only the nearest there is. */
  found: boolean;
  /** Best first; empty only where not one word, nor any meaning, is near. */
  items: PassageFound[];
  /** The question's words that carry meaning. */
  words: string[];
  /** Rows that D1 and the project's object read for it, but for passages found by meaning alone. */
  rows_read: number;
}

/**
 * What a project's sources say on a question: the best passages there are, and whether they answer.
 * @param moved what it waits for before it looks: texts that are still in D1 are not found
 */
export async function searchKnowledge(
  bindings: SearchBindings,
  project_id: number,
  question: string,
  limit: number,
  moved: Promise<unknown> = moveTexts(bindings, project_id),
): Promise<SearchResult> {
  const asked = question.slice(0, LENGTHS.question);
  const [size] = await Promise.all([knowledgeSize(bindings.DB, project_id), moved]);
  let rows_read = size.sources;
  const count: CountRows = (rows) => {
    rows_read += rows;
  };
  const spoken = askedWords(asked, size.languages);
  const words = spoken.meaningful;
  const named = words.map(({ word }) => word);
  if (size.chunks === 0) return { found: false, items: [], words: named, rows_read };
  const index = new WordIndex(bindings, project_id, count);
  const [by_words, vectors] = await Promise.all([
    searchWords(index, asked, spoken, size, limit),
    nearestPassages(bindings, project_id, asked),
  ]);
  const by_meaning = await passagesOf(index, vectors, by_words);
  // The vector of a passage that is gone may still be there, and counts for nothing.
  const near = vectors.filter(({ id }) => by_meaning.has(id));
  const folded = <T extends Ranked>(passages: readonly T[]) =>
    foldTranslations(passages, toldLanguage(asked, size.languages));
  const ranked = folded(fuse(by_words, near, by_meaning, words));
  const best = select(folded(by_words), Math.floor(limit * BY_WORDS)).map(({ row }) => row.page_id);
  const items = select(ranked, limit, new Set(best)).map(({ row, score, matched, by }) => ({
    title: row.title ?? row.url ?? "",
    url: row.url,
    text: row.text,
    source_id: row.source_id,
    score: Math.round(score * 10_000) / 10_000,
    heading: row.heading,
    matched,
    by: [...by],
  }));
  const found = answers(by_words, words.length, near);
  return { found, items, words: named, rows_read };
}

/**
 * Passages that hold any of the question's rarer words, or what may be said for them, ranked; where these are fewer than
 * `limit`, also those that hold only its common words.
 */
async function searchWords(
  index: WordIndex,
  question: string,
  { meaningful: asked, others }: AskedWords,
  size: KnowledgeSize,
  limit: number,
): Promise<Ranked[]> {
  if (asked.length === 0) return [];
  const ways = compoundWays(asked, size.languages);
  const apart = spaceWays(asked, size.languages);
  const looked_up = [
    ...asked.flatMap(({ terms, near }, at) => [
      ...terms,
      ...near,
      ...[ways, apart].flatMap((of) => of[at] ?? []).flat(),
    ]),
    ...others.flatMap(({ terms }) => terms),
  ];
  const { known, longer } = await index.counts([...new Set(looked_up)], beginningsIn(asked), LONGER);
  for (const [word, count] of longer) known.set(word, count);
  const heldBy = (terms: readonly string[]) => Math.max(0, ...terms.map((term) => known.get(term) ?? 0));
  const isThere = ({ terms, near, prefix }: QuestionWord) => prefix || heldBy([...terms, ...near]) > 0;
  const spaced = await twoWords(
    index,
    asked.map((one, at) => (heldBy(one.terms) > 0 ? [] : (apart[at] ?? []))),
    known,
  );
  const with_parts = asked.flatMap((one, at): QuestionWord[] => {
    const two = spaced[at] ?? [];
    if (two.length > 0) return two.map((term) => ({ ...one, terms: [term] }));
    const parts = partsThere(ways[at] ?? [], known).flat();
    const begun = tellsAll(one) ? longerThere(one.terms, longer) : [];
    return [{ ...one, near: [...one.near, ...parts, ...begun] }];
  });
  const about = with_parts.filter((one) => !one.aside || isThere(one));
  const asked_or_parts = about.length > 0 ? about : with_parts;
  const unknown = asked_or_parts.filter((one) => !isThere(one));
  const meant = await meantWords(index, unknown, known);
  const words = asked_or_parts.map((one) => {
    const { spelt = [], alike = [] } = meant.get(one.word) ?? {};
    // Asked alone it is what the question says; beside others it is too likely another word.
    return asked.length + others.length === 1
      ? { ...one, terms: [...one.terms, ...spelt], near: [...one.near, ...alike] }
      : { ...one, near: [...one.near, ...spelt, ...alike] };
  });
  const there = words.filter(isThere);
  const choosing = there.filter(({ aside }) => !aside);
  const isRare = ({ terms, prefix }: QuestionWord) => prefix || heldBy(terms) <= size.chunks * COMMON;
  const rare = (choosing.length > 0 ? choosing : there).filter(isRare);
  // Where no word that carries meaning is on any page, what the small ones are in is still the nearest there is.
  const small = others.filter(isThere).sort((one, other) => heldBy(one.terms) - heldBy(other.terms));
  const looked_for = [rare, there, small.filter(isRare), small.slice(0, 1)].find((some) => some.length > 0) ?? [];
  if (looked_for.length === 0) return [];
  // Words are letters and digits only, so that no quote can end.
  const quoted = (term: string, beginning: boolean) => `"${term}"${beginning ? " *" : ""}`;
  const passagesWith = (some: readonly QuestionWord[]) => {
    const match = some.flatMap(({ terms, near, prefix: beginning }) => [
      ...terms.map((term) => quoted(term, beginning)),
      ...near.filter((term) => known.has(term)).map((term) => quoted(term, false)),
    ]);
    return index.matching([...new Set(match)].join(" OR "), CANDIDATES);
  };
  const rankAll = (rows: readonly CandidateRow[]) =>
    rank(rows, weigh(words, known, size.chunks), weigh(others, known, size.chunks), question);
  const first = await passagesWith(looked_for);
  const ranked = rankAll(first);
  const common = there.filter((one) => !looked_for.includes(one));
  if (common.length === 0 || select(foldTranslations(ranked, null), limit).length >= limit) return ranked;
  const all = new Map([...first, ...(await passagesWith(common))].map((row) => [row.id, row]));
  return rankAll([...all.values()]);
}

/** Those of a question's words that longer ones may begin with. */
const beginningsIn = (words: readonly QuestionWord[]): string[] =>
  [...new Set(words.flatMap((one) => (tellsAll(one) ? one.terms.filter(mayBegin) : [])))].slice(0, BEGINNINGS);

/** Whether it is no general word, which begins words of all kinds. */
const tellsAll = ({ tells, prefix }: QuestionWord): boolean => tells === 1 && !prefix;

/** The words that begin with any of these. */
const longerThere = (terms: readonly string[], longer: ReadonlyMap<string, number>): string[] =>
  terms.filter(mayBegin).flatMap((term) => longerWords(term, longer));

/** The passages of vectors, by their ids. */
async function passagesOf(
  index: WordIndex,
  vectors: readonly { id: number }[],
  found: readonly Ranked[],
): Promise<Map<number, CandidateRow>> {
  const rows = new Map(found.map(({ row }) => [row.id, row]));
  const missing = vectors.map(({ id }) => id).filter((id) => !rows.has(id));
  if (missing.length === 0) return rows;
  for (const row of await index.byId(missing)) rows.set(row.id, row);
  return rows;
}

/** Both in one order: a passage that either finds far better than the others stands high. */
function fuse(
  by_words: readonly Ranked[],
  near: readonly NearPassage[],
  rows: ReadonlyMap<number, CandidateRow>,
  words: readonly QuestionWord[],
): (Ranked & { by: ("words" | "meaning")[] })[] {
  if (near.length === 0) return by_words.map((one) => ({ ...one, by: ["words"] }));
  const word_hits = new Map(by_words.map((one) => [one.row.id, one]));
  const meaning_hits = new Map(near.map((one) => [one.id, one]));
  const most = by_words[0]?.score ?? 1;
  const weight = MEANING * clearness(near);
  return [...new Set([...word_hits.keys(), ...meaning_hits.keys()])]
    .flatMap((id) => {
      const own = word_hits.get(id);
      const other = meaning_hits.get(id);
      const row = own?.row ?? rows.get(id);
      if (!row) return [];
      const score = (own ? own.score / most : 0) + weight * (other?.stands_out ?? 0);
      const by = [...(own ? (["words"] as const) : []), ...(other ? (["meaning"] as const) : [])];
      return {
        row,
        score,
        by,
        reaches: own?.reaches ?? 0,
        says: own?.says ?? 0,
        matched: own?.matched ?? matchedIn(row, words),
      };
    })
    .sort((one, other) => other.score - one.score || one.row.id - other.row.id);
}

/** The question's words that a passage holds which only its meaning found. */
function matchedIn(row: CandidateRow, words: readonly QuestionWord[]): string[] {
  const there = new Set(indexWords(`${row.title ?? ""} ${row.heading ?? ""} ${row.text}`, row.language));
  return words.filter(({ terms }) => terms.some((term) => there.has(term))).map(({ word }) => word);
}
