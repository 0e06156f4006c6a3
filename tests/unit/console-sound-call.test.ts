import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openMicrophone, SoundCall } from "../../console/inbox/sound-call.ts";
import type { Signal } from "../../shared/live.ts";

/** The console's side of sound with a visitor, on a stand-in of WebRTC; a real one is in `console-sound.test.ts`. */

class StandInPeer {
  connectionState = "new";
  signalingState = "stable";
  localDescription: { type: string; sdp: string } | null = null;
  readonly did: string[] = [];
  readonly options: RTCConfiguration;
  onnegotiationneeded: (() => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  constructor(options: RTCConfiguration) {
    this.options = options;
    peers.push(this);
  }
  addTrack(): void {}
  async addIceCandidate(): Promise<void> {
    throw new DOMException("Unknown ufrag", "OperationError");
  }
  restartIce(): void {
    this.did.push("restart");
    this.onnegotiationneeded?.();
  }
  close(): void {
    this.did.push("close");
  }
  async setLocalDescription(): Promise<void> {
    this.localDescription = { type: "offer", sdp: `offer ${this.did.length}` };
  }
  become(state: string): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

const peers: StandInPeer[] = [];
const said: string[] = [];
const track = { stop: () => void said.push("microphone closed"), enabled: true };
const microphone = { getTracks: () => [track], getAudioTracks: () => [track] } as unknown as MediaStream;
const on = {
  signal: ({ description }: Omit<Signal, "type">) => void said.push(description?.sdp ?? "signal"),
  connected: () => void said.push("connected"),
  failed: (why: string) => void said.push(why),
};
const start = () => new SoundCall(microphone, [{ urls: "turn:relay.example" }], on);
const begin = (): StandInPeer => {
  start();
  return peers.at(-1) as StandInPeer;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("RTCPeerConnection", StandInPeer);
  vi.stubGlobal("Audio", class {});
  peers.length = said.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a call goes through the relays that the service gave, and is over where it does not connect in ten seconds", async () => {
  const peer = begin();
  expect(peer.options.iceServers).toEqual([{ urls: "turn:relay.example" }]);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toEqual(["microphone closed", "The sound did not connect. Go on in writing."]);
  expect(peer.did).toEqual(["close"]);
});

test("a candidate of an offer that was given up ends no call", async () => {
  start().hear({ kind: "candidate", candidate: { candidate: "candidate:1" } });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(said).toEqual([]);
});

test("a network that changes is answered with another way, and what finds none in ten seconds is over", async () => {
  const peer = begin();
  peer.become("connected");
  await vi.advanceTimersByTimeAsync(60_000);
  peer.become("failed");
  await vi.advanceTimersByTimeAsync(0);
  expect(said).toEqual(["connected", "offer 1"]);
  peer.become("connected");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(peer.did).toEqual(["restart"]);
  peer.become("failed");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(peer.did).toEqual(["restart", "restart", "close"]);
  expect(said.at(-1)).toBe("The sound did not connect. Go on in writing.");
});

test("the microphone is asked for without echo, as in calls", async () => {
  const asked: MediaStreamConstraints[] = [];
  const getUserMedia = async (wanted: MediaStreamConstraints) => {
    asked.push(wanted);
    return microphone;
  };
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
  await openMicrophone();
  expect(asked).toEqual([{ audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } }]);
});
