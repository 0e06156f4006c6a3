/** There are more bytes than are allowed. */
export class TooLarge extends Error {
  override name = "TooLarge";
}

/**
 * All bytes of a streamed body, decompressed if needed, up to the limit, whatever its headers say.
 * @throws TooLarge
 */
export async function readCapped(body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the stream, so a compression bomb is unpacked no further.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new TooLarge(`more than ${most} bytes`);
    chunks.push(chunk);
  }
  if (chunks.length === 1 && chunks[0]) return chunks[0];
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
