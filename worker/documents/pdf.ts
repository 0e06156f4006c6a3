import { line, paragraphs } from "./clean.ts";
import { type Document, type Section, sizeOf, UnreadableDocument } from "./document.ts";
import { boundDecoders, withBudget } from "./pdf-bounds.ts";
import { STREAM_COST } from "./pdf-stream-bounds.ts";

const MAX_PAGES = 500;
/** The most bytes that all streams of a file may unpack to. */
const MAX_UNPACKED = 64 * 1024 * 1024;

/** Characters that a file's text has at most. */
const MAX_TEXT = 16 * 1024 * 1024;
const TOO_LARGE = "It is much too large when unpacked. Save it again, or as text.";

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const STREAM = ascii("stream");
const END = ascii("endstream");
/** The position of `wanted` at or after `from`, or -1. */
function find(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(wanted[0] ?? 0, from); at !== -1; at = bytes.indexOf(wanted[0] ?? 0, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  return -1;
}
/** Whether it is a zlib header: deflate, an allowed window, a checksum that is a multiple of 31. */
const isZlib = (one: number, two: number) => (one & 0x0f) === 8 && one >> 4 <= 7 && ((one << 8) | two) % 31 === 0;
/** Bytes unpacked at a time: each can become a thousand times as many. */
const STEP = 4_096;

/** @returns the number of unpacked bytes, counted only a little beyond `most` */
async function unpackedSize(bytes: Uint8Array, most: number): Promise<number> {
  // Not `DecompressionStream`: bytes after the stream, even a line break, make it drop what it has unpacked.
  const { Unzlib } = await import("fflate");
  let size = 0;
  const unzlib = new Unzlib((chunk) => {
    size += chunk.byteLength;
  });
  try {
    for (let at = 0; at < bytes.length && size <= most; at += STEP)
      unzlib.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
  } catch {
    // A broken stream counts up to the fault: the reader gets no further.
  }
  return size;
}

/** What can be counted without reading the file is refused at once; the rest is bounded where it is unpacked. */
async function refuseBomb(bytes: Uint8Array): Promise<void> {
  let left = MAX_UNPACKED;
  for (let at = find(bytes, STREAM, 0); at !== -1; ) {
    let start = at + STREAM.length;
    if (bytes[start] === 0x0d) start++;
    if (bytes[start] === 0x0a) start++;
    const found = find(bytes, END, start);
    const end = found === -1 ? bytes.length : found;
    if (isZlib(bytes[start] ?? 0, bytes[start + 1] ?? 0))
      left -= STREAM_COST + (await unpackedSize(bytes.subarray(start, end), left));
    if (left <= 0) throw new UnreadableDocument(TOO_LARGE);
    at = find(bytes, STREAM, end + END.length);
  }
}

type Pdf = Awaited<ReturnType<typeof import("unpdf").getDocumentProxy>>;

/** A word with a hyphen at the end of a line, and the word that the next begins with. */
const BROKEN = /(?<!\p{L})(\p{L}+)[-‐\u00ad] ?\n(?=(\p{L}+))/gu;
/** Before these a hyphen stands for the end of another word: "Hin- und Rückweg". */
const JOINING = new Set("and or und oder bzw sowie et ou y e o u en of och eller".split(" "));

/** Two halves with a hyphen between them within a line. */
const HYPHENED = /(?<!\p{L})(\p{L}+)[-‐](?=(\p{L}+))/gu;
const WHOLE = /\p{L}+/gu;

/** Tells whether a word has its hyphen everywhere else in a file, as "well-known": then a line's end has not put it there. */
function hyphenedIn(pages: readonly string[]): (half: string, next: string) => boolean {
  const hyphened = new Set<string>();
  const whole = new Set<string>();
  for (const page of pages) {
    for (const [, half = "", next = ""] of page.matchAll(HYPHENED)) hyphened.add(`${half}-${next}`.toLowerCase());
    for (const [word] of page.matchAll(WHOLE)) whole.add(word.toLowerCase());
  }
  return (half, next) => hyphened.has(`${half}-${next}`.toLowerCase()) && !whole.has(`${half}${next}`.toLowerCase());
}

/** The same with words whole that go on in the next line; what begins with a capital keeps its hyphen. */
const unbroken = (text: string, isHyphened: (half: string, next: string) => boolean): string =>
  text.replace(BROKEN, (broken, half: string, next: string) => {
    if (JOINING.has(next)) return broken;
    return /^\p{Ll}/u.test(next) && !isHyphened(half, next) ? half : `${half}-`;
  });

/** Large and rarely needed, so it is loaded with the first PDF. */
async function open(bytes: Uint8Array): Promise<Pdf> {
  const { getDocumentProxy } = await import("unpdf");
  return getDocumentProxy(bytes.slice(), { isEvalSupported: false, verbosity: 0 });
}

/** The words of a page, as they come: a page may draw itself again and again. */
async function textOf(pdf: Pdf, number: number, most: number): Promise<string> {
  const page = await pdf.getPage(number);
  const parts: string[] = [];
  let length = 0;
  const reader = page.streamTextContent().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join("");
    for (const item of value.items as { str?: string; hasEOL?: boolean }[]) {
      if (item.str === undefined) continue;
      parts.push(item.hasEOL ? `${item.str}\n` : item.str);
      length += item.str.length;
    }
    if (length > most || parts.length > most) {
      await reader.cancel(new Error("too much text"));
      throw new UnreadableDocument(TOO_LARGE);
    }
  }
}

