import type { AudioGraph } from "./audio-graph.ts";
import { decodePcm } from "./pcm.ts";
import { PLAYBACK, type PlaybackOrder, type PlaybackProgress, type ProcessorRate } from "./worklet-messages.ts";

/** How much of an item was heard when it was cut. */
export interface Heard {
  item: string;
  played_ms: number;
}

export type PlaybackState = "none" | "pending" | "playing";

/** Plays the agent's sound, piece after piece. Pieces that arrive before the worklet is ready wait for it. */
export class Speaker {
  readonly #rate: number;
  readonly #onState: (state: PlaybackState) => void;
  #node: AudioWorkletNode | null = null;
  #waiting: PlaybackOrder[] = [];
  #closed = false;
  #epoch = 0;
  #state: PlaybackState = "none";
  /** Items from the one that was last heard on, in order, with the milliseconds received. */
  readonly receivedMs = new Map<string, number>();
  /** What the speaker said last: the item that is heard, and how much of it was, milliseconds. */
  heardNow: { item: string | null; played_ms: number } = { item: null, played_ms: 0 };

  /** Root mean square of what is heard, 0 to 1. */
  level = 0;

  /** @param rate of the pieces, hertz. */
  constructor(device: AudioGraph, rate: number, onState: (state: PlaybackState) => void) {
    this.#rate = rate;
    this.#onState = onState;
    device.ready.then(
      () => this.#open(device),
      () => this.close(),
    );
  }

  /** @param pcm base64; throws on what is none. */
  play(item: string, pcm: string): void {
    const samples = decodePcm(pcm);
    if (this.#closed || !samples.length) return;
    this.receivedMs.set(item, (this.receivedMs.get(item) ?? 0) + (samples.length * 1000) / this.#rate);
    if (this.#state === "none") this.#become("pending");
    this.#order({ type: "play", item, pcm: samples.buffer });
  }

  /** The answer is complete. */
  finish(): void {
    this.#order({ type: "finish" });
  }

  /** Stops at once. Returns for each item that was not heard to its end how much of it was. */
  flush(): Heard[] {
    if (this.#state === "none") return [];
    const { item, played_ms } = this.heardNow;
    const cut: Heard[] = [];
    for (const [id, received] of this.receivedMs) {
      const heard = id === item ? Math.min(played_ms, received) : 0;
      if (received - heard > 1) cut.push({ item: id, played_ms: Math.floor(heard) });
    }
    this.#epoch++;
    this.#waiting = [];
    this.#order({ type: "flush", epoch: this.#epoch });
    this.#silent();
    return cut;
  }

  close(): void {
    this.#closed = true;
    this.#waiting = [];
    if (this.#node) this.#node.port.onmessage = null;
    this.#node?.disconnect();
    this.#silent();
  }

  #open({ context, output }: AudioGraph): void {
    if (this.#closed) return;
    const processorOptions: ProcessorRate = { rate: this.#rate };
    const node = new AudioWorkletNode(context, PLAYBACK, {
      numberOfInputs: 0,
      outputChannelCount: [1],
      processorOptions,
    });
    node.port.onmessage = (message: MessageEvent<PlaybackProgress>) => this.#heard(message.data);
    node.connect(output);
    this.#node = node;
    for (const order of this.#waiting.splice(0)) this.#order(order);
  }

  #order(order: PlaybackOrder): void {
    if (!this.#node) this.#waiting.push(order);
    else this.#node.port.postMessage(order, order.type === "play" ? [order.pcm] : []);
  }

  #heard(progress: PlaybackProgress): void {
    // A report from before the last flush: that sound is gone.
    if (progress.epoch !== this.#epoch) return;
    this.level = progress.level;
    this.heardNow = progress;
    if (progress.item !== null && this.receivedMs.has(progress.item))
      for (const id of this.receivedMs.keys()) {
        // Items are heard in order, so all before the present one are over.
        if (id === progress.item) break;
        this.receivedMs.delete(id);
      }
    if (progress.playing) {
      this.#become("playing");
      return;
    }
    const left = progress.item === null ? 0 : (this.receivedMs.get(progress.item) ?? 0) - progress.played_ms;
    // The worklet ran dry: over, unless more is on its way to it. The item is kept, since more of it may follow.
    this.#become(left > 1 || this.receivedMs.size > 1 ? "pending" : "none");
  }

  #silent(): void {
    this.receivedMs.clear();
    this.heardNow = { item: null, played_ms: 0 };
    this.level = 0;
    this.#become("none");
  }

  #become(state: PlaybackState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onState(state);
  }
}
