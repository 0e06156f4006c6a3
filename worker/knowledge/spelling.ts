import type { QuestionWord } from "../documents/words.ts";
import { wordsBeginningAlike } from "./beginnings.ts";
import { beginningOf, meantBy, withOtherBeginning } from "./misspelt.ts";
import type { WordIndex } from "./word-index.ts";

/** Words of a question that are looked up as misspelt, and the words of the index that each is compared with. */
const MISSPELT = 3;
const COMPARED = 4_000;
/** Ways to see a word as two without their space that are looked up. */
const SPACES = 3;

/** What was meant by words that no passage holds, by the word; `known` learns how many passages hold it. */
export async function meantWords(
  index: WordIndex,
  unknown: readonly QuestionWord[],
  known: Map<string, number>,
): Promise<Map<string, string[]>> {
  const tried = unknown.slice(0, MISSPELT).flatMap(({ word, terms }) => {
    const beginnings = new Set(terms.flatMap((term) => beginningOf(term) ?? []));
    return [...beginnings].map((beginning) => ({ word, terms, beginning }));
  });
  const guesses = await Promise.all(
    tried.map(async ({ word, terms, beginning }) => {
      const begin = terms.filter((term) => term.startsWith(beginning));
      const { longer, known: others } = await index.counts(begin.flatMap(withOtherBeginning), [beginning], COMPARED);
      const found = begin.flatMap((term) => meantBy(term, longer) ?? wordsBeginningAlike(term, longer));
      if (found.length > 0) return { word, found, candidates: longer };
      return { word, found: begin.flatMap((term) => meantBy(term, others, 1) ?? []), candidates: others };
    }),
  );
  const meant = new Map<string, string[]>();
  for (const { word, found, candidates } of guesses) {
    for (const term of found) known.set(term, candidates.get(term) ?? 0);
    meant.set(word, [...(meant.get(word) ?? []), ...found]);
  }
  return meant;
}

/** The ways to see a word as two that the index knows both. */
export const partsThere = (ways: readonly string[][], known: ReadonlyMap<string, number>): string[][] =>
  ways.filter((parts) => parts.every((part) => known.has(part)));

/** The two words that a space is missing between: those that stand side by side in a passage. */
export async function twoWords(index: WordIndex, ways: readonly string[][], known: ReadonlyMap<string, number>) {
  const rarer = (parts: readonly string[]) => Math.min(...parts.map((part) => known.get(part) ?? 0));
  const likely = partsThere(ways, known).sort((one, other) => rarer(other) - rarer(one));
  for (const parts of likely.slice(0, SPACES)) {
    const side_by_side = await index.matching(`"${parts.join(" ")}"`, 1);
    if (side_by_side.length > 0) return parts;
  }
  return [];
}