async function readSample(bytes: Uint8Array): Promise<void> {
  const pdf = await open(bytes);
  try {
    await textOf(pdf, 1, MAX_TEXT);
  } finally {
    await pdf.destroy().catch(() => {});
  }
}

/**
 * The text of a PDF, page by page.
 * @throws UnreadableDocument
 */
export async function readPdf(bytes: Uint8Array): Promise<Document> {
  await refuseBomb(bytes);
  await boundDecoders(readSample);
  const budget = { left: MAX_UNPACKED };
  try {
    const document = await withBudget(bytes, budget, readPages);
    if (budget.left >= 0) return document;
  } catch (error) {
    if (budget.left >= 0) throw error;
  }
  // Whatever PDF.js made of it: what it could not unpack is what is wrong.
  throw new UnreadableDocument(TOO_LARGE);
}

async function readPages(bytes: Uint8Array): Promise<Document> {
  let pdf: Pdf;
  try {
    pdf = await open(bytes);
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    throw new UnreadableDocument(
      name === "PasswordException"
        ? "It is encrypted. Save it without a password and try again."
        : "This PDF cannot be read. Save it again, or as text.",
    );
  }
  try {
    if (pdf.numPages > MAX_PAGES)
      throw new UnreadableDocument(`It has ${pdf.numPages} pages, more than ${MAX_PAGES}. Split it into parts.`);
    const text: string[] = [];
    let left = MAX_TEXT;
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await textOf(pdf, number, left);
      left -= page.length;
      text.push(page);
    }
    const isHyphened = hyphenedIn(text);
    const info = await pdf.getMetadata().then(
      ({ info }) => info as { Title?: unknown; Language?: unknown },
      () => ({}) as { Title?: unknown; Language?: unknown },
    );
    const sections: Section[] = text
      .map((page, at) => ({
        headings: text.length > 1 ? [`Page ${at + 1}`] : [],
        text: paragraphs(unbroken(page, isHyphened)),
      }))
      .filter((section) => section.text !== "");
    if (sections.length === 0)
      throw new UnreadableDocument("It has no text, only pictures. Run text recognition on it first.");
    const title = typeof info.Title === "string" ? line(info.Title) : "";
    return {
      title: title || null,
      language: typeof info.Language === "string" ? info.Language : null,
      sections,
      bytes: sizeOf(sections),
    };
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument("This PDF is broken. Save it again, or as text.");
  } finally {
    await pdf.destroy().catch(() => {});
  }
}
