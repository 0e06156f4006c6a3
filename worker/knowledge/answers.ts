import type { NearPassage } from "../objects/passage-vectors/rpc.ts";
import type { Ranked } from "./rank.ts";
import { clearness } from "./standing-out.ts";

/**
 * Weights of a logistic regression: whether the passages that were found answer the question. Fitted on 38 bodies of
 * text with 40 questions each and ten that nothing there answers, judged on four others: docs/decisions/0269.
 */
const BY_WORDS = { reaches: 6, says: 4.5, words: 0.7, bias: -4.9 };
/**
 * What the nearest passage adds with vectors, each standard deviation that it is near, and what it takes; and from how many on
 * it answers though no word fits: docs/decisions/0257.
 */
const MEANING = { nearness: 1, bias: -2.2, alone: 6.5 };
/** Of more words than so many each tells no more. */
const MOST_WORDS = 6;

const most = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((largest, one) => Math.max(largest, of(one)), 0);

/**
 * Whether what was found answers the question.
 * @param ranked by words @param words of the question that carry meaning
 * @param near the passages that are nearest in meaning; empty without vectors
 */
export function answers(
  ranked: readonly Pick<Ranked, "reaches" | "says">[],
  words: number,
  near: readonly NearPassage[],
): boolean {
  const by_words =
    BY_WORDS.reaches * most(ranked, ({ reaches }) => reaches) +
    BY_WORDS.says * most(ranked, ({ says }) => says) +
    BY_WORDS.words * Math.min(words, MOST_WORDS) +
    BY_WORDS.bias;
  if (near.length === 0) return by_words > 0;
  const nearest = most(near, ({ nearness }) => nearness);
  const clear = clearness(near);
  if (clear > 0 && nearest >= MEANING.alone) return true;
  return by_words + clear * (MEANING.nearness * nearest + MEANING.bias) > 0;
}
