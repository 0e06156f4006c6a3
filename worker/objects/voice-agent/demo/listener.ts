import { ClientError } from "../client-error.ts";
import type { Heard, SpeechRecognizer, Turns } from "../pipeline.ts";
import type { TurnDetection } from "../session.ts";
import { msOf, samplesOf } from "../wire.ts";
import { FRAME, Vad } from "./vad.ts";
import { waveOf } from "./wave.ts";

/** The longest utterance; after that the agent answers what it has heard. */
const MAX_UTTERANCE_MS = 30_000;
const MAX_UTTERANCE = samplesOf(MAX_UTTERANCE_MS);
/** The shortest audio that can be committed. */
const MIN_COMMIT_MS = 100;
/** A client that sends nothing for so long during speech was muted, which ends its turn. */
const STALL_MS = 1_200;

const heard = (samples: Int16Array): Heard => ({ text: waveOf(samples), samples });

/** Detects turns by voice activity. Positions count the samples of the whole session. */
export class Listener implements SpeechRecognizer {
  readonly #turns: Turns;
  #vad = new Vad();
  #samples = new Int16Array(0);
  /** Positions of the first sample in the buffer, of the next frame to analyze, and of the end of the buffer. */
  #first: number;
  #next: number;
  #end: number;
  #start = 0;
  /** Unix milliseconds of the last audio. */
  #heard_at = 0;

  /** @param position Samples that came before, in an earlier life of the object. */
  constructor(turns: Turns, position = 0) {
    this.#turns = turns;
    this.#first = this.#next = this.#end = position;
  }

  get position(): number {
    return this.#end;
  }

  get wakeAt(): number | null {
    return this.#vad.speaking ? this.#heard_at + STALL_MS : null;
  }

  /** @throws ClientError when the buffer is full, which can only happen without turn detection */
  append(samples: Int16Array, detection: TurnDetection | null, playing: () => boolean, now: number): void {
    this.#heard_at = now;
    if (!detection && this.#end - this.#first + samples.length > MAX_UTTERANCE)
      throw new ClientError(
        "input_audio_buffer_full",
        `The input audio buffer holds ${MAX_UTTERANCE_MS / 1_000} s. Commit or clear it.`,
        "audio",
      );
    this.#hold(samples);
    if (!detection) {
      this.#next = this.#end;
      return;
    }
    for (; this.#next + FRAME <= this.#end; this.#next += FRAME) {
      const from = this.#next - this.#first;
      this.#judge(this.#samples.subarray(from, from + FRAME), detection, playing());
    }
    if (!this.#vad.speaking) this.#dropBefore(this.#next - samplesOf(detection.prefix_padding_ms + 100));
  }

  #judge(frame: Int16Array, detection: TurnDetection, playing: boolean): void {
    const change = this.#vad.push(frame, detection, playing);
    const now = this.#next + FRAME;
    if (change === "start") {
      // Speech began some frames before it was detected.
      const onset = now - samplesOf(60);
      this.#start = Math.max(this.#first, onset - samplesOf(detection.prefix_padding_ms));
      this.#turns.started(msOf(this.#start));
    }
    if (change === "stop") this.#finish(now);
    else if (this.#vad.speaking && now - this.#start >= MAX_UTTERANCE) {
      this.#vad.stop();
      this.#finish(now);
    }
  }

  #finish(end: number): void {
    const samples = this.#slice(this.#start, end);
    // Audio that was answered must not be in the next turn's padding.
    this.#dropBefore(end);
    this.#turns.stopped(msOf(end), heard(samples));
  }

  /** Ends a turn in which no more audio comes. */
  poll(now: number): void {
    if (!this.#vad.speaking || now < this.#heard_at + STALL_MS) return;
    this.#vad.stop();
    this.#next = this.#end;
    this.#finish(this.#end);
  }

  /** Takes the whole buffer. @throws ClientError if it holds almost nothing */
  commit(): Heard {
    const from = this.#vad.speaking ? this.#start : this.#first;
    const held = msOf(this.#end - from);
    if (held < MIN_COMMIT_MS)
      throw new ClientError(
        "input_audio_buffer_commit_empty",
        `Error committing input audio buffer: buffer too small. Expected at least ${MIN_COMMIT_MS}ms of audio, but buffer only has ${held.toFixed(2)}ms of audio.`,
      );
    const samples = this.#slice(from, this.#end);
    this.clear();
    return heard(samples);
  }

  clear(): void {
    this.#vad.stop();
    this.#next = this.#end;
    this.#dropBefore(this.#end);
  }

  #slice(from: number, to: number): Int16Array {
    return this.#samples.slice(from - this.#first, to - this.#first);
  }

  #hold(samples: Int16Array): void {
    const used = this.#end - this.#first;
    if (used + samples.length > this.#samples.length) {
      const larger = new Int16Array(Math.max(2 * this.#samples.length, used + samples.length, samplesOf(1_000)));
      larger.set(this.#samples.subarray(0, used));
      this.#samples = larger;
    }
    this.#samples.set(samples, used);
    this.#end += samples.length;
  }

  #dropBefore(position: number): void {
    const gone = position - this.#first;
    if (gone <= 0) return;
    this.#samples.copyWithin(0, gone, this.#end - this.#first);
    this.#first = position;
    // A long utterance leaves no large buffer behind.
    if (this.#samples.length > samplesOf(8_000)) this.#samples = this.#samples.slice(0, this.#end - this.#first);
  }
}
