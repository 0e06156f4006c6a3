import wrtc from "@roamhq/wrtc";
import { RATE } from "./speech-clips.ts";

const { RTCPeerConnection, nonstandard } = wrtc;
const { RTCAudioSink, RTCAudioSource } = nonstandard;

/** Of WebRTC's sound, hertz; it moves in frames of 10 ms. */
const MEDIA_RATE = 48_000;
const FRAME = RATE / 100;

interface SinkData {
  samples: Int16Array;
  channelCount?: number;
  sampleRate: number;
}

export interface PeerEvents {
  opened(): void;
  message(text: string): void;
  /** 24 kHz mono. */
  sound(pcm: Int16Array): void;
  /** One of the sounds that were to be played has been. */
  played(): void;
  closed(): void;
}

/** A vendor's end of a WebRTC call: real ICE, DTLS, Opus and SCTP. */
export class Peer {
  readonly #connection = new RTCPeerConnection();
  readonly #source = new RTCAudioSource();
  readonly #events: PeerEvents;
  #channel: RTCDataChannel | null = null;
  #sink: InstanceType<typeof RTCAudioSink> | null = null;
  #clock: NodeJS.Timeout | undefined;
  #queue: Int16Array[] = [];
  #at = 0;
  #closed = false;

  constructor(events: PeerEvents) {
    this.#events = events;
  }

  /** @throws where the offer is none */
  async answer(offer: string): Promise<string> {
    const connection = this.#connection;
    connection.ondatachannel = ({ channel }) => {
      this.#channel = channel;
      channel.onmessage = ({ data }) => this.#events.message(String(data));
      channel.onclose = () => this.#lost();
      if (channel.readyState === "open") this.#events.opened();
      else channel.onopen = () => this.#events.opened();
    };
    connection.ontrack = ({ track }) => {
      this.#sink = new RTCAudioSink(track);
      this.#sink.ondata = ({ samples, channelCount = 1, sampleRate }: SinkData) =>
        this.#events.sound(toVoice(samples, channelCount, sampleRate));
    };
    connection.onconnectionstatechange = () => {
      if (["failed", "closed"].includes(connection.connectionState)) this.#lost();
    };
    await connection.setRemoteDescription({ type: "offer", sdp: offer });
    connection.addTrack(this.#source.createTrack());
    await connection.setLocalDescription(await connection.createAnswer());
    await new Promise<void>((done) => {
      if (connection.iceGatheringState === "complete") return done();
      connection.onicegatheringstatechange = () => {
        if (connection.iceGatheringState === "complete") done();
      };
    });
    let due = performance.now();
    this.#clock = setInterval(() => {
      // Timers are late on a busy machine: missed frames are sent afterwards.
      for (; due <= performance.now(); due += 10) this.#frame();
    }, 10);
    return connection.localDescription?.sdp ?? "";
  }

  send(message: object): void {
    if (this.#channel?.readyState !== "open") return;
    try {
      this.#channel.send(JSON.stringify(message));
    } catch (error) {
      // A page that leaves closes the channel on another thread: between the look and the sending too.
      if ((error as Error).name !== "InvalidStateError") throw error;
    }
  }

  play(pcm: Int16Array): void {
    if (pcm.length > 0) this.#queue.push(pcm);
  }

  clear(): void {
    this.#queue = [];
    this.#at = 0;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#clock);
    this.#sink?.stop();
    this.#connection.close();
  }

  #lost(): void {
    if (this.#closed) return;
    this.close();
    this.#events.closed();
  }

  #frame(): void {
    const frame = new Int16Array(FRAME);
    let played = 0;
    for (let filled = 0; filled < FRAME && this.#queue[0]; ) {
      const piece = this.#queue[0].subarray(this.#at, this.#at + FRAME - filled);
      frame.set(piece, filled);
      filled += piece.length;
      this.#at += piece.length;
      if (this.#at < this.#queue[0].length) continue;
      this.#queue.shift();
      this.#at = 0;
      played++;
    }
    const samples = new Int16Array(MEDIA_RATE / 100);
    for (let at = 0; at < samples.length; at++) {
      const [one = 0, next = one] = [frame[at >> 1], frame[(at >> 1) + 1]];
      samples[at] = at % 2 ? (one + next) / 2 : one;
    }
    this.#source.onData({
      samples,
      sampleRate: MEDIA_RATE,
      bitsPerSample: 16,
      channelCount: 1,
      numberOfFrames: samples.length,
    });
    for (; played > 0; played--) this.#events.played();
  }
}

/** To 24 kHz mono. */
function toVoice(samples: Int16Array, channels: number, rate: number): Int16Array {
  const step = rate / RATE;
  const out = new Int16Array(Math.floor(samples.length / channels / step));
  for (let at = 0; at < out.length; at++) {
    const [from, to] = [Math.floor(at * step), Math.max(Math.floor(at * step) + 1, Math.floor((at + 1) * step))];
    let sum = 0;
    for (let frame = from; frame < to; frame++) sum += samples[frame * channels] ?? 0;
    out[at] = sum / (to - from);
  }
  return out;
}
