import { decodeAdpcm } from "./adpcm.ts";
import data from "./phrases.adpcm";
import { PHRASES } from "./phrases.ts";
import { toWireRate } from "./resample.ts";

/** The file is one clip after another: sample count (32 bits, little-endian), then the ADPCM bytes. */
const packed: ReadonlyMap<string, { bytes: Uint8Array; samples: number }> = new Map(
  (function* () {
    const view = new DataView(data);
    let at = 0;
    for (const text of Object.values(PHRASES)) {
      const samples = view.getUint32(at, true);
      const length = Math.ceil(samples / 2);
      yield [text, { bytes: new Uint8Array(data, at + 4, length), samples }] as const;
      at += 4 + length;
    }
  })(),
);

const decoded = new Map<string, Int16Array>();

/** A phrase's audio, 24 kHz mono; decoded once per isolate; do not modify it. */
export function clip(text: string): Int16Array | null {
  const clip = decoded.get(text);
  if (clip) return clip;
  const packedClip = packed.get(text);
  if (!packedClip) return null;
  const samples = toWireRate(decodeAdpcm(packedClip.bytes, packedClip.samples));
  decoded.set(text, samples);
  return samples;
}
