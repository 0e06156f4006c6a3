import { indexWords } from "../documents/words.ts";

/** A word as an index may hold it, and how much it tells. */
interface Weighed {
  terms: readonly string[];
  weight: { own: number };
}

/** Two words next to each other. */
const pair = (one: string, other: string) => `${one} ${other}`;

/**
 * The question's words that stand next to each other, as a text in this language has them, and what each pair tells: as
 * much as its rarer word, but not where both carry no meaning.
 */
export function pairsOf(
  question: string,
  language: string,
  words: readonly Weighed[],
  others: readonly Weighed[],
): Map<string, number> {
  const weights = new Map(
    [...others, ...words].flatMap(({ terms, weight }) => terms.map((term) => [term, weight.own] as const)),
  );
  const meaningful = new Set(words.flatMap(({ terms }) => terms));
  const pairs = new Map<string, number>();
  indexWords(question, language).forEach((word, at, all) => {
    const next = all[at + 1];
    if (next === undefined || !(meaningful.has(word) || meaningful.has(next))) return;
    const tells = Math.min(weights.get(word) ?? 0, weights.get(next) ?? 0);
    if (tells > 0) pairs.set(pair(word, next), tells);
  });
  return pairs;
}

/** What the pairs tell that stand in any of these texts, each once. */
export function together(pairs: ReadonlyMap<string, number>, texts: readonly (readonly string[])[]): number {
  if (pairs.size === 0) return 0;
  const there = new Set<string>();
  for (const words of texts)
    for (let at = 1; at < words.length; at++) {
      const both = pair(words[at - 1] ?? "", words[at] ?? "");
      if (pairs.has(both)) there.add(both);
    }
  return [...there].reduce((sum, both) => sum + (pairs.get(both) ?? 0), 0);
}
