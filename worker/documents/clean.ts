/**
 * What no reader sees and a model might obey: format characters, bidirectional controls, tag characters, variation
 * selectors past the first sixteen, and control characters but tab and newline.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu;
/** Joiners belong between letters, one at a time: Persian and Indian scripts and emoji need them. */
const STRAY_JOINERS = /[\u200c\u200d]{2,}|(?<![\p{L}\p{M}\p{Extended_Pictographic}\ufe0f])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** Text as a person would see it, in Unicode's composed form. */
export const visible = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(INVISIBLE, "").replace(STRAY_JOINERS, "").normalize("NFC");

/** One line of it: white space is one space. */
export const line = (text: string): string => visible(text).replace(/\s+/g, " ").trim();

/** Paragraphs of it: at most one empty line in a row, none with white space at its end. */
export const paragraphs = (text: string): string =>
  visible(text)
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
