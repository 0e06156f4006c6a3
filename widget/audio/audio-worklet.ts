/**
 * Runs on the audio thread, for both directions. Built as a file of its own beside the chunks: pages with a strict
 * content security policy refuse `blob:` and `data:` worklets.
 */
import { CaptureFramer, type Frame } from "./capture-framer.ts";
import { loudness } from "./pcm.ts";
import { PlaybackQueue } from "./playback-queue.ts";
import {
  CAPTURE,
  type CapturedFrame,
  PLAYBACK,
  type PlaybackOrder,
  type PlaybackProgress,
  type ProcessorRate,
} from "./worklet-messages.ts";

/** TypeScript's DOM library does not know this scope. */
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { processorOptions: ProcessorRate }) => AudioWorkletProcessor,
): void;

const REPORT_SECONDS = 0.02;

class CaptureProcessor extends AudioWorkletProcessor {
  readonly #framer: CaptureFramer;
  readonly #silence = new Float32Array(128);

  constructor(options: { processorOptions: ProcessorRate }) {
    super();
    this.#framer = new CaptureFramer(sampleRate, options.processorOptions.rate);
  }

  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    // A source without channels (unplugged, revoked) counts as silence, which the server's turn detection must hear.
    const block = inputs[0]?.[0] ?? this.#silence.subarray(0, outputs[0]?.[0]?.length ?? 128);
    this.#framer.push(block, this.#post);
    return true;
  }

  /** Made once: `process` runs 375 times a second. */
  readonly #post = ({ pcm, level }: Frame) => {
    const frame: CapturedFrame = { pcm: pcm.buffer, level };
    this.port.postMessage(frame, [frame.pcm]);
  };
}

class PlaybackProcessor extends AudioWorkletProcessor {
  readonly #queue: PlaybackQueue;
  #epoch = 0;
  #sinceReport = 0;

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
    this.#sinceReport += out.length / sampleRate;
    if (before !== playing || (playing && this.#sinceReport >= REPORT_SECONDS))
      this.#report(playing ? loudness(out) : 0);
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
    this.#sinceReport = 0;
    const { playing, item, playedMs } = this.#queue;
    const progress: PlaybackProgress = { epoch: this.#epoch, playing, item, played_ms: playedMs, level };
    this.port.postMessage(progress);
  }
}

registerProcessor(CAPTURE, CaptureProcessor);
registerProcessor(PLAYBACK, PlaybackProcessor);
