import type { NearPassage } from "../objects/passage-vectors/rpc.ts";
import type { Ranked } from "./rank.ts";
import { clearness } from "./standing-out.ts";

/**
 * Weights of a logistic regression: whether the passages that were found answer the question. Fitted on seven bodies of
 * text with 40 questions each and ten that nothing there answers, judged on three others: docs/decisions/0134.
 */
const BY_WORDS = { covers: 3.68, says: 3.46, words: 0.71, bias: -5.47 };
/**
 * What the nearest passage adds with vectors, each standard deviation that it is near, and what it takes; and from how many on
 * it answers though no word fits: docs/decisions/0257.
 */
const MEANING = { nearness: 1, bias: -2.2, alone: 6.5 };
/** Many words that fit tell more than one: this share of a passage's score counts as covered. */
const SCORE = 1 / 50;
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
  ranked: readonly Pick<Ranked, "covers" | "says" | "score">[],
  words: number,
  near: readonly NearPassage[],
): boolean {
  const by_words =
    BY_WORDS.covers * most(ranked, ({ covers, score }) => covers + score * SCORE) +
    BY_WORDS.says * most(ranked, ({ says }) => says) +
    BY_WORDS.words * Math.min(words, MOST_WORDS) +
    BY_WORDS.bias;
  if (near.length === 0) return by_words > 0;
  const nearest = most(near, ({ nearness }) => nearness);
  const clear = clearness(near);
  if (clear > 0 && nearest >= MEANING.alone) return true;
  return by_words + clear * (MEANING.nearness * nearest + MEANING.bias) > 0;
}
