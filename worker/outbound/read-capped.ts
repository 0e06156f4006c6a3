/** There are more bytes than are allowed. */
export class TooLarge extends Error {
  override name = "TooLarge";
}

/**
 * All bytes of a streamed body, decompressed if needed, up to the limit, whatever its headers say.
 * @throws TooLarge
 */
export async function readCapped(body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array> {
  const { bytes, more } = await read(body, most);
  if (more) throw new TooLarge(`more than ${most} bytes`);
  return bytes;
}

/** The same as text. @throws TooLarge */
export const readCappedText = async (body: ReadableStream<Uint8Array> | null, most: number): Promise<string> =>
  new TextDecoder().decode(await readCapped(body, most));

/** The first bytes of a body. */
export const readStart = async (body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array> =>
  (await read(body, most)).bytes;

/** The same as text; a character that the limit cuts is U+FFFD. */
export const readStartText = async (body: ReadableStream<Uint8Array> | null, most: number): Promise<string> =>
  new TextDecoder().decode(await readStart(body, most));

/** Bytes that are asked for at once: at first as many as most bodies have, then four times as many each time. */
const FIRST_BLOCK = 4_096;
const LARGEST_BLOCK = 65_536;

/** A read of a byte stream with `min`, which the types of the runtime do not know yet. */
type ReadAtLeast = (view: Uint8Array, options: { min: number }) => Promise<ReadableStreamReadResult<Uint8Array>>;

/**
 * Reads whole blocks. Otherwise each piece that a sender sends by itself, be it one byte, would be a read of its own and
 * stay in a buffer of 4,096: 64 KB of single bytes took 256 MB. A stream of JavaScript has no blocks, and no sender.
 */
function blocksOf(body: ReadableStream<Uint8Array>, most: number) {
  let block = FIRST_BLOCK;
  try {
    const reader = body.getReader({ mode: "byob" });
    const next = () => {
      const min = Math.min(block, most + 1);
      block = Math.min(4 * block, LARGEST_BLOCK);
      return (reader.read as ReadAtLeast).call(reader, new Uint8Array(min), { min });
    };
    return { next, cancel: () => reader.cancel() };
  } catch {
    const reader = body.getReader();
    return { next: () => reader.read(), cancel: () => reader.cancel() };
  }
}

async function read(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<{ bytes: Uint8Array; more: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const blocks = body && blocksOf(body, most);
  while (blocks && size <= most) {
    const { value, done } = await blocks.next();
    if (value?.byteLength) {
      size += value.byteLength;
      chunks.push(value);
    }
    if (done) break;
  }
  // A compression bomb is unpacked no further.
  if (size > most) await blocks?.cancel();
  const whole = chunks.length === 1 && chunks[0] ? chunks[0] : joined(chunks, size);
  return { bytes: whole.subarray(0, most), more: size > most };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
