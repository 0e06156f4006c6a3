/** How long words take, and where they end. */

/** One of these takes as long as three of an alphabet; and they are not parted by spaces. */
const SYLLABLE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const SYLLABLE_LENGTH = 3;
const BREAK = /[\s\u0e00-\u0eff\u2e80-\uffff]/;

/** How long a character takes to speak, beside one of an alphabet. */
const lengthOfOne = (one: string): number => (SYLLABLE.test(one) ? SYLLABLE_LENGTH : 1);

export const lengthOf = (text: string): number => [...text].reduce((sum, one) => sum + lengthOfOne(one), 0);

/** How many characters of a text have been begun. @param left their length; what is not used up by this text is given back */
export function begun(text: string, left: number, length = lengthOfOne): { characters: number; left: number } {
  let characters = 0;
  let rest = left;
  while (characters < text.length && rest > 0) {
    rest -= length(text[characters] as string);
    characters++;
  }
  return { characters, left: rest };
}

/** Where the word that is being spoken ends. @param at characters, whose parts of a word count as begun */
export function endOfWord(text: string, at: number): number {
  if (at <= 0) return 0;
  let end = Math.ceil(at);
  while (end < text.length && !BREAK.test(text[end] as string) && !BREAK.test(text[end - 1] as string)) end++;
  return /[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end + 1 : end;
}
