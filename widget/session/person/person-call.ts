import type { Signal, SignalReceived } from "../../../shared/live.ts";
import type { IceServer } from "../../../shared/session.ts";
import type { Microphone } from "../../audio/microphone.ts";
import { browserDevices, type CallDevices } from "./call-devices.ts";

/** How long a connection may take, milliseconds: the first one, and one that is lost. */
const CONNECT_MS = 10_000;

export type CallStatus = "none" | "asked" | "calling" | "connecting" | "talking";
/** Why there is none any more. */
export type CallEnd = "declined" | "over" | "no_sound" | "no_microphone";

interface CallHost {
  send(signal: Omit<Signal, "type">): void;
  /** Inside the visitor's click. Rejects where there is none. */
  openMicrophone(signal: AbortSignal, lost: () => void): Promise<Microphone>;
  iceServers(): IceServer[] | null;
  /** 0 to 1. */
  volume(): number;
  changed(): void;
}

/**
 * Sound between visitor and person, directly between their pages, by perfect negotiation (WebRTC, section 10.7); the visitor's
 * page is the polite one. Either side asks, the other accepts; nothing of WebRTC exists before that. Nothing is recorded.
 */
export class PersonCall {
  status: CallStatus = "none";
  muted = false;
  /** The person has muted theirs. */
  silenced = false;
  end: CallEnd | null = null;
  readonly #host: CallHost;
  readonly #devices: CallDevices;
  /** Aborts with the call, or with the question for one. */
  #abort = new AbortController();
  #microphone: Microphone | null = null;
  #peer: RTCPeerConnection | null = null;
  /** What the service gave with the question or its answer. */
  #relays: IceServer[] | null = null;
  /** Descriptions and candidates one after the other. */
  #negotiation: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: CallHost, devices: CallDevices = browserDevices) {
    this.#host = host;
    this.#devices = devices;
  }

  /** Asks the person for sound. */
  async ask(): Promise<void> {
    if (this.status === "none" && (await this.#open("calling"))) this.#host.send({ kind: "ask" });
  }

  /** The visitor agrees. */
  async accept(): Promise<void> {
    if (this.status !== "asked") return;
    if (!(await this.#open("connecting"))) return this.#host.send({ kind: "decline" });
    this.#connect();
    this.#host.send({ kind: "accept" });
  }

  decline(): void {
    if (this.status !== "asked") return;
    this.#host.send({ kind: "decline" });
    this.close(null);
  }

  mute(on: boolean): void {
    this.muted = on;
    this.#microphone?.mute(on);
    this.#host.send({ kind: "mute", on });
    this.#host.changed();
  }

  hangUp(): void {
    this.#host.send({ kind: "end" });
    this.close("over");
  }

  /** The page's connection is lost, or back. It ends a question for sound, and the person is told; running sound no longer needs it. */
  connection(there: boolean): void {
    if (this.status === "connecting" || this.status === "talking") return;
    this.close(null);
    if (there) this.#host.send({ kind: "end" });
  }

  receive({ kind, description, candidate, on, ice_servers }: SignalReceived): void {
    if (ice_servers) this.#relays = ice_servers;
    switch (kind) {
      case "ask":
        this.#asked();
        break;
      case "accept":
        if (this.status === "calling") this.#connect();
        // It agrees to a question that is gone.
        else if (this.status === "none") this.#host.send({ kind: "end" });
        break;
      case "decline":
        this.close("declined");
        break;
      case "end":
        // While the browser asks the visitor, our own question is still to come: it is about one before.
        if (this.status === "calling" && !this.#microphone) return;
        this.close(this.status === "asked" ? null : "over");
        break;
      case "mute":
        this.silenced = on === true;
        this.#host.changed();
        break;
      case "description":
        if (description) this.#negotiate((peer) => this.#describe(peer, description));
        break;
      case "candidate":
        if (candidate) this.#negotiate((peer) => peer.addIceCandidate(candidate as RTCIceCandidateInit));
    }
  }

  #asked(): void {
    if (this.status === "none") this.#set("asked");
    // Both have asked: both have agreed. While the browser asks the visitor, our own question is still to come.
    if (this.status !== "calling" || !this.#microphone) return;
    this.#connect();
    this.#host.send({ kind: "accept" });
  }

  /** Closes microphone and connection. @param end what the visitor is told; null: nothing */
  close(end: CallEnd | null): void {
    if (this.status === "none") return;
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#microphone?.close();
    this.#peer?.close();
    this.#microphone = this.#peer = null;
    this.muted = this.silenced = false;
    this.end = end;
    this.#set("none");
  }

  /** @returns whether there is a microphone */
  async #open(status: CallStatus): Promise<boolean> {
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.end = null;
    this.#set(status);
    try {
      const microphone = await this.#host.openMicrophone(signal, () => this.hangUp());
      if (signal.aborted) {
        microphone.close();
        return false;
      }
      this.#microphone = microphone;
      return true;
    } catch {
      if (!signal.aborted) this.close("no_microphone");
      return false;
    }
  }

  #connect(): void {
    const microphone = this.#microphone;
    if (!microphone) return;
    this.#peer = this.#openPeer(microphone);
    this.#offerAsNeeded(this.#peer);
    this.#set("connecting");
    this.#timer = this.#giveUpLater();
  }

  #openPeer(microphone: Microphone): RTCPeerConnection {
    const peer = this.#devices.createPeer({ iceServers: this.#relays ?? this.#host.iceServers() ?? [] });
    const { signal } = this.#abort;
    for (const track of microphone.stream.getTracks()) peer.addTrack(track, microphone.stream);
    peer.onicecandidate = ({ candidate }) => {
      if (candidate) this.#host.send({ kind: "candidate", candidate: { ...candidate.toJSON() } });
    };
    peer.ontrack = ({ track, streams }) => {
      const player = this.#devices.play(streams[0] ?? new MediaStream([track]), this.#host.volume());
      signal.addEventListener("abort", () => player.close());
    };
    peer.onconnectionstatechange = () => {
      const { connectionState } = peer;
      if (connectionState === "connected") {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#set("talking");
      }
      // As when a phone changes its network.
      if (connectionState === "disconnected" || connectionState === "failed") {
        peer.restartIce();
        this.#timer ??= this.#giveUpLater();
      }
    };
    return peer;
  }

  #giveUpLater(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#host.send({ kind: "end" });
      this.close("no_sound");
    }, CONNECT_MS);
  }

  /** What cannot be done is left: the timer ends a call that does not come about. */
  #negotiate(step: (peer: RTCPeerConnection) => Promise<void>): void {
    const { signal } = this.#abort;
    this.#negotiation = this.#negotiation
      .then(() => (this.#peer && !signal.aborted ? step(this.#peer) : undefined))
      .catch(() => {});
  }

  #offerAsNeeded(peer: RTCPeerConnection): void {
    peer.onnegotiationneeded = () => this.#negotiate((own) => this.#offer(own));
  }

  async #offer(peer: RTCPeerConnection): Promise<void> {
    // The other's offer came first, and is answered.
    if (peer.signalingState !== "stable") return;
    await peer.setLocalDescription();
    this.#sendDescription(peer);
  }

  /**
   * The polite side gives up its own offer for the other's: browsers roll it back. Chromium's first one of a connection may
   * leave it without a candidate for good, so it is given up with the connection.
   */
  async #describe(own: RTCPeerConnection, description: NonNullable<Signal["description"]>): Promise<void> {
    let peer = own;
    if (description.type === "offer" && own.signalingState !== "stable" && !own.remoteDescription && this.#microphone) {
      own.close();
      peer = this.#peer = this.#openPeer(this.#microphone);
    }
    await peer.setRemoteDescription(description);
    if (description.type !== "offer") return;
    await peer.setLocalDescription();
    // Only now: what a new connection needed is in the answer.
    this.#offerAsNeeded(peer);
    this.#sendDescription(peer);
  }

  #sendDescription({ localDescription }: RTCPeerConnection): void {
    if (!localDescription) return;
    const { type, sdp } = localDescription;
    if (type !== "pranswer") this.#host.send({ kind: "description", description: { type, sdp } });
  }

  #set(status: CallStatus): void {
    this.status = status;
    this.#host.changed();
  }
}
