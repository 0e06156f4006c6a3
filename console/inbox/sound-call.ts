import type { Signal } from "../../shared/live.ts";
import type { IceServer } from "../../shared/session.ts";

/** What does not connect within this long does not connect. */
const CONNECT_MS = 10_000;

type Outgoing = Omit<Signal, "type">;

interface Handlers {
  signal(signal: Outgoing): void;
  connected(): void;
  /** In words for a person; the call is closed. */
  failed(why: string): void;
}

const NO_CONNECTION = "The sound did not connect. Go on in writing.";

/**
 * The microphone. Ask for it before the visitor is asked or answered, so that nobody agrees to what cannot be.
 * @throws Error in words for a person
 */
export async function openMicrophone(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (cause) {
    const refused = cause instanceof DOMException && cause.name === "NotAllowedError";
    throw new Error(
      refused
        ? "This browser does not let the console use the microphone. Allow it beside the address, then try again."
        : "No microphone was found. Connect one, then try again.",
      { cause },
    );
  }
}

/**
 * Sound between this page and the visitor's, by WebRTC's perfect negotiation: this side is the impolite one, whose offer
 * stands where both offer at once. It owns the microphone that it is given, and closes it.
 */
export class SoundCall {
  readonly #peer: RTCPeerConnection;
  readonly #microphone: MediaStream;
  readonly #on: Handlers;
  readonly #audio = new Audio();
  #timer: number | undefined;
  #offering = false;
  #ignoring = false;
  #closed = false;
  /** Signals one after the other: a candidate waits for the description that it belongs to. */
  #queue: Promise<void> = Promise.resolve();

  /** @param iceServers relays that came with the visitor's question or answer */
  constructor(microphone: MediaStream, iceServers: IceServer[], on: Handlers) {
    this.#microphone = microphone;
    this.#on = on;
    this.#peer = new RTCPeerConnection({ iceServers });
    this.#expectConnection();
    this.#peer.onnegotiationneeded = () => void this.#offer();
    this.#peer.onicecandidate = ({ candidate }) => {
      if (candidate) this.#on.signal({ kind: "candidate", candidate: { ...candidate.toJSON() } });
    };
    this.#peer.ontrack = ({ track, streams }) => {
      this.#audio.srcObject = streams[0] ?? new MediaStream([track]);
      void this.#audio.play().catch(() => this.#fail("The browser did not play the visitor's sound."));
    };
    this.#peer.onconnectionstatechange = () => this.#changed();
    for (const track of microphone.getTracks()) this.#peer.addTrack(track, microphone);
  }

  /** A `description` or `candidate` of the visitor. */
  hear(signal: Outgoing): void {
    this.#queue = this.#queue.then(() => this.#take(signal)).catch(() => this.#fail(NO_CONNECTION));
  }

  mute(on: boolean): void {
    for (const track of this.#microphone.getAudioTracks()) track.enabled = !on;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#peer.close();
    this.#audio.srcObject = null;
    for (const track of this.#microphone.getTracks()) track.stop();
  }

  async #offer(): Promise<void> {
    try {
      this.#offering = true;
      await this.#peer.setLocalDescription();
      this.#describe();
    } catch {
      this.#fail(NO_CONNECTION);
    } finally {
      this.#offering = false;
    }
  }

  async #take({ description, candidate }: Outgoing): Promise<void> {
    if (this.#closed) return;
    if (candidate) {
      // Those of an offer that was ignored belong to nothing; nor may one that comes late, and it ends no call.
      if (!this.#ignoring) await this.#peer.addIceCandidate(candidate as RTCIceCandidateInit).catch(() => {});
      return;
    }
    if (!description) return;
    const collides = description.type === "offer" && (this.#offering || this.#peer.signalingState !== "stable");
    this.#ignoring = collides;
    if (collides) return;
    await this.#peer.setRemoteDescription(description);
    if (description.type !== "offer") return;
    await this.#peer.setLocalDescription();
    this.#describe();
  }

  #describe(): void {
    const local = this.#peer.localDescription;
    if (this.#closed || !local || local.type === "pranswer") return;
    this.#on.signal({ kind: "description", description: { type: local.type, sdp: local.sdp } });
  }

  #changed(): void {
    if (this.#peer.connectionState === "connected") {
      clearTimeout(this.#timer);
      this.#on.connected();
    }
    // A network may have changed.
    if (this.#peer.connectionState === "failed") {
      this.#peer.restartIce();
      this.#expectConnection();
    }
  }

  #expectConnection(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#fail(NO_CONNECTION), CONNECT_MS);
  }

  #fail(why: string): void {
    if (this.#closed) return;
    this.close();
    this.#on.failed(why);
  }
}
