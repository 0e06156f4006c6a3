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
