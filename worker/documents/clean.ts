/**
 * Invisible characters, which could hide instructions for a model: zero-width and tag characters, bidirectional
 * controls, fillers, and control characters except tab and newline. Joiners and emoji selectors are handled below.
 */
const INVISIBLE =
  /(?![\t\n\u200c\u200d]|\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029\ufff9-\ufffb]/gu;
/** Joiners belong between letters, one at a time: Persian and Indian scripts and emoji need them. */
const STRAY_JOINERS =
  /[\u200c\u200d]{2,}|(?<![\p{L}\p{M}\p{Extended_Pictographic}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
/** A selector belongs behind a character that takes one, one at a time. */
const STRAY_SELECTORS = /(?<![\p{Extended_Pictographic}\p{N}#*])\p{Variation_Selector}/gu;

/** More marks on one letter than any language writes; to compose them would take the square of their number. */
const PILED_MARKS = /(\p{M}{30})\p{M}+/gu;

/** Text as a person would see it, in Unicode's composed form. */
export const visible = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(INVISIBLE, "")
    .replace(STRAY_JOINERS, "")
    .replace(STRAY_SELECTORS, "")
    // Behind all that could stand between two marks.
    .replace(PILED_MARKS, "$1")
    .normalize("NFC");

const encoder = new TextEncoder();
export const utf8Bytes = (text: string): number => encoder.encode(text).byteLength;

/** The same in one line: each run of white space becomes a space. */
export const line = (text: string): string => visible(text).replace(/\s+/g, " ").trim();

/** The same in paragraphs: at most one empty line in a row, no white space at the end of a line. */
export const paragraphs = (text: string): string =>
  visible(text)
    .split("\n")
    // By hand: `\s+$` as a pattern looks at each run of white space once for each of its characters.
    .map((one) => one.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
