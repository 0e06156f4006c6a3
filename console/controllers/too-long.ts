import { READER } from "../locale.ts";

/** What is said of a text with more characters than `most`; empty where it fits. */
export function tooLongText(text: string, most: number): string {
  const { length } = [...text.trim()];
  return length > most
    ? `These are ${length.toLocaleString(READER)} characters. Use at most ${most.toLocaleString(READER)}.`
    : "";
}

/**
 * What is too long of the fields in a place. They carry `data-most` and `data-path` in place of `maxlength`, by which browsers cut
 * what is pasted, without a word.
 */
export const tooLong = (place: HTMLElement): { path: string; msg: string }[] =>
  [...place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("[data-most]")].flatMap(({ value, dataset }) => {
    const msg = tooLongText(value, Number(dataset.most));
    return msg ? [{ path: dataset.path ?? "", msg }] : [];
  });
