import { join } from "node:path";
import { resemblance } from "../audio/similarity.ts";
import { readWav, type Sound } from "../audio/wav.ts";
import { concat } from "./speech-clips.ts";
import { RATE } from "./voice-rate.ts";

/** The sentences that visitors of the tests speak. */
const SENTENCES = {
  "Could I book a table for two on Friday evening?": "table-for-two",
  "When do you open tomorrow?": "opening-hours",
} as const;
export type Sentence = keyof typeof SENTENCES;

export const sentence = (text: Sentence): Sound =>
  readWav(join(import.meta.dirname, `../../fixtures/speech/${SENTENCES[text]}.wav`));

/** A turn of the visitor, as the stand-in understood it by comparing it with the sentences it knows. */
export interface Understood {
  text: string;
  /** How like the sentence it was, and how like the next best. */
  likeness: number;
  other: number;
}

/** Root mean square, of full scale, above which a frame of 10 ms is speech. */
const LOUD = 0.01;
const START_FRAMES = 5;
const STOP_FRAMES = 50;
/** Samples kept from before the start. */
const LEAD = RATE / 5;

export interface ListenerEvents {
  started(): void;
  /** The turn's sound. */
  stopped(turn: Sound): void;
}

/** Voice activity on 24 kHz PCM, and all that was heard. */
export class Listener {
  readonly #events: ListenerEvents;
  #pieces: Int16Array[] = [];
  #rest: Int16Array = new Int16Array(0);
  #samples = 0;
  #begun = 0;
  #loud = 0;
  #quiet = 0;
  speaking = false;

  constructor(events: ListenerEvents) {
    this.#events = events;
  }

  /** Milliseconds heard so far. */
  get ms(): number {
    return Math.round((this.#samples * 1000) / RATE);
  }

  hear(pcm: Int16Array): void {
    this.#pieces.push(pcm.slice());
    const all = concat([this.#rest, pcm]);
    const frame = RATE / 100;
    let at = 0;
    for (; at + frame <= all.length; at += frame) this.#frame(all.subarray(at, at + frame));
    this.#rest = all.slice(at);
  }

  all(): Sound {
    const pcm = concat(this.#pieces);
    this.#pieces = [pcm];
    return { rate: RATE, samples: Float32Array.from(pcm, (sample) => sample / 32_768) };
  }

  #frame(frame: Int16Array): void {
    this.#samples += frame.length;
    const loud = Math.sqrt(frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length) / 32_768 > LOUD;
    if (!this.speaking) {
      this.#loud = loud ? this.#loud + 1 : 0;
      if (this.#loud < START_FRAMES) return;
      this.speaking = true;
      this.#begun = Math.max(0, this.#samples - START_FRAMES * frame.length - LEAD);
      this.#quiet = 0;
      this.#events.started();
      return;
    }
    this.#quiet = loud ? 0 : this.#quiet + 1;
    if (this.#quiet < STOP_FRAMES) return;
    this.speaking = false;
    this.#loud = 0;
    const { rate, samples } = this.all();
    this.#events.stopped({ rate, samples: samples.subarray(this.#begun) });
  }
}

export function understand(heard: Sound): Understood {
  // Room for sentences that are longer.
  const samples = new Float32Array(heard.samples.length + 2 * heard.rate);
  samples.set(heard.samples, heard.rate);
  const turn = { rate: heard.rate, samples };
  const [best, next] = (Object.keys(SENTENCES) as Sentence[])
    .map((text) => ({ text, likeness: resemblance(sentence(text), turn) }))
    .sort((one, other) => other.likeness - one.likeness);
  if (!best || best.likeness < 0.42) return { text: "(not understood)", likeness: best?.likeness ?? 0, other: 0 };
  return { ...best, other: next?.likeness ?? 0 };
}
