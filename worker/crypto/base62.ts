const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random base62 characters, all equally likely: bytes that would bias them are discarded. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2)))
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
  return text;
}

/** The lowest `length` base62 digits of a whole number below 2^53. */
export function base62OfNumber(value: number, length: number): string {
  let rest = value;
  let text = "";
  for (let i = 0; i < length; i++) {
    text += ALPHABET[rest % 62];
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** The number that these base62 digits are, as `base62OfNumber` writes it. */
export const numberOfBase62 = (digits: string): number =>
  [...digits].reduceRight((sum, digit) => sum * 62 + ALPHABET.indexOf(digit), 0);

/** The first `length` base62 characters that the bytes give; every character needs at least 8 bits. */
export function base62OfBytes(bytes: Uint8Array, length: number): string {
  let rest = 0n;
  for (const byte of bytes) rest = rest * 256n + BigInt(byte);
  let text = "";
  for (let i = 0; i < length; i++) {
    text += ALPHABET[Number(rest % 62n)];
    rest /= 62n;
  }
  return text;
}
