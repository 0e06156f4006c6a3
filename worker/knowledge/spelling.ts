import type { QuestionWord } from "../documents/words.ts";
import { wordsBeginningAlike } from "./beginnings.ts";
import { beginningOf, meantBy, withOtherBeginning } from "./misspelt.ts";
import type { WordIndex } from "./word-index.ts";

/** Words of a question that are looked up as misspelt, and the words of the index that each is compared with. */
const MISSPELT = 3;
const COMPARED = 4_000;
/** Ways to see a word as two without their space that are looked up. */
const SPACES = 3;

/** What a word that no passage holds may be. */
interface Meant {
  /** It, with the mistakes mended. */
  spelt: string[];
  /** What begins as it does. */
  alike: string[];
}

/** What was meant by words that no passage holds, by the word; `known` learns how many passages hold it. */
export async function meantWords(
  index: Pick<WordIndex, "counts">,
  unknown: readonly QuestionWord[],
  known: Map<string, number>,
): Promise<Map<string, Meant>> {
  const tried = unknown.slice(0, MISSPELT).flatMap(({ word, terms }) => {
    const beginnings = new Set(terms.flatMap((term) => beginningOf(term) ?? []));
    return [...beginnings].map((beginning) => ({ word, terms, beginning }));
  });
  const guesses = await Promise.all(
    tried.map(async ({ word, terms, beginning }) => {
      const begin = terms.filter((term) => term.startsWith(beginning));
      const { longer, known: others } = await index.counts(begin.flatMap(withOtherBeginning), [beginning], COMPARED);
      const found = begin.map((term) => {
        const spelt = meantBy(term, longer);
        return spelt === null ? { spelt: [], alike: wordsBeginningAlike(term, longer) } : { spelt: [spelt], alike: [] };
      });
      const spelt = found.flatMap((one) => one.spelt);
      const alike = found.flatMap((one) => one.alike);
      if (spelt.length + alike.length > 0) return { word, spelt, alike, candidates: longer };
      return { word, spelt: begin.flatMap((term) => meantBy(term, others, 1) ?? []), alike, candidates: others };
    }),
  );
  const meant = new Map<string, Meant>();
  for (const { word, spelt, alike, candidates } of guesses) {
    for (const term of [...spelt, ...alike]) known.set(term, candidates.get(term) ?? 0);
    const before = meant.get(word);
    meant.set(word, {
      spelt: [...(before?.spelt ?? []), ...spelt],
      alike: [...(before?.alike ?? []), ...alike],
    });
  }
  return meant;
}

/** The ways to see a word as two that the index knows both. */
export const partsThere = (ways: readonly string[][], known: ReadonlyMap<string, number>): string[][] =>
  ways.filter((parts) => parts.every((part) => known.has(part)));

/**
 * For each word the two that a space is missing between: those that stand side by side in a passage. All are looked up in one call.
 * @param ways of each word
 */
export async function twoWords(
  index: Pick<WordIndex, "phrasesThere">,
  ways: readonly (readonly string[][])[],
  known: ReadonlyMap<string, number>,
): Promise<string[][]> {
  const rarer = (parts: readonly string[]) => Math.min(...parts.map((part) => known.get(part) ?? 0));
  const phrase = (parts: readonly string[]) => parts.join(" ");
  const likely = ways.map((of) =>
    partsThere(of, known)
      .sort((one, other) => rarer(other) - rarer(one))
      .slice(0, SPACES),
  );
  const there = await index.phrasesThere([...new Set(likely.flat().map(phrase))]);
  return likely.map((of) => of.find((parts) => there.has(phrase(parts))) ?? []);
}
