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

async function read(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<{ bytes: Uint8Array; more: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the stream, so a compression bomb is unpacked no further.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    chunks.push(chunk);
    if (size > most) break;
  }
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
