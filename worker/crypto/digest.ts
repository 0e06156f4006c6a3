const encoder = new TextEncoder();
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export function hex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** SHA-256 of a text's UTF-8 bytes. */
export const sha256 = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));

/** Compares in a time that reveals nothing but whether the lengths are the same. */
const sameBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.byteLength === right.byteLength && crypto.subtle.timingSafeEqual(left, right);

/** For texts whose length everybody knows, such as a checksum: takes the same time wherever they differ. */
export const sameText = (a: string, b: string): boolean => sameBytes(encoder.encode(a), encoder.encode(b));

/** Compares two secrets in a time that reveals neither where they differ nor how long the right one is. */
export async function sameSecret(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([sha256(a), sha256(b)]);
  return sameBytes(left, right);
}
