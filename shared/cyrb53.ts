/** cyrb53 by bryc, in the public domain: a fast hash of 53 bits, for names that need no secrecy from who can guess the text. */

/** Both halves before they are mixed with each other. */
export function cyrb53Halves(text: string): [high: number, low: number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    high = Math.imul(high ^ text.charCodeAt(i), 2654435761);
    low = Math.imul(low ^ text.charCodeAt(i), 1597334677);
  }
  return [high, low];
}

export function cyrb53(text: string): number {
  let [high, low] = cyrb53Halves(text);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
