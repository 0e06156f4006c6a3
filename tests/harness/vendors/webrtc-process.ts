import wrtc from "@roamhq/wrtc";
import { RATE } from "./voice-rate.ts";
import type { FromPeer, ToPeer } from "./webrtc-peer.ts";

const { RTCPeerConnection, nonstandard } = wrtc;
const { RTCAudioSink, RTCAudioSource } = nonstandard;

/** One end of a WebRTC call: real ICE, DTLS, Opus and SCTP. It is a process, see `Peer`. */

/** Of WebRTC's sound, hertz; it moves in frames of 10 ms. */
const MEDIA_RATE = 48_000;
const FRAME = RATE / 100;
/** Milliseconds in which a goodbye reaches the other end. */
const GOODBYE_MS = 1_000;

interface SinkData {
  samples: Int16Array;
  channelCount?: number;
  sampleRate: number;
}

const connection = new RTCPeerConnection();
const source = new RTCAudioSource();
let channel: RTCDataChannel | null = null;
let sink: InstanceType<typeof RTCAudioSink> | null = null;
let clock: NodeJS.Timeout | undefined;
let queue: Int16Array[] = [];
let at = 0;
let closed = false;

process.on("message", async (message: ToPeer) => {
  switch (message.type) {
    case "answer":
      return answer(message.offer).then(
        (sdp) => tell({ type: "described", sdp }),
        (error: Error) => tell({ type: "refused", detail: error.message }),
      );
    case "offer":
      return tell({ type: "described", sdp: await offer() });
    case "send":
      return send(message.text);
    case "play":
      return queue.push(message.pcm);
    case "clear":
      queue = [];
      at = 0;
      return;
    case "close":
      return close();
  }
});
process.on("disconnect", end);

function tell(message: FromPeer): void {
  if (process.connected) process.send?.(message);
}

/** The library does not survive the end of its process. */
function end(): void {
  process.kill(process.pid, "SIGKILL");
}

/** @throws where the offer is none */
async function answer(offer: string): Promise<string> {
  connection.ondatachannel = (event) => {
    channel = event.channel;
    channel.onmessage = ({ data }) => tell({ type: "message", text: String(data) });
    channel.onclose = lost;
    if (channel.readyState === "open") tell({ type: "opened" });
    else channel.onopen = () => tell({ type: "opened" });
  };
  connection.ontrack = ({ track }) => {
    sink = new RTCAudioSink(track);
    sink.ondata = ({ samples, channelCount = 1, sampleRate }: SinkData) =>
      tell({ type: "sound", pcm: toVoice(samples, channelCount, sampleRate) });
  };
  connection.onconnectionstatechange = () => {
    if (connection.connectionState === "connected") play();
    if (["failed", "closed"].includes(connection.connectionState)) lost();
  };
  await connection.setRemoteDescription({ type: "offer", sdp: offer });
  connection.addTrack(source.createTrack());
  await connection.setLocalDescription(await connection.createAnswer());
  await gathered();
  return connection.localDescription?.sdp ?? "";
}

/** Only once somebody hears it: to an offer that nobody goes on with it would play as long as the process lives. */
function play(): void {
  if (clock || closed) return;
  let due = performance.now();
  clock = setInterval(() => {
    // Timers are late on a busy machine: missed frames are sent afterwards.
    for (; due <= performance.now(); due += 10) frame();
  }, 10);
}

async function offer(): Promise<string> {
  channel = connection.createDataChannel("oai-events");
  connection.addTransceiver("audio", { direction: "sendrecv" });
  await connection.setLocalDescription(await connection.createOffer());
  await gathered();
  return connection.localDescription?.sdp ?? "";
}

function gathered(): Promise<void> {
  return new Promise((done) => {
    const look = () => connection.iceGatheringState === "complete" && done();
    connection.onicegatheringstatechange = look;
    look();
  });
}

function send(text: string): void {
  if (channel?.readyState !== "open") return;
  try {
    channel.send(text);
  } catch (error) {
    // A page that leaves closes the channel on another thread: between the look and the sending too.
    if ((error as Error).name !== "InvalidStateError") throw error;
  }
}

function close(): void {
  if (closed) return;
  closed = true;
  clearInterval(clock);
  sink?.stop();
  connection.close();
  setTimeout(end, GOODBYE_MS);
}

function lost(): void {
  if (closed) return;
  close();
  tell({ type: "closed" });
}

function frame(): void {
  const frame = new Int16Array(FRAME);
  let played = 0;
  for (let filled = 0; filled < FRAME && queue[0]; ) {
    const piece = queue[0].subarray(at, at + FRAME - filled);
    frame.set(piece, filled);
    filled += piece.length;
    at += piece.length;
    if (at < queue[0].length) continue;
    queue.shift();
    at = 0;
    played++;
  }
  const samples = new Int16Array(MEDIA_RATE / 100);
  for (let at = 0; at < samples.length; at++) {
    const [one = 0, next = one] = [frame[at >> 1], frame[(at >> 1) + 1]];
    samples[at] = at % 2 ? (one + next) / 2 : one;
  }
  source.onData({
    samples,
    sampleRate: MEDIA_RATE,
    bitsPerSample: 16,
    channelCount: 1,
    numberOfFrames: samples.length,
  });
  for (; played > 0; played--) tell({ type: "played" });
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
