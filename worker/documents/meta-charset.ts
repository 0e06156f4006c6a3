import { decodeWindows1252 } from "./windows-1252.ts";

const LABEL = /^[\s"']{0,20}([\w:.-]{1,40})/;
const XML = /^\s{0,100}<\?xml\s[^>]{0,300}?encoding\s{0,20}=\s{0,20}["']([\w:.-]{1,40})/i;

/** The encoding in the declaration that an XML text begins with. */
export const xmlCharset = (bytes: Uint8Array): string | null =>
  XML.exec(decodeWindows1252(bytes.subarray(0, 1_024)))?.[1]?.toLowerCase() ?? null;

/** Elements whose content is no markup, and comments: what looks like a `meta` in them is none. */
const SKIPPED: readonly [begin: string, end: string][] = [
  ["<!--", "-->"],
  ["<script", "</script"],
  ["<style", "</style"],
  ["<title", "</title"],
  ["<textarea", "</textarea"],
];

/**
 * The encoding that a `meta` of an HTML page names. It should stand in the first 1,024 bytes; browsers take it from
 * anywhere, and begin again.
 */
export function metaCharset(bytes: Uint8Array): string | null {
  const html = decodeWindows1252(bytes).toLowerCase();
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at)) {
    const skipped = SKIPPED.find(([begin]) => html.startsWith(begin, at));
    if (skipped) {
      const end = html.indexOf(skipped[1], at + skipped[0].length);
      // What is never closed hides nothing that comes later: a browser would have given up on it as well.
      at = end === -1 ? at + skipped[0].length : end + skipped[1].length;
      if (end === -1) return rest(html, at);
      continue;
    }
    const name = named(html, at);
    if (name !== null) return name;
    at++;
  }
  return null;
}

/** The same of a page in which something is never closed, by its `meta` elements alone. */
function rest(html: string, from: number): string | null {
  for (let at = html.indexOf("<meta", from); at !== -1; at = html.indexOf("<meta", at + 1)) {
    const name = named(html, at);
    if (name !== null) return name;
  }
  return null;
}

/** @returns the encoding that the `meta` at this place names, if it is one and names one */
function named(html: string, at: number): string | null {
  if (!html.startsWith("<meta", at) || !/[\s/]/.test(html[at + 5] ?? "")) return null;
  // Up to what may be the next one, or each would be looked through with those behind it.
  const tag = html.slice(at, at + 1_000);
  const end = tag.slice(1).search(/[<>]/) + 1;
  const text = end === 0 ? tag : tag.slice(0, end);
  for (let place = text.indexOf("charset"); place !== -1; place = text.indexOf("charset", place + 7)) {
    const sign = /^\s{0,20}=/.exec(text.slice(place + 7, place + 30));
    const label = sign && LABEL.exec(text.slice(place + 7 + sign[0].length, place + 120))?.[1];
    // `content="text/html; charset=…"` counts only where it stands for a header.
    const own = /[\s/]$/.test(text.slice(0, place)) && !/content\s{0,20}=/.test(text);
    if (label && (own || /http-equiv\s{0,20}=\s{0,20}["']?content-type/.test(text))) return label;
  }
  return null;
}
