/**
 * What no reader sees and a model might obey: zero-width and tag characters, bidirectional controls, fillers, and
 * control characters but tab and newline. Joiners and the selectors of emoji are looked at below.
 */
const INVISIBLE =
  /(?![\t\n\u200c\u200d]|\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029\ufff9-\ufffb]/gu;
/** Joiners belong between letters, one at a time: Persian and Indian scripts and emoji need them. */
const STRAY_JOINERS =
  /[\u200c\u200d]{2,}|(?<![\p{L}\p{M}\p{Extended_Pictographic}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
/** A selector belongs behind a sign, one at a time. */
const STRAY_SELECTORS = /(?<![\p{Extended_Pictographic}\p{N}#*])\p{Variation_Selector}/gu;

/** Text as a person would see it, in Unicode's composed form. */
export const visible = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(INVISIBLE, "")
    .replace(STRAY_JOINERS, "")
    .replace(STRAY_SELECTORS, "")
    .normalize("NFC");

const encoder = new TextEncoder();
export const utf8Bytes = (text: string): number => encoder.encode(text).byteLength;

/** One line of it: white space is one space. */
export const line = (text: string): string => visible(text).replace(/\s+/g, " ").trim();

/** Paragraphs of it: at most one empty line in a row, none with white space at its end. */
export const paragraphs = (text: string): string =>
  visible(text)
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
