import type { Interruptions } from "../../shared/speech-defaults.ts";
import type { AudioGraph, SendFrame } from "./audio-graph.ts";
import { firstWords, type Sound } from "./first-words.ts";
import { encodeBase64 } from "./pcm.ts";
import { CAPTURE, type CapturedFrame, type CaptureOrder } from "./worklet-messages.ts";

/** Frames that wait for the guard: two seconds. Then the visitor is heard without it until it is there. */
const LONGEST_WAIT = 100;

/** Takes a frame, base64 PCM. */
type Take = (pcm: string, kept: boolean | undefined) => void;

/** Records an open microphone, and keeps what nobody takes. Its opener closes the stream. */
export class Capture {
  /** Root mean square of what is heard, 0 to 1. */
  level = 0;
  /** Rejects where the worklet cannot be loaded. */
  readonly ready: Promise<void>;
  readonly #device: AudioGraph;
  readonly #source: AudioNode;
  #node: AudioWorkletNode | null = null;
  #take: Take | null = null;
  #closed = false;

  constructor(device: AudioGraph, stream: MediaStream) {
    this.#device = device;
    const { context } = device;
    this.#source = context.createMediaStreamSource(stream);
    this.ready = device.ready.then(() => {
      if (this.#closed) return;
      const node = new AudioWorkletNode(context, CAPTURE, { channelCount: 1, channelCountMode: "explicit" });
      node.port.onmessage = ({ data }: MessageEvent<CapturedFrame>) => {
        this.level = data.level;
        if (data.pcm) this.#take?.(encodeBase64(new Uint8Array(data.pcm)), data.kept);
      };
      // The node outputs silence; it must be connected, since some browsers run only nodes that lead to the destination.
      this.#source.connect(node);
      node.connect(context.destination);
      this.#node = node;
    });
    // A failure is handled where it is sent.
    this.ready.catch(() => {});
  }

  /**
   * Sends frames of 20 ms as base64 PCM once it is ready: first what was kept, faster than it was spoken.
   * @param rate hertz
   * @param speaker what the agent is heard by
   * @param interruptions what of it is sent while the agent is heard; `normal` where it is left out
   * @returns ends it: from then on all is kept again
   */
  send(rate: number, onFrame: SendFrame, speaker: Sound, interruptions?: Interruptions): () => void {
    const mayHear = firstWords(rate, this, speaker);
    const ends = new AbortController();
    let send: SendFrame = (pcm) => {
      if (!interruptions && !mayHear(pcm)) return onFrame(pcm);
      const waiting = [pcm];
      const open = (guard: SendFrame) => {
        send = guard;
        waiting.splice(0).forEach(guard);
      };
      send = (pcm) => {
        if (waiting.push(pcm) > LONGEST_WAIT) open(onFrame);
      };
      import("./guard/guard.ts").then(
        ({ guarded }) => open(guarded(onFrame, this.#device, this.#source, interruptions, ends.signal)),
        () => open(onFrame),
      );
    };
    // What was kept was said before the agent could be heard.
    const take: Take = (pcm, kept) => (kept ? onFrame : send)(pcm);
    this.#become(take, rate);
    return () => {
      ends.abort();
      if (this.#take === take) this.#become(null, 0);
    };
  }

  close(): void {
    this.#closed = true;
    this.#take = null;
    this.level = 0;
    this.#source.disconnect();
    this.#node?.disconnect();
  }

  #become(take: Take | null, order: CaptureOrder): void {
    this.#take = take;
    this.#node?.port.postMessage(order);
  }
}
