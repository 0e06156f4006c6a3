/** More bytes came than are taken. */
export class TooLarge extends Error {
  override name = "TooLarge";
}

/**
 * The answer's body, decompressed, read no further than allowed, whatever the answer says of its length.
 * @throws TooLarge
 */
export async function readCapped(response: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest: a bomb is never unpacked further than this.
  for await (const chunk of response.body ?? []) {
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
