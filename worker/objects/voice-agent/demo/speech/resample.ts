/**
 * 16 kHz to 24 kHz: each two samples become three. Windowed-sinc interpolation, since a straight line between samples
 * mirrors the sibilants into an audible hiss.
 */
export function toWireRate(samples: Int16Array): Int16Array {
  const out = new Int16Array(Math.floor((samples.length * 3) / 2));
  for (let at = 0; at < out.length; at++) {
    const phase = (at * 2) % 3;
    const base = (at * 2 - phase) / 3;
    const taps = TAPS[phase] ?? [];
    let sum = 0;
    for (let tap = 0; tap < WIDTH; tap++) sum += (samples[base + tap - WIDTH / 2 + 1] ?? 0) * (taps[tap] ?? 0);
    out[at] = Math.max(-32768, Math.min(32767, Math.round(sum)));
  }
  return out;
}

const WIDTH = 16;

/** Filter taps for an output sample that lies 0, 1/3 or 2/3 of the way between two input samples. */
const TAPS = [0, 1, 2].map((phase) => {
  const taps = Array.from({ length: WIDTH }, (_, tap) => {
    const distance = tap - WIDTH / 2 + 1 - phase / 3;
    const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance);
    return sinc * Math.cos((Math.PI * distance) / (WIDTH + 1)) ** 2;
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
});
