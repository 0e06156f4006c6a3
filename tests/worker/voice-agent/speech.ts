import tableForTwo from "../../fixtures/speech/table-for-two.wav?inline";

/** A visitor's sentence, 24 kHz mono, 2.6 s, beginning with its first sound. */
export const sentence: Int16Array<ArrayBuffer> = samplesOfWav(tableForTwo);

function samplesOfWav(dataUrl: string): Int16Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(",") + 1)), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  let at = 12;
  while (view.getUint32(at, false) !== 0x64617461) at += 8 + view.getUint32(at + 4, true);
  return new Int16Array(bytes.buffer.slice(at + 8, at + 8 + view.getUint32(at + 4, true)));
}

export const silence = (ms: number) => new Int16Array(ms * 24);

/** Reproducible noise, so that a threshold that fails, fails again. */
export function noise(ms: number, dbfs: number, seed = 1): Int16Array<ArrayBuffer> {
  let state = seed;
  // A uniform variable's root mean square is its peak over the root of three.
  const peak = 32_768 * 10 ** (dbfs / 20) * Math.sqrt(3);
  return Int16Array.from({ length: ms * 24 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 31 - 1) * peak;
  });
}

/** Mains hum: the fundamental and four weaker harmonics. */
export const hum = (ms: number, dbfs: number, hertz = 50): Int16Array =>
  Int16Array.from({ length: ms * 24 }, (_, at) => {
    const wave = [1, 0.5, 0.3, 0.2, 0.1].reduce(
      (sum, share, harmonic) => sum + share * Math.sin((2 * Math.PI * hertz * (harmonic + 1) * at) / 24_000),
      0,
    );
    return 32_768 * 10 ** (dbfs / 20) * wave;
  });

export const scaled = (samples: Int16Array, db: number) => samples.map((sample) => sample * 10 ** (db / 20));

export function mixed(one: Int16Array, other: Int16Array): Int16Array {
  return one.map((sample, at) => Math.max(-32_768, Math.min(32_767, sample + (other[at] ?? 0))));
}

export function concat(...parts: Int16Array[]): Int16Array<ArrayBuffer> {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const rms = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));

/** The best normalised cross-correlation of `sought` inside `heard`: 1 is the same audio. */
export function correlation(heard: Int16Array, sought: Int16Array): number {
  const energy = Math.sqrt(sought.reduce((sum, sample) => sum + sample * sample, 0));
  let best = 0;
  // First on every eighth sample of both, then exactly around the best place.
  const coarse: { shift: number; score: number }[] = [];
  for (let shift = 0; shift + sought.length <= heard.length; shift += 4)
    coarse.push({ shift, score: at(heard, sought, shift, 16, energy) });
  coarse.sort((one, other) => other.score - one.score);
  for (const { shift } of coarse.slice(0, 5))
    for (let near = Math.max(0, shift - 4); near <= shift + 4 && near + sought.length <= heard.length; near++)
      best = Math.max(best, at(heard, sought, near, 1, energy));
  return best;
}

function at(heard: Int16Array, sought: Int16Array, shift: number, stride: number, energy: number): number {
  let product = 0;
  let power = 0;
  for (let index = 0; index < sought.length; index += stride) {
    const sample = heard[shift + index] ?? 0;
    product += sample * (sought[index] ?? 0);
    power += sample * sample;
  }
  return stride > 1 ? product : product / (Math.sqrt(power) * energy || 1);
}
