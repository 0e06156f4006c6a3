// Long: one connection from its first offer to its last word; every step changes the same few fields.

import type { AudioDevice } from "../audio/audio-device.ts";
import { LateLine } from "../audio/late-line.ts";
import { Loudness } from "../audio/loudness.ts";
import type { KeepSound, Microphone } from "../audio/microphone.ts";
import { SessionError } from "../errors.ts";
import { toJson } from "../json.ts";
import { createPeer } from "./peer.ts";
import type {
  CreateCore,
  CreateProtocol,
  Protocol,
  Transport,
  TransportEvent,
  TransportOptions,
  Wire,
} from "./transport.ts";
import { patient } from "./vendors/openai-patience.ts";

/** Time limit for the vendor's first message, milliseconds. */
const HANDSHAKE_MS = 15_000;
/**
 * How long a lost connection may take to come back by itself, milliseconds. There is no ICE restart: vendors take only one
 * offer for a call, so a connection that does not come back is replaced.
 */
const LOST_MS = 5_000;
/** Where the offer must hold all candidates: the time limit for them, and the pause that ends the wait. Milliseconds. */
const GATHER_MS = 3_000;
const GATHER_PAUSE_MS = 500;
/** How often the agent's loudness is measured where the vendor does not say when it is heard, milliseconds. */
const LISTEN_MS = 100;
/** From this root mean square on the agent is heard, and after so many quieter measurements it has ceased. */
const AUDIBLE = 0.003;
const CEASED = 7;

/** JSON messages over a data channel, sound as media: the core for vendors that use WebRTC as OpenAI does. */
class WebRtcTransport implements Transport {
  readonly #options: TransportOptions;
  readonly #protocol: Protocol;
  readonly #peer: RTCPeerConnection;
  readonly #channel: RTCDataChannel;
  readonly #sender: RTCRtpSender;
  readonly #abort = new AbortController();
  /** What of the microphone is not sent yet. */
  #line: LateLine | null = null;
  #output: Loudness | null = null;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #lost: ReturnType<typeof setTimeout> | undefined;
  /** The agent's sound. */
  #stream: MediaStream | null = null;
  #hushed = false;
  #ready = false;
  #closed = false;
  #expired = false;
  #call_id: string | undefined;
  lastMessageAt = Date.now();
  #settle: (failure: Error | null) => void = () => {};

  constructor(createProtocol: CreateProtocol, options: TransportOptions) {
    this.#options = options;
    const wire: Wire = {
      send: (message) => this.#send(message),
      opened: () => this.#settle(null),
      play: () => {},
      finish: () => {},
      flush: () => [],
      hush: (silent) => {
        this.#hushed = silent;
        options.device?.hush(silent);
      },
      expired: () => {
        this.#expired = true;
        // Not every vendor closes the connection after its time is up.
        this.#timers.push(setTimeout(() => this.#over("The voice provider's time is up"), 1_000));
      },
      unknown: options.unknown,
      emit: (event) => this.#emit(event),
    };
    const create = options.interruptions === "patient" ? patient(createProtocol) : createProtocol;
    this.#protocol = create(wire, options);
    const { peer, channel, sender } = options.prepared ?? createPeer(options.ice_servers, options.speaks);
    this.#peer = peer;
    this.#channel = channel;
    this.#sender = sender;
  }

