import { fold } from "./fold.ts";

/**
 * Article numbers, prices and telephone numbers, which people write with other signs than a page does: `X-200/B` is found
 * by `X200B`, `1,299.00` by `1299`, `+49 30 123 45-67` by `0301234567`. Every pattern is linear in the text's length.
 */
export interface Code {
  /** Where it stands in the text, UTF-16 units. */
  index: number;
  length: number;
  /** Its forms in the index, beside its words. */
  terms: string[];
}

/** Letters and digits with signs between them, or digits with spaces. */
const RUN =
  /[\p{L}\p{N}](?:[\p{L}\p{N}]|[-–./,'’+#_()]{1,2}(?=[\p{L}\p{N}(])|(?<=[\p{N})])[ \u00a0\u202f](?=[(\p{N}])){1,79}/gu;
const DIGIT = /\p{N}/u;
/** A number in groups of three, or with one or two decimals. */
const AMOUNT =
  /(?<![\d.,])(?:(\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3}){1,4})(?:[.,](\d{1,2}))?|(\d{1,15})[.,](\d{1,2}))(?![\d]|[.,]\d)/g;
/** Digits of a telephone number; the last ones are the same with and without the codes of country and place. */
const PHONE = { least: 7, most: 15, own: 7 };
const LONGEST = 40;

function amountsIn(run: string): string[] {
  return [...run.matchAll(AMOUNT)].map(([, groups, cents, plain, decimals]) => {
    const whole = (groups ?? plain ?? "").replace(/\D/g, "");
    const rest = (cents ?? decimals ?? "").replace(/0+$/, "");
    return rest === "" ? whole : `${whole}x${rest}`;
  });
}

function termsOf(run: string): string[] {
  const joined = fold(run.replace(/[^\p{L}\p{N}]/gu, ""));
  const terms = amountsIn(run);
  if (joined.length <= LONGEST && joined.length < run.length) terms.push(joined);
  if (/^\d+$/.test(joined) && joined.length >= PHONE.least && joined.length <= PHONE.most)
    terms.push(`tel${joined.slice(-PHONE.own)}`);
  return terms;
}

export const codesIn = (text: string): Code[] =>
  [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const terms = DIGIT.test(run) ? termsOf(run) : [];
    return terms.length === 0 ? [] : [{ index, length: run.length, terms }];
  });
