/** Levels of JSON: far deeper than anything that is sent, and far less than what overflows the stack of recursive code. */
export const MAX_DEPTH = 64;

/**
 * Whether parsed JSON is nested deeper than anything needs. Ask it of what others wrote: it will be written as JSON again, and
 * `JSON.stringify` recurses, unlike `JSON.parse`.
 */
export const isTooDeep = (value: unknown, levels = MAX_DEPTH): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1)));

/** The end of the string that begins at `start`: its closing quote, or the text's end. */
function endOfString(text: string, start: number): number {
  for (let at = start; ; ) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return at;
  }
}

/**
 * Where JSON text nests too deep, or has more than `most` values, so that it is refused before it is parsed: what `JSON.parse` makes of
 * `{},{},…` takes thirty times the text's memory.
 */
export function outOfBounds(text: string, most: number): { at: number; why: string } | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > MAX_DEPTH) return { at, why: `nested deeper than ${MAX_DEPTH} levels` };
      values++;
    } else if (code === 0x5d || code === 0x7d) depth--;
    else if (code === 0x2c) values++;
    if (values > most) return { at, why: `more than ${most.toLocaleString("en")} values` };
  }
  return null;
}
