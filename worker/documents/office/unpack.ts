import { UnreadableDocument } from "../document.ts";

/** Bytes that all wanted files of an archive unpack to, together. */
const MAX_UNPACKED = 24 * 1024 * 1024;
const MAX_FILES = 5_000;
/** Elements of all files together. Programs write at least a dozen bytes for each; a file of shorter ones takes the reader long, however small it is. */
const MAX_ELEMENTS = 2_000_000;
const LESS = 0x3c;
const SLASH = 0x2f;
/** Bytes unpacked at a time: each can become a thousand times as many. */
const STEP = 4_096;

/**
 * Files of a ZIP archive. It is bounded where it unpacks: what the archive says of its sizes counts for nothing, and what is not
 * wanted is not unpacked.
 * @param nameOf the name that a file gets in the answer; `null` where it is not wanted
 * @throws UnreadableDocument
 */
export async function unpack(
  bytes: Uint8Array,
  nameOf: (name: string) => string | null,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { Unzip, UnzipInflate } = await import("fflate");
  const parts = new Map<string, Uint8Array[]>();
  let left = MAX_UNPACKED;
  let elements = 0;
  let files = 0;
  const unzip = new Unzip((file) => {
    if (++files > MAX_FILES)
      throw new UnreadableDocument(`It holds more than ${MAX_FILES} files. Split it into parts.`);
    const name = nameOf(file.name);
    if (name === null) return;
    const own: Uint8Array[] = [];
    parts.set(name, own);
    file.ondata = (error, chunk) => {
      if (error) throw error;
      left -= chunk.byteLength;
      elements += elementsIn(chunk);
      if (left < 0 || elements > MAX_ELEMENTS)
        throw new UnreadableDocument("It is much too large when unpacked. Save it in parts, or as text.");
      own.push(chunk);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += STEP)
      unzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument("This file is broken. Save it again, or as text.");
  }
  return new Map([...parts].map(([name, own]) => [name, joined(own)]));
}

/** Tags that open or are empty; one that two chunks share may count though it closes. */
function elementsIn(chunk: Uint8Array): number {
  let found = 0;
  for (let at = chunk.indexOf(LESS); at >= 0; at = chunk.indexOf(LESS, at + 1)) if (chunk[at + 1] !== SLASH) found++;
  return found;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
