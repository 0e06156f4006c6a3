/**
 * Runs on the audio thread, for both directions. Built as a file of its own beside the chunks: pages with a strict
 * content security policy refuse `blob:` and `data:` worklets.
 */
import { CaptureFramer, type Frame } from "./capture-framer.ts";
import { KeptBlocks } from "./kept-blocks.ts";
import { loudness } from "./pcm.ts";
import { PlaybackQueue } from "./playback-queue.ts";
import {
  CAPTURE,
  type CapturedFrame,
  type CaptureOrder,
  PLAYBACK,
  type PlaybackOrder,
  type PlaybackProgress,
  type ProcessorRate,
} from "./worklet-messages.ts";

/** TypeScript's DOM library does not know this scope. */
declare const sampleRate: number;
declare const currentFrame: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { processorOptions: ProcessorRate }) => AudioWorkletProcessor,
): void;

/** How often the worklet reports what is played, and how loud the kept sound is; samples. */
const TOLD_EVERY = 1024;

class CaptureProcessor extends AudioWorkletProcessor {
  readonly #kept = new KeptBlocks(sampleRate);
  #framer: CaptureFramer | null = null;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<CaptureOrder>) => {
      this.#framer = data ? new CaptureFramer(sampleRate, data) : null;
    };
  }

  process(inputs: Float32Array[][]): boolean {
    // A source without channels (unplugged, revoked) counts as silence, which the server's turn detection must hear.
    const block = inputs[0]?.[0] ?? new Float32Array(128);
    if (this.#framer) this.#kept.pass(block, this.#frame);
    else {
      this.#kept.keep(block);
      if (currentFrame % TOLD_EVERY === 0) this.#tell({ level: loudness(block) });
    }
    return true;
  }

  /** Made once: `process` runs 375 times a second. */
  readonly #frame = (block: Float32Array) => this.#framer?.push(block, this.#post);
  readonly #post = ({ pcm, level }: Frame) => this.#tell({ pcm: pcm.buffer, level, kept: this.#kept.audible });
  readonly #tell = (frame: CapturedFrame) => this.port.postMessage(frame);
}

class PlaybackProcessor extends AudioWorkletProcessor {
  readonly #queue: PlaybackQueue;
  #epoch = 0;

  constructor(options: { processorOptions: ProcessorRate }) {
    super();
    this.#queue = new PlaybackQueue(options.processorOptions.rate, sampleRate);
    this.port.onmessage = (message: MessageEvent<PlaybackOrder>) => this.#obey(message.data);
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const out = outputs[0]?.[0];
    if (!out) return true;
    const before = this.#queue.playing;
    this.#queue.render(out);
    const { playing } = this.#queue;
    if (before !== playing || (playing && currentFrame % TOLD_EVERY === 0)) this.#report(playing ? loudness(out) : 0);
    return true;
  }

  #obey(order: PlaybackOrder): void {
    if (order.type === "play") this.#queue.push(order.item, new Int16Array(order.pcm));
    else if (order.type === "finish") this.#queue.finish();
    else {
      this.#queue.flush();
      this.#epoch = order.epoch;
    }
  }

  #report(level: number): void {
    const { playing, item, playedMs } = this.#queue;
    const progress: PlaybackProgress = { epoch: this.#epoch, playing, item, played_ms: playedMs, level };
    this.port.postMessage(progress);
  }
}

registerProcessor(CAPTURE, CaptureProcessor);
registerProcessor(PLAYBACK, PlaybackProcessor);
