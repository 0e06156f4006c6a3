/** PCM on the wire: 16 bits, little-endian (as every machine with a browser has it), one channel, base64. */

/** Newer browsers have a method for it, which needs no second copy. */
declare global {
  interface Uint8Array {
    toBase64?(): string;
  }
}

export function encodeBase64(bytes: Uint8Array): string {
  if (bytes.toBase64) return bytes.toBase64();
  let text = "";
  // `apply` takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** The samples in a base64 text; half a sample at its end is dropped. Throws on what is not base64. */
export function decodePcm(base64: string): Int16Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length & ~1);
  for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at);
  return new Int16Array(bytes.buffer);
}

/** Full scale is 1; louder samples are clipped. */
export function toInt16(sample: number): number {
  return Math.round(Math.max(-1, Math.min(1, sample)) * 32767);
}

/** Root mean square of samples of full scale 1. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length ? Math.sqrt(sum / samples.length) : 0;
}
