import type { PassageFound } from "../../shared/knowledge.ts";
import { indexWords, type QuestionWord, questionWords } from "../documents/words.ts";
import {
  type CandidateRow,
  type CountRows,
  matchingPassages,
  passagesById,
  passagesHolding,
  wordCounts,
} from "../storage/knowledge-search.ts";
import { type KnowledgeSize, knowledgeSize } from "../storage/knowledge-sources.ts";
import { wordPrefix } from "./index-document.ts";
import { type MeaningBindings, nearestPassages } from "./meaning.ts";
import { type Ranked, rank, rarity, select } from "./rank.ts";

/** Passages that words find and that are then looked at closely. */
const CANDIDATES = 48;
/** A word that more of all passages hold is left out of the first search, as long as rarer ones are in it. */
const COMMON = 0.4;
/** Characters of a question. */
export const MAX_QUESTION = 1_000;
/** Constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
const FUSION = 60;

export interface SearchBindings extends MeaningBindings {
  DB: D1Database;
}

export interface SearchResult {
  /** Best first; empty where nothing was found. */
  items: PassageFound[];
  /** The question's words that carry meaning. */
  words: string[];
  /** Rows that D1 read for it. */
  rows_read: number;
}

/**
 * What a project's sources say on a question. Something was found when a passage holds at least half of the words that
 * carry meaning or, with vectors, is close enough; else nothing is answered.
 */
export async function searchKnowledge(
  bindings: SearchBindings,
  project_id: number,
  question: string,
  limit: number,
): Promise<SearchResult> {
  const asked = question.slice(0, MAX_QUESTION);
  const size = await knowledgeSize(bindings.DB, project_id);
  let rows_read = size.sources;
  const count: CountRows = (rows) => {
    rows_read += rows;
  };
  const words = questionWords(asked, size.languages);
  const named = words.map(({ word }) => word);
  if (size.chunks === 0) return { items: [], words: named, rows_read };
  const enough = Math.max(1, Math.ceil(words.length / 2));
  const [by_words, vectors] = await Promise.all([
    searchWords(bindings.DB, project_id, words, size, { enough, limit }, count),
    nearestPassages(bindings, project_id, asked),
  ]);
  const by_meaning = await passagesOf(bindings.DB, project_id, vectors, by_words);
  // The vector of a passage that is gone may still be there, and counts for nothing.
  const near = vectors.filter(({ id }) => by_meaning.has(id));
  if (!near.some(({ close }) => close) && !by_words.some(({ matched }) => matched.length >= enough))
    return { items: [], words: named, rows_read };
  const ranked =
    near.length === 0
      ? by_words.map((one) => ({ ...one, by: ["words" as const] }))
      : fused(
          by_words,
          near.flatMap(({ id }) => by_meaning.get(id) ?? []),
          words,
        );
  const items = select(ranked, limit).map(({ row, score, matched, by }) => ({
    title: row.title ?? row.url ?? "",
    url: row.url,
    text: row.text,
    source_id: row.source_id,
    score: Math.round(score * 10_000) / 10_000,
    heading: row.heading,
    matched,
    by: [...by],
  }));
  return { items, words: named, rows_read };
}

/**
 * Passages that hold any of the question's rarer words and, where these leave fewer than `limit` that hold `enough` of
 * all its words, those that hold enough without them.
 */
async function searchWords(
  db: D1Database,
  project_id: number,
  words: readonly QuestionWord[],
  size: KnowledgeSize,
  { enough, limit }: { enough: number; limit: number },
  count: CountRows,
): Promise<Ranked[]> {
  if (words.length === 0) return [];
  const prefix = wordPrefix(project_id);
  const counts = await wordCounts(
    db,
    words.flatMap(({ terms }) => terms.map((term) => prefix + term)),
    count,
  );
  const known = new Map([...counts].map(([term, count]) => [term.slice(prefix.length), count]));
  const there = words.filter(({ terms, prefix }) => prefix || terms.some((term) => known.has(term)));
  const rare = there.filter(
    ({ terms, prefix }) => prefix || terms.every((term) => (known.get(term) ?? 0) <= size.chunks * COMMON),
  );
  const looked_for = rare.length > 0 ? rare : there;
  if (looked_for.length === 0) return [];
  // Words are letters and digits only, so that no quote can end.
  const match = (one: QuestionWord) =>
    one.terms.map((term) => `"${prefix}${term}"${one.prefix ? " *" : ""}`).join(" OR ");
  const rarities = rarity(words, known, size.chunks);
  const first = await matchingPassages(db, project_id, looked_for.map(match).join(" OR "), CANDIDATES, count);
  const ranked = rank(first, words, rarities);
  const full = first.length === CANDIDATES;
  // A full list has as many as anybody asks for; but all that hold enough may stand behind its end.
  const wanted = full ? 1 : limit;
  const unseen = there.length >= enough && (full || there.length - looked_for.length >= enough);
  if (!unseen || ranked.filter(({ matched }) => matched.length >= enough).length >= wanted) return ranked;
  const weighed = there.map((one) => ({ match: match(one), weight: rarities[words.indexOf(one)] ?? 0 }));
  const more = await passagesHolding(db, project_id, weighed, enough, CANDIDATES, count);
  const all = new Map([...first, ...more].map((row) => [row.id, row]));
  return rank([...all.values()], words, rarities);
}

/** The passages of vectors, by their ids. */
async function passagesOf(
  db: D1Database,
  project_id: number,
  vectors: readonly { id: number }[],
  found: readonly Ranked[],
): Promise<Map<number, CandidateRow>> {
  const known = new Map(found.map(({ row }) => [row.id, row]));
  const missing = vectors.map(({ id }) => id).filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  for (const row of await passagesById(db, project_id, missing)) known.set(row.id, row);
  return known;
}

/** Both orders in one: a passage that either index puts high stands high. */
function fused(
  by_words: readonly Ranked[],
  near: readonly CandidateRow[],
  words: readonly QuestionWord[],
): (Ranked & { by: ("words" | "meaning")[] })[] {
  const known = new Map(by_words.map((one) => [one.row.id, one]));
  for (const row of near) {
    if (known.has(row.id)) continue;
    const there = new Set(indexWords(`${row.title ?? ""} ${row.heading ?? ""} ${row.text}`, row.language));
    const matched = words.filter(({ terms }) => terms.some((term) => there.has(term))).map(({ word }) => word);
    known.set(row.id, { row, score: 0, matched });
  }
  const word_rank = new Map(by_words.map((one, at) => [one.row.id, at]));
  const near_rank = new Map(near.map(({ id }, at) => [id, at]));
  const part = (at: number | undefined) => (at === undefined ? 0 : 1 / (FUSION + at + 1));
  return [...known.values()]
    .map((one) => ({
      ...one,
      score: part(word_rank.get(one.row.id)) + part(near_rank.get(one.row.id)),
      by: [
        ...(word_rank.has(one.row.id) ? (["words"] as const) : []),
        ...(near_rank.has(one.row.id) ? (["meaning"] as const) : []),
      ],
    }))
    .sort((one, other) => other.score - one.score || one.row.id - other.row.id);
}
