/** The guard on the audio thread: a file of its own, which only calls load whose microphone hears something. */

import { GuardEngine } from "./guard-engine.ts";
import { GUARD, type GuardOptions, type Verdict } from "./guard-messages.ts";

/** TypeScript's DOM library does not know this scope. */
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { processorOptions: GuardOptions }) => AudioWorkletProcessor,
): void;

/** A microphone that is no longer connected for so long does not come back. */
const GONE_SECONDS = 1;

/** Inputs: the microphone, and what the speaker plays. Its output is silent. */
class GuardProcessor extends AudioWorkletProcessor {
  readonly #engine: GuardEngine;
  readonly #silence = new Float32Array(128);
  #told: Verdict = "wait";
  #blocksWithout = 0;

  constructor(options: { processorOptions: GuardOptions }) {
    super();
    this.#engine = new GuardEngine(sampleRate, options.processorOptions.mode);
  }

  process(inputs: Float32Array[][]): boolean {
    const microphone = inputs[0]?.[0];
    this.#blocksWithout = microphone ? 0 : this.#blocksWithout + 1;
    const over = this.#blocksWithout * 128 > GONE_SECONDS * sampleRate;
    this.#engine.push(microphone ?? this.#silence, inputs[1]?.[0]);
    const verdict = over ? "pass" : this.#engine.verdict;
    if (verdict !== this.#told) {
      this.#told = verdict;
      this.port.postMessage(verdict);
    }
    return !over;
  }
}

registerProcessor(GUARD, GuardProcessor);
