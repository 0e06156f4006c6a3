const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random base62 characters, each one of 62 with the same chance: bytes that would tilt it are thrown away. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2)))
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
  return text;
}

/** The first characters that bytes give in base62, high digits dropped; six bytes give six characters. */
export function base62Of(bytes: Uint8Array, length: number): string {
  let rest = 0n;
  for (const byte of bytes) rest = rest * 256n + BigInt(byte);
  let text = "";
  for (let i = 0; i < length; i++) {
    text += ALPHABET[Number(rest % 62n)];
    rest /= 62n;
  }
  return text;
}
