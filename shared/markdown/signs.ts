/** Signs that are written without blanks between words, as a class of a pattern with the flag `u`. Their punctuation counts, too. */
export const CJK = "[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\uff00-\\uffef]";
const IS_CJK = new RegExp(CJK, "u");

/** Whether a character is blank; the end of the text is. */
export const isBlank = (character: string | undefined) => character === undefined || /\s/.test(character);
export const isSign = (character: string | undefined) => character !== undefined && /[\p{P}\p{S}]/u.test(character);
export const isCjk = (character: string | undefined) => character !== undefined && IS_CJK.test(character);
export const isDigit = (character: string | undefined) => character !== undefined && /\p{N}/u.test(character);