  connect(): Promise<{ call_id?: string | undefined }> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#settle(new Error("The voice provider did not answer in time"));
      }, HANDSHAKE_MS);
      this.#settle = (failure) => {
        clearTimeout(timer);
        this.#settle = () => {};
        this.#ready = !failure;
        if (!failure) return resolve({ call_id: this.#call_id });
        this.close();
        reject(failure);
      };
      this.#connectPeer().catch((error) => this.#settle(error instanceof Error ? error : new Error(String(error))));
    });
  }

  attach(device: AudioDevice): void {
    Object.assign(this.#options, { device, text_only: false });
    device.hush(this.#hushed);
    if (this.#stream) this.#play(this.#stream);
  }

  async hear(microphone: Microphone): Promise<void> {
    const [track = null] = microphone.stream.getAudioTracks();
    const context = this.#options.device?.context;
    let { kept } = microphone;
    // Another kind of connection was expected.
    if (kept && "send" in kept) kept.close();
    if (!kept || "send" in kept) kept = context && new LateLine(context, microphone.stream);
    if (kept) microphone.kept = kept;
    this.#line = kept ?? null;
    await this.#sender.replaceTrack(kept?.take(() => this.#sender.replaceTrack(track)) ?? track);
  }

  greet(text: string): void {
    this.#protocol.greet(text);
  }

  sendText(id: string, text: string): void {
    this.#protocol.sendText(id, text);
  }

  sendNote(text: string, subject?: string): void {
    this.#protocol.sendNote(text, subject);
  }

  answerTool(call_id: string, output: string, failed?: boolean): void {
    this.#protocol.answerTool(call_id, output, failed);
  }

  interrupt(): void {
    this.#protocol.interrupt();
  }

  get confirms(): boolean {
    return this.#protocol.confirms ?? false;
  }

  /** What both ends agreed on. `send()` throws for more, and Chromium closes the channel. */
  get maxMessageBytes(): number {
    return Math.min(this.#peer.sctp?.maxMessageSize ?? 65_536, 262_144);
  }

  get connection(): RTCPeerConnection {
    return this.#peer;
  }

  get level(): number {
    return this.#hushed ? 0 : (this.#output?.now() ?? 0);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#abort.abort();
    clearTimeout(this.#lost);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#line?.keep();
    this.#output?.close();
    this.#channel.onopen = this.#channel.onmessage = this.#channel.onclose = null;
    this.#peer.onconnectionstatechange = this.#peer.ontrack = null;
    this.#peer.close();
    this.#options.device?.play(null);
    if (this.#hushed) this.#options.device?.hush(false);
    this.#settle(new Error("The connection was closed before it was made"));
  }

  async #connectPeer(): Promise<void> {
    const peer = this.#peer;
    this.#channel.onopen = () => this.#protocol.open?.();
    this.#channel.onmessage = ({ data }) => this.#receive(data);
    this.#channel.onclose = () => this.#over("The voice provider closed the connection");
    peer.onconnectionstatechange = () => this.#watch(peer.connectionState);
    peer.ontrack = ({ track, streams }) => this.#play(streams[0] ?? new MediaStream([track]));
    const { answer, call_id } = this.#options;
    this.#call_id = call_id ?? undefined;
    await peer.setRemoteDescription({ type: "answer", sdp: answer ?? (await this.#exchange()) });
  }

  /** The vendor's answer to our offer. */
  async #exchange(): Promise<string> {
    const peer = this.#peer;
    await peer.setLocalDescription(await peer.createOffer());
    if (this.#protocol.gathers) await this.#gathered();
    const { url } = this.#protocol.address();
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${this.#options.token}`, "content-type": "application/sdp" },
      body: peer.localDescription?.sdp ?? "",
      signal: this.#abort.signal,
    });
    // An error has a JSON body, which is no session description.
    if (!response.ok) throw new Error(`The voice provider refused the call (${response.status})`);
    // CORS may keep the browser from reading this header.
    this.#call_id = /\/([\w-]{1,200})$/.exec(response.headers.get("location") ?? "")?.[1];
    return response.text();
  }

  /** Resolves when the offer holds all candidates, or the time for them is over. */
  #gathered(): Promise<void> {
    const peer = this.#peer;
    return new Promise((resolve) => {
      let pause: ReturnType<typeof setTimeout> | undefined;
      const done = () => {
        clearTimeout(pause);
        peer.onicecandidate = peer.onicegatheringstatechange = null;
        resolve();
      };
      this.#timers.push(setTimeout(done, GATHER_MS));
      peer.onicecandidate = ({ candidate }) => {
        clearTimeout(pause);
        if (candidate) pause = setTimeout(done, GATHER_PAUSE_MS);
      };
      peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && done();
      if (peer.iceGatheringState === "complete") done();
    });
  }

  /** A `disconnected` connection often recovers by itself; a `failed` one never does. */
  #watch(state: RTCPeerConnectionState): void {
    if (state === "failed" || state === "closed") this.#over("The connection was lost");
    else if (state === "disconnected" && !this.#lost) {
      this.#lost = setTimeout(() => this.#over("The connection was lost for too long"), LOST_MS);
      if (this.#ready) this.#emit({ type: "reconnecting", active: true });
    } else if (state === "connected" && this.#lost) {
      clearTimeout(this.#lost);
      this.#lost = undefined;
      if (this.#ready) this.#emit({ type: "reconnecting", active: false });
    }
  }

  #over(message: string): void {
    if (this.#closed) return;
    if (this.#ready) this.#emit({ type: "closed", expired: this.#expired, orderly: false, message });
    else this.#settle(new Error(message));
    this.close();
  }

  #play(stream: MediaStream): void {
    this.#stream = stream;
    this.#options.device?.play(stream);
    this.#output?.close();
    const context = this.#options.device?.context;
    this.#output = context && !this.#closed && stream.getAudioTracks().length ? new Loudness(context, stream) : null;
    const { sounds } = this.#protocol;
    if (!this.#output || !sounds) return;
    let [audible, quiet] = [false, 0];
    const listen = () => {
      const loud = this.level > AUDIBLE;
      quiet = loud ? 0 : quiet + 1;
      audible = !this.#hushed && (loud || (audible && quiet < CEASED));
      sounds.call(this.#protocol, audible);
    };
    this.#timers.push(setInterval(listen, LISTEN_MS));
  }

  /** A message that is no JSON object, or that the protocol does not expect, must not end the conversation. */
  #receive(data: unknown): void {
    this.lastMessageAt = Date.now();
    try {
      const message = JSON.parse(typeof data === "string" ? data : new TextDecoder().decode(data as ArrayBuffer));
      if (message && typeof message === "object" && !Array.isArray(message)) this.#protocol.receive(message);
      else this.#options.unknown("no object");
    } catch (error) {
      if (error instanceof SessionError && !this.#ready) this.#settle(error);
      else {
        const times = this.#options.unknown("unreadable");
        // Reported once: a vendor that sends nothing else would flood the reports.
        const message = `A message could not be read: ${error}`;
        if (times === 1) this.#emit({ type: "error", code: "vendor_failed", message: message.slice(0, 500) });
      }
    }
  }

  #send(message: object): void {
    if (this.#channel.readyState !== "open") return;
    const text = toJson(message);
    try {
      this.#channel.send(text);
    } catch (error) {
      // Longer than the other end takes: what follows must still be sent.
      const lost = `A message of ${text.length} characters was not sent: ${error}`;
      this.#emit({ type: "error", code: "vendor_failed", message: lost.slice(0, 500) });
    }
  }

  #emit(event: TransportEvent): void {
    if (!this.#closed) this.#options.emit(event);
  }
}

export const keep: KeepSound =
  ({ context }) =>
  (stream) =>
    new LateLine(context, stream);
export const create: CreateCore = (createProtocol, options) => new WebRtcTransport(createProtocol, options);
