import type { Page } from "playwright-core";
import type { Sound } from "./wav.ts";

/**
 * Hears what the visitor hears: every node that a page connects to its speakers is also connected to a recorder, and
 * so is every microphone, on the same clock. Notes what the vendor says and when.
 */

interface Channel {
  rate: number;
  /** Start of the recording on the page's clock (performance.now), milliseconds. */
  startedAt: number;
  chunks: Float32Array[];
}

interface Tap {
  output?: Channel;
  input?: Channel;
  /** Events of the vendor's socket as they arrive at the page. */
  heard: { at: number; type: string }[];
}

declare global {
  interface Window {
    voiceWidgetTap: Tap;
  }
}

/** Runs in the page, before its scripts. */
function installTap(): void {
  const tap: Tap = { heard: [] };
  window.voiceWidgetTap = tap;
  const connect = AudioNode.prototype.connect as (this: AudioNode, ...rest: unknown[]) => unknown;
  const recorders = new WeakMap<BaseAudioContext, Record<string, AudioNode>>();

  const record = (context: BaseAudioContext, name: "output" | "input"): AudioNode => {
    const known = recorders.get(context) ?? {};
    recorders.set(context, known);
    const old = known[name];
    if (old) return old;
    // Deprecated, but it needs no worklet file, which the page's policy would forbid.
    const node = context.createScriptProcessor(4096, 1, 1);
    const channel: Channel = { rate: context.sampleRate, startedAt: Number.POSITIVE_INFINITY, chunks: [] };
    tap[name] = channel;
    node.onaudioprocess = ({ inputBuffer }) => {
      channel.chunks.push(inputBuffer.getChannelData(0).slice());
      // The event comes when the chunk is whole, or later: of all estimates of the start the earliest is the best.
      const length = (channel.chunks.length * 4096 * 1000) / context.sampleRate;
      channel.startedAt = Math.min(channel.startedAt, performance.now() - length);
    };
    connect.call(node, context.destination);
    known[name] = node;
    return node;
  };

  AudioNode.prototype.connect = function (this: AudioNode, ...rest: unknown[]) {
    if (rest[0] instanceof AudioDestinationNode) connect.call(this, record(this.context, "output"));
    return connect.apply(this, rest);
  } as typeof AudioNode.prototype.connect;
  const fromStream = AudioContext.prototype.createMediaStreamSource;
  AudioContext.prototype.createMediaStreamSource = function (this: AudioContext, stream: MediaStream) {
    const source = fromStream.call(this, stream);
    connect.call(source, record(this, "input"));
    return source;
  };

  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener("message", ({ data }) => {
        if (typeof data === "string") tap.heard.push({ at: performance.now(), type: JSON.parse(data).type });
      });
    }
  };
}

export const tapPage = (page: Page): Promise<unknown> => page.addInitScript(installTap);

export interface Recording extends Sound {
  /** Start on the page's clock, milliseconds. */
  startedAt: number;
}

/** All that was heard (`output`) or said (`input`) so far. @throws Error when nothing was connected yet */
export async function recording(page: Page, name: "output" | "input"): Promise<Recording> {
  const { rate, startedAt, base64 } = await page.evaluate((channelName) => {
    const channel = window.voiceWidgetTap[channelName];
    if (!channel) throw new Error(`the page connected no ${channelName}`);
    let binary = "";
    for (const chunk of channel.chunks)
      for (const sample of chunk) {
        const value = Math.round(Math.max(-1, Math.min(1, sample)) * 32767) & 0xffff;
        binary += String.fromCharCode(value & 255, value >> 8);
      }
    return { rate: channel.rate, startedAt: channel.startedAt, base64: btoa(binary) };
  }, name);
  const bytes = Buffer.from(base64, "base64");
  const samples = new Float32Array(bytes.length / 2);
  for (let index = 0; index < samples.length; index++) samples[index] = bytes.readInt16LE(index * 2) / 32768;
  return { rate, startedAt, samples };
}

/** When the vendor said things of this type, on the page's clock. */
export const vendorSaid = (page: Page, type: string): Promise<number[]> =>
  page.evaluate((wanted) => window.voiceWidgetTap.heard.filter((one) => one.type === wanted).map(({ at }) => at), type);
