/** IMA ADPCM: four bits a sample, so that 16 kHz speech is 8 KB a second. */

const STEPS = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118,
  130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060,
  1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484,
  7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
];
const INDEX_MOVES = [-1, -1, -1, -1, 2, 4, 6, 8];

/** The state of encoder and decoder: the last decoded sample and the size of the next step. */
class Predictor {
  value = 0;
  index = 0;

  step(): number {
    return STEPS[this.index] ?? 0;
  }

  take(nibble: number): number {
    const step = this.step();
    let difference = step >> 3;
    if (nibble & 4) difference += step;
    if (nibble & 2) difference += step >> 1;
    if (nibble & 1) difference += step >> 2;
    this.value = Math.max(-32768, Math.min(32767, this.value + (nibble & 8 ? -difference : difference)));
    this.index = Math.max(0, Math.min(STEPS.length - 1, this.index + (INDEX_MOVES[nibble & 7] ?? 0)));
    return this.value;
  }
}

/** @returns Half as many bytes as samples, low nibble first. */
export function encodeAdpcm(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(samples.length / 2));
  const predictor = new Predictor();
  samples.forEach((sample, at) => {
    const distance = sample - predictor.value;
    const nibble = Math.min(7, Math.floor((Math.abs(distance) * 4) / predictor.step())) | (distance < 0 ? 8 : 0);
    predictor.take(nibble);
    bytes[at >> 1] = (bytes[at >> 1] ?? 0) | (at & 1 ? nibble << 4 : nibble);
  });
  return bytes;
}

/** @returns `count` samples. */
export function decodeAdpcm(bytes: Uint8Array, count: number): Int16Array {
  const samples = new Int16Array(count);
  const predictor = new Predictor();
  for (let at = 0; at < count; at++) {
    const byte = bytes[at >> 1] ?? 0;
    samples[at] = predictor.take(at & 1 ? byte >> 4 : byte & 15);
  }
  return samples;
}
