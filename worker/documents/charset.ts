import { UnreadableDocument } from "./document.ts";

/** The largest share of control characters in text: a document with more is binary. */
const BINARY_SHARE = 0.02;

/** `charset` of a content type, e.g. `utf-8`; `null` without one. */
export const charsetOf = (contentType: string): string | null =>
  /;\s*charset\s*=\s*"?([\w:.-]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? null;

const BYTE_ORDER_MARKS: readonly [string, readonly number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * The bytes as text: in the encoding of their byte order mark, else the named one, else UTF-8.
 * @throws UnreadableDocument for what is no text, or not in that encoding
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  const name = marked ?? charset ?? "utf-8";
  let text: string;
  try {
    text = new TextDecoder(name, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (error) {
    const known = !(error instanceof RangeError);
    throw new UnreadableDocument(
      looksBinary(new TextDecoder("latin1").decode(bytes.subarray(0, 4_096)))
        ? "It is a binary file, not text. Give text, Markdown, HTML or PDF."
        : known
          ? `It is not valid ${name.toUpperCase()}. Save it as UTF-8 and try again.`
          : `Its encoding "${name.slice(0, 40)}" is not known here. Save it as UTF-8 and try again.`,
    );
  }
  if (looksBinary(text.slice(0, 4_096)))
    throw new UnreadableDocument("It is a binary file, not text. Give text, Markdown, HTML or PDF.");
  return text;
}

function looksBinary(start: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const controls = start.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
  return controls > start.length * BINARY_SHARE;
}
