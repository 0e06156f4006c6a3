import type { Page } from "playwright-core";
import type { Sound } from "./wav.ts";

/**
 * Hears what the visitor hears: every node that a page connects to its speakers is also connected to a recorder, and
 * so is every microphone, and what the page makes of it for a peer connection, on the same clock. Notes what the vendor says
 * and when.
 */

interface Chunk {
  /** On the context's clock, seconds. */
  at: number;
  samples: Float32Array;
  context: BaseAudioContext;
  /** What to add to the context's clock for the page's (performance.now), at most; milliseconds. */
  offset: number;
}

interface AudioRecording {
  rate: number;
  output: Chunk[];
  input: Chunk[];
  /** Into streams that the page makes, by contexts that hear a microphone. */
  sent: Chunk[];
  /** Events of the vendor's socket as they arrive at the page. */
  heard: { at: number; type: string }[];
}

declare global {
  interface Window {
    voiceWidgetRecording: AudioRecording;
  }
}

/** On the audio thread, so that a busy page loses nothing. A `data:` address needs a context that bypasses CSP. */
const RECORDER = `
registerProcessor("recorder", class extends AudioWorkletProcessor {
  #samples = new Float32Array(2048);
  #filled = 0;
  process([input], [output]) {
    const length = output[0].length;
    if (input[0]) this.#samples.set(input[0], this.#filled);
    else this.#samples.fill(0, this.#filled, this.#filled + length);
    this.#filled += length;
    if (this.#filled === this.#samples.length) {
      this.port.postMessage({ at: currentTime + length / sampleRate - this.#filled / sampleRate, samples: this.#samples });
      this.#samples = new Float32Array(2048);
      this.#filled = 0;
    }
    return true;
  }
});`;
const ADDRESS = `data:text/javascript,${encodeURIComponent(RECORDER)}`;

/** Runs in the page, before its scripts. */
function installRecorder(address: string | null): void {
  const recorded: AudioRecording = { rate: 0, output: [], input: [], sent: [], heard: [] };
  window.voiceWidgetRecording = recorded;
  const connect = AudioNode.prototype.connect as (this: AudioNode, ...rest: unknown[]) => unknown;
  const loaded = new WeakMap<BaseAudioContext, Promise<void>>();

  type Hear = (chunk: Pick<Chunk, "at" | "samples">) => void;
  const onAudioThread = async (context: BaseAudioContext, module: string, hear: Hear): Promise<AudioNode> => {
    const loading = loaded.get(context) ?? context.audioWorklet.addModule(module);
    loaded.set(context, loading);
    await loading;
    const recorder = new AudioWorkletNode(context, "recorder", { channelCount: 1, channelCountMode: "explicit" });
    recorder.port.onmessage = ({ data }) => hear(data);
    return recorder;
  };
  // A node without a reference is garbage-collected, and records nothing from then on.
  const held: AudioNode[] = [];
  // Where the page's policy forbids to load the recorder, every stretch is passed to the page, one after the other.
  const onPage = (context: BaseAudioContext, hear: Hear): AudioNode => {
    const recorder = context.createScriptProcessor(4096, 1, 1);
    let end: number | undefined;
    recorder.onaudioprocess = ({ inputBuffer }) => {
      end ??= context.currentTime - inputBuffer.duration;
      hear({ at: end, samples: inputBuffer.getChannelData(0).slice() });
      end += inputBuffer.duration;
    };
    held.push(recorder);
    return recorder;
  };

  const record = async (node: AudioNode, chunks: Chunk[]): Promise<void> => {
    const { context } = node;
    recorded.rate = context.sampleRate;
    const hear: Hear = (chunk) => {
      // The message comes when the chunk is whole, or later.
      const end = chunk.at + chunk.samples.length / context.sampleRate;
      chunks.push({ ...chunk, context, offset: performance.now() - end * 1000 });
    };
    let recorder: AudioNode;
    try {
      recorder = address ? await onAudioThread(context, address, hear) : onPage(context, hear);
    } catch (error) {
      // The page closed its sound while the recorder loaded: there is nothing to hear.
      if (context.state === "closed") return;
      throw error;
    }
    connect.call(node, recorder);
    connect.call(recorder, context.destination);
  };

  const hearing = new WeakSet<BaseAudioContext>();
  AudioNode.prototype.connect = function (this: AudioNode, ...rest: unknown[]) {
    const [to] = rest;
    if (to instanceof AudioDestinationNode) void record(this, recorded.output);
    else if (to instanceof MediaStreamAudioDestinationNode && hearing.has(to.context)) void record(this, recorded.sent);
    return connect.apply(this, rest);
  } as typeof AudioNode.prototype.connect;
  const fromStream = AudioContext.prototype.createMediaStreamSource;
  AudioContext.prototype.createMediaStreamSource = function (this: AudioContext, stream: MediaStream) {
    const source = fromStream.call(this, stream);
    hearing.add(this);
    void record(source, recorded.input);
    return source;
  };

  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener("message", ({ data }) => {
        if (typeof data === "string" && data.startsWith("{"))
          recorded.heard.push({ at: performance.now(), type: JSON.parse(data).type });
      });
    }
  };
}

