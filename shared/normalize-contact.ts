/** Marks of direction, joints and variants: what is copied from a list of contacts or a PDF has them, and nobody sees them. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;
/** In Japanese the mark of a long vowel is typed between digits. */
const DASHES = /[\p{Pd}\u2212]|(?<=\d)\u30fc/gu;

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Digits of a script follow each other, the zero first. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && isDigit(code - value - 1)) value++;
  return String(value);
}

/** A telephone number, or an address, in the digits and signs that anybody can dial or write to, whatever keyboard wrote it. */
export const normalizeContact = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(INVISIBLE, "")
    .replace(/\p{Nd}/gu, digitOf)
    .replace(DASHES, "-");
