import { UnreadableDocument } from "./document.ts";
import { legacyCharset } from "./legacy-charset.ts";
import { metaCharset, xmlCharset } from "./meta-charset.ts";
import { decodeWindows1252, isWindows1252 } from "./windows-1252.ts";

/** The largest share of control characters in text: a document with more is binary. */
const BINARY_SHARE = 0.02;

const BINARY = "It is a binary file, not text. Give text, Markdown, HTML or PDF.";

/** `charset` of a content type, e.g. `utf-8`; `null` without one. */
export const charsetOf = (contentType: string): string | null =>
  /;\s{0,20}charset\s{0,20}=\s{0,20}["']?([\w:.-]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? null;

const BYTE_ORDER_MARKS: readonly [string, readonly number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

interface TextSource {
  /** The encoding that the server or the owner names. */
  charset?: string | null;
  /** Whether the text may name its encoding itself, and how. */
  html?: boolean;
  xml?: boolean;
  /** Whether what is not in the encoding that it should be in is refused. */
  strict?: boolean;
}

/**
 * The bytes as text, decoded as browsers do: by the byte order mark, else the name that came with them, else the one
 * that stands in the text, wherever that is. What nothing names is UTF-8 if that is what it looks like, else what pages of
 * its language were written in, else windows-1252. A byte that is wrong costs itself and nothing else.
 * @throws UnreadableDocument for what is no text
 */
export function decodeText(
  bytes: Uint8Array,
  { charset = null, html = false, xml = false, strict = false }: TextSource = {},
): string {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ?? null;
  if (strict) refuseOthers(bytes, marked ?? charset ?? "utf-8");
  const names = [
    () => marked,
    () => charset,
    () => wide(bytes),
    () => (html || xml ? withoutWide(xmlCharset(bytes)) : null),
    () => (html ? withoutWide(metaCharset(bytes)) : null),
    () => (looksUtf8(bytes) ? "utf-8" : legacyCharset(bytes)),
    () => "windows-1252",
  ];
  let text: string | null = null;
  for (const name of names) {
    text = decodeAs(bytes, name());
    if (text !== null) break;
  }
  if (text === null || looksBinary(text.slice(0, 4_096))) throw new UnreadableDocument(BINARY);
  return text;
}

/** @throws UnreadableDocument for text in another encoding */
function refuseOthers(bytes: Uint8Array, name: string): void {
  try {
    new TextDecoder(name, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (error) {
    if (looksBinary(decodeWindows1252(bytes.subarray(0, 4_096)))) throw new UnreadableDocument(BINARY);
    throw new UnreadableDocument(
      error instanceof RangeError
        ? `Its encoding "${name.slice(0, 40)}" is not known here. Save it as UTF-8 and try again.`
        : `It is not valid ${name.toUpperCase()}. Save it as UTF-8 and try again.`,
    );
  }
}

/** @returns `null` where no name is given, or one that nobody knows */
function decodeAs(bytes: Uint8Array, name: string | null): string | null {
  if (name === null) return null;
  if (isWindows1252(name)) return decodeWindows1252(bytes);
  try {
    return new TextDecoder(name, { fatal: false, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes that can be read for a name in them are not UTF-16, whatever the name says. */
const withoutWide = (name: string | null) => (name !== null && /^utf-?16/.test(name) ? "utf-8" : name);

/** UTF-16 that nothing names: every other byte of its first words is nothing. */
function wide(bytes: Uint8Array): string | null {
  const most = Math.min(bytes.length, 1_024) & ~1;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < most; at += 2) {
    if (bytes[at] === 0) even++;
    if (bytes[at + 1] === 0) odd++;
  }
  const enough = most / 2 / 2;
  if (most < 8 || (even > 0 && odd > 0)) return null;
  return odd > enough ? "utf-16le" : even > enough ? "utf-16be" : null;
}

/** Whether what is not ASCII in it is UTF-8, but for a byte here and there. */
function looksUtf8(bytes: Uint8Array): boolean {
  let right = 0;
  let wrong = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      at++;
      continue;
    }
    const length =
      byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 1;
    let found = 1;
    while (found < length && ((bytes[at + found] ?? 0) & 0xc0) === 0x80) found++;
    if (length > 1 && found === length) right++;
    // The last character of a text that was cut.
    else if (length === 1 || at + found < bytes.length) wrong++;
    at += found;
  }
  return wrong === 0 || right > wrong;
}

function looksBinary(start: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const controls = start.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
  return controls > start.length * BINARY_SHARE;
}
