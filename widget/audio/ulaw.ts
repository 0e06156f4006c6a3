/** µ-law (G.711), one byte a sample, to and from 16-bit PCM; both as base64, little-endian. */

const BIAS = 0x84;
const LOUDEST = 32_635;

function toSample(code: number): number {
  const bits = ~code & 0xff;
  const size = (((bits & 0x0f) << 3) + BIAS) << ((bits & 0x70) >> 4);
  return bits & 0x80 ? BIAS - size : size - BIAS;
}

function toCode(sample: number): number {
  const size = Math.min(Math.abs(sample), LOUDEST) + BIAS;
  const exponent = 24 - Math.clz32(size);
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | ((size >> (exponent + 3)) & 0x0f)) & 0xff;
}

export function pcmOfUlaw(base64: string): string {
  let pcm = "";
  for (const code of atob(base64)) {
    const sample = toSample(code.charCodeAt(0));
    pcm += String.fromCharCode(sample & 0xff, (sample >> 8) & 0xff);
  }
  return btoa(pcm);
}

export function ulawOfPcm(base64: string): string {
  const pcm = atob(base64);
  let codes = "";
  for (let at = 0; at + 1 < pcm.length; at += 2) {
    const sample = ((pcm.charCodeAt(at) | (pcm.charCodeAt(at + 1) << 8)) << 16) >> 16;
    codes += String.fromCharCode(toCode(sample));
  }
  return btoa(codes);
}
