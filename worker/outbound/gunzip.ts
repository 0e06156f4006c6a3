import { readCapped } from "./read-capped.ts";

/**
 * The content of a gzip file, e.g. of `sitemap.xml.gz`; other bytes are returned as they are.
 * @throws TooLarge, TypeError for a broken file
 */
export async function gunzipped(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const body = new Response(bytes as Uint8Array<ArrayBuffer>).body?.pipeThrough(new DecompressionStream("gzip"));
  return readCapped(body ?? null, most);
}
