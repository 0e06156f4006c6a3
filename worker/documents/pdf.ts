import { line, paragraphs } from "./clean.ts";
import { type Document, type Section, sizeOf, UnreadableDocument } from "./document.ts";

const MAX_PAGES = 500;
/** The most bytes that all streams of a file may unpack to. */
const MAX_UNPACKED = 64 * 1024 * 1024;

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

/** A small file may unpack to more than a Worker's memory. It is counted first, since the reader would not stop. */
async function refuseBomb(bytes: Uint8Array): Promise<void> {
  let left = MAX_UNPACKED;
  for (let at = find(bytes, STREAM, 0); at !== -1; ) {
    let start = at + STREAM.length;
    if (bytes[start] === 0x0d) start++;
    if (bytes[start] === 0x0a) start++;
    const found = find(bytes, END, start);
    const end = found === -1 ? bytes.length : found;
    if (isZlib(bytes[start] ?? 0, bytes[start + 1] ?? 0)) left -= await unpackedSize(bytes.subarray(start, end), left);
    if (left <= 0) throw new UnreadableDocument("It is much too large when unpacked. Save it again, or as text.");
    at = find(bytes, STREAM, end + END.length);
  }
}

/**
 * The text of a PDF, page by page.
 * @throws UnreadableDocument
 */
export async function readPdf(bytes: Uint8Array): Promise<Document> {
  await refuseBomb(bytes);
  // Large and rarely needed, so it is loaded with the first PDF.
  const { extractText, getDocumentProxy } = await import("unpdf");
  let pdf: Awaited<ReturnType<typeof getDocumentProxy>>;
  try {
    pdf = await getDocumentProxy(bytes.slice(), { isEvalSupported: false, verbosity: 0 });
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
    const { text } = await extractText(pdf, { mergePages: false });
    const info = await pdf.getMetadata().then(
      ({ info }) => info as { Title?: unknown; Language?: unknown },
      () => ({}) as { Title?: unknown; Language?: unknown },
    );
    const sections: Section[] = text
      .map((page, at) => ({ headings: text.length > 1 ? [`Page ${at + 1}`] : [], text: paragraphs(page) }))
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
