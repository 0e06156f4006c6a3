/**
 * Scripts that are written without spaces: each character is a word of its own, so that any part of a text is found.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
export const spaced = (text: string): string => text.replace(UNSPACED, " $& ");

/** The words of a query for FTS5: all must match, and none is an operator. `null` if there is no word. */
export function matchOf(q: string): string | null {
  const words = q.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  return words.length === 0 ? null : words.map((word) => `"${spaced(word).trim().replace(/\s+/g, " ")}"`).join(" AND ");
}
