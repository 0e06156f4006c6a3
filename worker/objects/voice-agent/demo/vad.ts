import { RATE } from "../wire.ts";

/** Samples of one frame: 10 ms. */
export const FRAME = RATE / 100;

/** Frames of the decision window, and how many of them must be loud: a click of 40 ms does not start a turn. */
const WINDOW = 7;
const NEEDED = 5;
/** Frames that are averaged, so that the 20 ms period of mains hum does not matter. */
const SMOOTH = 3;
/** Frames of sound after which the room's noise counts as known. */
const LEARNT = 20;
/**
 * The noise floor is the lowest level in the last 6 blocks of 25 frames: 1.5 s, longer than speech lasts without a
 * pause.
 */
const BLOCKS = 6;
const BLOCK = 25;

export interface VadOptions {
  /** 0 to 1 as in `turn_detection`; 0.5 suits a desk microphone. */
  threshold: number;
  silence_duration_ms: number;
}

/**
 * Voice activity from energy above an adaptive noise floor. A high-pass filter first removes mains hum and rumble.
 * While the room is not known yet, a steady sound does not start a turn: hum and noise are steady, the onset of speech
 * is not.
 */
export class Vad {
  readonly #filters = [new HighPass(0.541), new HighPass(1.307)];
  /** Mean squares of the last frames. */
  #energies: number[] = [];
  /** Frames since the last digital silence, which means a muted or missing device and says nothing about the room. */
  #heard = 0;
  #blocks: number[] = [];
  #block = { least: 0, frames: 0 };
  #known = 0;
  #quiet = 0;
  speaking = false;

  /**
   * @param frame 10 ms of audio.
   * @param playing whether the agent's voice may be in the room: its echo must not start a turn
   * @returns What changed with this frame.
   */
  push(frame: Int16Array, { threshold, silence_duration_ms }: VadOptions, playing: boolean): "start" | "stop" | null {
    const floor = this.#floor();
    const margin = 6 + 6 * threshold;
    const least = -48 + (threshold - 0.5) * 36 + (playing ? 6 : 0);
    const start = Math.max(least, floor === null ? least : floor + margin);

    this.#energies.push(this.#energy(frame));
    if (this.#energies.length > WINDOW) this.#energies.shift();
    this.#learn(frame);

    if (!this.speaking) {
      const loud = this.#energies.filter((energy) => decibels(energy) >= start);
      if (loud.length < NEEDED || loud.at(-1) !== this.#energies.at(-1)) return null;
      if (floor === null && isSteady(loud.slice(1))) return null;
      this.speaking = true;
      this.#quiet = 0;
      return "start";
    }
    // Hysteresis, since the end of a word is softer than its beginning.
    this.#quiet = decibels(mean(this.#energies.slice(-SMOOTH))) >= start - 4 ? 0 : this.#quiet + 1;
    if (this.#quiet * 10 < silence_duration_ms) return null;
    this.stop();
    return "stop";
  }

  /** Ends the turn from outside; the noise floor stays known. */
  stop(): void {
    this.speaking = false;
    this.#quiet = 0;
  }

  #energy(frame: Int16Array): number {
    let energy = 0;
    for (const sample of frame) {
      let value = sample / 32_768;
      for (const filter of this.#filters) value = filter.next(value);
      energy += value * value;
    }
    return energy / frame.length;
  }

  /** Decibels of full scale; `null` while the room is unknown. */
  #floor(): number | null {
    if (this.#known < LEARNT) return null;
    const least = Math.min(this.#block.frames ? this.#block.least : 0, ...this.#blocks);
    return Math.max(-75, Math.min(-20, least + 2));
  }

  /** Also skips the frames beside digital silence, which are only partly filled. */
  #learn(frame: Int16Array): void {
    this.#heard = frame.every((sample) => Math.abs(sample) <= 1) ? 0 : this.#heard + 1;
    if (this.#heard <= SMOOTH + 1) return;
    // The previous frame is the newest that is certainly complete.
    const level = decibels(mean(this.#energies.slice(-SMOOTH - 1, -1)));
    this.#known++;
    const block = this.#block;
    block.least = block.frames ? Math.min(block.least, level) : level;
    if (++block.frames < BLOCK) return;
    this.#blocks.push(block.least);
    if (this.#blocks.length > BLOCKS) this.#blocks.shift();
    this.#block = { least: 0, frames: 0 };
  }
}

const decibels = (energy: number) => 10 * Math.log10(energy + 1e-10);
const mean = (energies: number[]) => energies.reduce((sum, energy) => sum + energy, 0) / Math.max(1, energies.length);

/** Whether the energies, smoothed, stay within 3 dB. */
function isSteady(energies: number[]): boolean {
  const levels = energies.slice(SMOOTH - 1).map((_, at) => decibels(mean(energies.slice(at, at + SMOOTH))));
  return Math.max(...levels) - Math.min(...levels) < 3;
}

/** Second-order Butterworth section at 220 Hz; two with suitable Q factors form a fourth-order filter. */
class HighPass {
  readonly #gain: number;
  readonly #a1: number;
  readonly #a2: number;
  #x1 = 0;
  #x2 = 0;
  #y1 = 0;
  #y2 = 0;

  constructor(quality: number) {
    const omega = (2 * Math.PI * 220) / RATE;
    const alpha = Math.sin(omega) / (2 * quality);
    const cosine = Math.cos(omega);
    this.#gain = (1 + cosine) / 2 / (1 + alpha);
    this.#a1 = (-2 * cosine) / (1 + alpha);
    this.#a2 = (1 - alpha) / (1 + alpha);
  }

  next(x: number): number {
    const y = this.#gain * (x - 2 * this.#x1 + this.#x2) - this.#a1 * this.#y1 - this.#a2 * this.#y2;
    this.#x2 = this.#x1;
    this.#x1 = x;
    this.#y2 = this.#y1;
    this.#y1 = y;
    return y;
  }
}