/** @param loads whether the page may load a recorder: its policy allows it, or its context bypasses that */
export const recordPage = (page: Page, loads = true): Promise<unknown> =>
  page.addInitScript(installRecorder, loads ? ADDRESS : null);

export interface Recording extends Sound {
  /** Start on the page's clock, milliseconds. */
  startedAt: number;
}

/**
 * What was heard (`output`), said (`input`) or made of it for a peer connection (`sent`) so far.
 * @throws Error when nothing was connected yet
 * @param since milliseconds on the page's clock: what ended before is left out, and costs nothing
 */
export async function recording(
  page: Page,
  name: "output" | "input" | "sent",
  since = Number.NEGATIVE_INFINITY,
): Promise<Recording> {
  const { rate, chunks, any } = await page.evaluate(
    ([channel, from]) => {
      const { rate, [channel]: chunks } = window.voiceWidgetRecording;
      const encode = (samples: Float32Array) => {
        const pcm = Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32767));
        return btoa(String.fromCharCode(...new Uint8Array(pcm.buffer)));
      };
      // A context's clock stands still where a busy machine is late with its sound, and never catches up. So the best
      // estimate of a chunk's time is the least of its own and all later ones; differences below `steady` are no such stop.
      const steady = 50;
      const least = new Map<BaseAudioContext, number>();
      const bounds = chunks.map(() => 0);
      for (let index = chunks.length - 1; index >= 0; index--) {
        const { context, offset } = chunks[index] as Chunk;
        bounds[index] = Math.min(offset, least.get(context) ?? offset);
        least.set(context, bounds[index] as number);
      }
      const placed = chunks.map(({ at, samples, context }, index) => {
        const bound = bounds[index] as number;
        const before = least.get(context) ?? bound;
        const offset = bound - before > steady ? bound : before;
        least.set(context, offset);
        return { at: at + offset / 1000, samples };
      });
      const wanted = placed.filter(({ at, samples }) => (at + samples.length / rate) * 1000 > from);
      return {
        rate,
        chunks: wanted.map(({ at, samples }) => ({ at, base64: encode(samples) })),
        any: chunks.length > 0,
      };
    },
    // Minus infinity has no JSON.
    [name, Math.max(since, -Number.MAX_VALUE)] as const,
  );
  if (!any) throw new Error(`the page connected no ${name}`);
  if (chunks.length === 0) return { rate, startedAt: since, samples: new Float32Array(0) };
  const start = Math.min(...chunks.map(({ at }) => at));
  const place = (at: number) => Math.round((at - start) * rate);
  const bytes = chunks.map(({ at, base64 }) => ({ at: place(at), samples: Buffer.from(base64, "base64") }));
  const samples = new Float32Array(Math.max(...bytes.map((chunk) => chunk.at + chunk.samples.length / 2)));
  // Several nodes may sound at once, as in the room.
  for (const chunk of bytes)
    for (let index = 0; index < chunk.samples.length / 2; index++)
      samples[chunk.at + index] = (samples[chunk.at + index] ?? 0) + chunk.samples.readInt16LE(index * 2) / 32768;
  return { rate, startedAt: start * 1000, samples };
}

/** When the vendor said things of this type, on the page's clock. */
export const vendorSaid = (page: Page, type: string): Promise<number[]> =>
  page.evaluate(
    (wanted) => window.voiceWidgetRecording.heard.filter((one) => one.type === wanted).map(({ at }) => at),
    type,
  );
