/// <reference lib="esnext.typedarrays" />

/**
 * Servers cut their sound into pieces anywhere. Half a sample at the end of a piece goes before the next one of its item: without it
 * all that follows would be noise.
 */
export class WholeSamples {
  #item: unknown = null;
  #half: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  /** A base64 piece of 16-bit PCM with whole samples alone; what is no base64 comes back as it is. */
  take(item: unknown, piece: string): string {
    const held = item === this.#item ? this.#half : new Uint8Array(0);
    if (!held.length && !isOdd(piece)) return piece;
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = Uint8Array.fromBase64(piece);
    } catch {
      return piece;
    }
    const all = new Uint8Array(held.length + bytes.length);
    all.set(held);
    all.set(bytes, held.length);
    const whole = all.length & ~1;
    this.#item = item;
    this.#half = all.slice(whole);
    return all.subarray(0, whole).toBase64();
  }
}

/** Whether a base64 text is of an odd number of bytes. */
function isOdd(base64: string): boolean {
  const digits = base64.replace(/={1,2}$/, "").length;
  return Math.floor((digits * 6) / 8) % 2 === 1;
}
