import { Resampler } from "./resample.ts";

/** Sound buffered before playing begins, so that the next piece arrives in time; milliseconds. */
const START_BUFFER_MS = 40;
/** Playing begins after this time even with less; milliseconds. */
const START_WAIT_MS = 60;
/** Silence within an unfinished answer before it counts as over; milliseconds. */
const STARVED_MS = 200;
/** A flush fades out over this time, so that it does not click; milliseconds. */
const FADE_MS = 4;
/** Source samples that go through the resampler at once. */
const BLOCK = 64;

interface Piece {
  item: string;
  samples: Int16Array;
  at: number;
}

/** The agent's sound that waits to be played, without gaps between pieces and items. Pure: the worklet pulls from it. */
export class PlaybackQueue {
  readonly #sourceRate: number;
  readonly #rate: number;
  #resampler: Resampler;
  #pieces: Piece[] = [];
  /** Source samples in `#pieces`. */
  #waiting = 0;
  /** More of the current answer may come. */
  #open = false;
  #block = new Float32Array(BLOCK);
  /** Samples at the context's rate that wait for the next quantum. */
  #ready = new Float32Array(0);
  #fade = new Float32Array(0);
  /** Context samples since the first piece while not playing, or since the last one while playing. */
  #idle = 0;
  #played = 0;

  /** Whether something is being heard. */
  playing = false;
  /** The item that was heard last. */
  item: string | null = null;

  /** Rates in hertz: of the pieces, and of the context. */
  constructor(sourceRate: number, rate: number) {
    this.#sourceRate = sourceRate;
    this.#rate = rate;
    this.#resampler = new Resampler(sourceRate, rate);
  }

  /** Milliseconds of `item` that were heard. */
  get playedMs(): number {
    return (this.#played * 1000) / this.#sourceRate;
  }

  push(item: string, samples: Int16Array): void {
    if (!samples.length) return;
    this.#pieces.push({ item, samples, at: 0 });
    this.#waiting += samples.length;
    this.#open = true;
  }

  /** The answer is complete: a short one need not fill the start buffer. */
  finish(): void {
    this.#open = false;
  }

  /** Drops everything; the sound that is playing fades out within a few milliseconds. */
  flush(): void {
    if (this.playing) {
      const fade = new Float32Array(Math.round((this.#rate * FADE_MS) / 1000));
      this.#fill(fade);
      this.#fade = fade.map((sample, index) => sample * (1 - (index + 1) / fade.length));
    }
    this.#pieces = [];
    this.#waiting = 0;
    this.#open = false;
    this.item = null;
    this.#stop();
  }

  /** Writes the next quantum. */
  render(out: Float32Array): void {
    out.fill(0);
    if (!this.playing && this.#waiting) {
      this.#idle += out.length;
      const enough = this.#waiting * 1000 >= START_BUFFER_MS * this.#sourceRate;
      if (enough || !this.#open || this.#passed(START_WAIT_MS)) {
        this.playing = true;
        this.#idle = 0;
      }
    }
    if (this.playing) {
      if (this.#waiting) this.#idle = 0;
      else this.#idle += out.length;
      this.#fill(out);
      if (!this.#waiting && (this.#passed(STARVED_MS) || (!this.#open && this.#passed(FADE_MS)))) this.#stop();
    }
    if (!this.#fade.length) return;
    const faded = Math.min(this.#fade.length, out.length);
    for (let index = 0; index < faded; index++) out[index] = (out[index] as number) + (this.#fade[index] as number);
    this.#fade = this.#fade.subarray(faded);
  }

  #passed(milliseconds: number): boolean {
    return this.#idle * 1000 >= milliseconds * this.#rate;
  }

  #stop(): void {
    this.playing = false;
    this.#idle = 0;
    this.#ready = new Float32Array(0);
    // The resampler still holds samples of what was dropped.
    this.#resampler = new Resampler(this.#sourceRate, this.#rate);
  }

  /** Silence goes through the resampler too, to push its last samples out. */
  #fill(out: Float32Array): void {
    let at = 0;
    while (at < out.length) {
      if (!this.#ready.length) this.#ready = this.#resampler.push(this.#next()).slice();
      const piece = this.#ready.subarray(0, out.length - at);
      out.set(piece, at);
      at += piece.length;
      this.#ready = this.#ready.subarray(piece.length);
    }
  }

  #next(): Float32Array {
    this.#block.fill(0);
    for (let at = 0; at < BLOCK; ) {
      const piece = this.#pieces[0];
      if (!piece) break;
      if (piece.item !== this.item) {
        this.item = piece.item;
        this.#played = 0;
      }
      const count = Math.min(BLOCK - at, piece.samples.length - piece.at);
      for (let index = 0; index < count; index++)
        this.#block[at + index] = (piece.samples[piece.at + index] as number) / 32768;
      at += count;
      piece.at += count;
      this.#played += count;
      this.#waiting -= count;
      if (piece.at === piece.samples.length) this.#pieces.shift();
    }
    return this.#block;
  }
}
