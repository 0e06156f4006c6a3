import type { Sound } from "./wav.ts";

/** What a listener would say of recorded sound. */

/** Loudness of a stretch, 0 to 1. */
export function rms({ rate, samples }: Sound, from = 0, to = Number.POSITIVE_INFINITY): number {
  const part = samples.subarray(Math.round(from * rate), Math.min(samples.length, Math.round(to * rate)));
  let sum = 0;
  for (const sample of part) sum += sample * sample;
  return part.length === 0 ? 0 : Math.sqrt(sum / part.length);
}

/** Stretches louder than `threshold`, in seconds; pauses shorter than `pause` belong to them. */
export function sounding(sound: Sound, { threshold = 0.004, pause = 0.3, window = 0.01 } = {}) {
  const stretches: { from: number; to: number }[] = [];
  for (let at = 0; at * sound.rate < sound.samples.length; at += window) {
    if (rms(sound, at, at + window) < threshold) continue;
    const last = stretches.at(-1);
    if (last && at - last.to <= pause) last.to = at + window;
    else stretches.push({ from: at, to: at + window });
  }
  return stretches;
}

/** To 8 kHz: enough for speech, and quick to compare. A plain average over each new sample's span keeps aliases low. */
export function to8k({ rate, samples }: Sound): Sound {
  const step = rate / 8000;
  const out = new Float32Array(Math.floor(samples.length / step));
  for (let index = 0; index < out.length; index++) {
    const from = Math.floor(index * step);
    const to = Math.max(from + 1, Math.floor((index + 1) * step));
    let sum = 0;
    for (let at = from; at < to; at++) sum += samples[at] ?? 0;
    out[index] = sum / (to - from);
  }
  return { rate: 8000, samples: out };
}

export interface Likeness {
  /** Normalised cross-correlation at the best place, -1 to 1. */
  value: number;
  /** Where in `heard` it begins, seconds. */
  at: number;
}

/** Finds `words` in `heard`: the same sound, whatever its loudness, gives 1. Both at one rate. */
export function likeness(words: Sound, heard: Sound): Likeness {
  const w = words.samples;
  const h = heard.samples;
  let wordEnergy = 0;
  for (const sample of w) wordEnergy += sample * sample;
  let energy = 0;
  for (let index = 0; index < w.length && index < h.length; index++) energy += (h[index] ?? 0) ** 2;
  const best: Likeness = { value: 0, at: 0 };
  for (let lag = 0; lag + w.length <= h.length; lag++) {
    let dot = 0;
    for (let index = 0; index < w.length; index++) dot += (w[index] as number) * (h[lag + index] as number);
    const value = energy > 1e-6 ? dot / Math.sqrt(energy * wordEnergy) : 0;
    if (value > best.value) Object.assign(best, { value, at: lag / heard.rate });
    energy += (h[lag + w.length] ?? 0) ** 2 - (h[lag] ?? 0) ** 2;
  }
  return best;
}
