// Long: one connection from its first word to its last; every step changes the same few fields.

import type { AudioDevice } from "../audio/audio-device.ts";
import type { KeepSound, Microphone } from "../audio/microphone.ts";
import type { Speaker } from "../audio/speaker.ts";
import { SessionError } from "../errors.ts";
import { toJson } from "../json.ts";
import type {
  CreateCore,
  CreateProtocol,
  Playback,
  Protocol,
  Transport,
  TransportEvent,
  TransportOptions,
  Wire,
} from "./transport.ts";

/** Time limit for the vendor's first message, milliseconds. */
const HANDSHAKE_MS = 10_000;
/** How long a vendor may take to close the connection after its goodbye, milliseconds. */
const GOODBYE_MS = 2_000;
/** How long last words are waited for at most, milliseconds. */
const LAST_WORDS_MS = 60_000;
/** Sound waiting to be sent over a slow connection: above this, new sound is dropped, since late words help nobody. */
const MAX_BUFFERED_BYTES = 1 << 20;

/** JSON messages with PCM inside, over a WebSocket: the core for every vendor with such a protocol. */
class WebSocketTransport implements Transport {
  readonly #options: TransportOptions;
  readonly #protocol: Protocol;
  #speaker: Speaker | null = null;
  #socket: WebSocket | null = null;
  /** Ends the hearing of the microphone. */
  #hearNo = () => {};
  #ready = false;
  #closed = false;
  #expired = false;
  #playback: Playback = "none";
  /** The vendor said goodbye: nothing is sent any more, and the sound that has come is played to its end. */
  #leaving = false;
  /** The event that is emitted once the last words were heard. */
  #farewell: Extract<TransportEvent, { type: "closed" }> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  lastMessageAt = Date.now();
  #settle: (failure: Error | null, call_id?: string) => void = () => {};

  constructor(createProtocol: CreateProtocol, options: TransportOptions) {
    this.#options = options;
    const wire: Wire = {
      send: (message) => this.#send(message),
      opened: (call_id) => {
        this.#openSpeaker();
        this.#settle(null, call_id);
      },
      play: (item, pcm) => this.#speaker?.play(item, pcm),
      finish: () => this.#speaker?.finish(),
      flush: () => this.#speaker?.flush() ?? [],
      expired: () => {
        this.#expired = true;
      },
      goodbye: () => this.#goodbye(),
      unknown: options.unknown,
      emit: (event) => this.#emit(event),
    };
    this.#protocol = createProtocol(wire, options);
    if (options.device) this.attach(options.device);
  }

  attach(device: AudioDevice): void {
    Object.assign(this.#options, { device, text_only: false });
    // Perhaps blocked by a content security policy: the owner finds it in the reports.
    device.ready.catch((error) =>
      this.#emit({ type: "error", code: "audio_blocked", message: String(error).slice(0, 500) }),
    );
    if (this.#ready) this.#openSpeaker();
  }

  connect(): Promise<{ call_id?: string | undefined }> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#settle(new Error("The voice provider did not answer in time"));
      }, HANDSHAKE_MS);
      this.#settle = (failure, call_id) => {
        clearTimeout(timer);
        clearTimeout(this.#timer);
        this.#settle = () => {};
        this.#ready = !failure;
        if (!failure) return resolve({ call_id });
        this.close();
        reject(failure);
      };
      try {
        const { url, protocols } = this.#protocol.address();
        this.#open(new WebSocket(url, protocols));
      } catch (error) {
        this.#settle(new Error(`The voice provider's address is of no use: ${error}`));
      }
    });
  }

  async hear(microphone: Microphone): Promise<void> {
    const { device, interruptions } = this.#options;
    if (!device) throw new Error("This browser has no Web Audio");
    const [track] = microphone.stream.getAudioTracks();
    let paused = false;
    const onFrame = (pcm: string) => {
      if (!this.#protocol.pause || track?.enabled) this.#sendSound(this.#protocol.audio(pcm));
      else if (!paused) this.#sendSound(this.#protocol.pause());
      paused = !track?.enabled;
    };
    // An unplugged microphone sends no more frames, so the pause is sent here.
    track?.addEventListener("ended", () => {
      if (this.#protocol.pause && !paused) this.#sendSound(this.#protocol.pause());
    });
    let { kept } = microphone;
    if (!(kept && "send" in kept)) {
      // Another kind of connection was expected.
      kept?.close();
      microphone.kept = kept = device.capture(microphone.stream);
    }
    await kept.ready;
    if (this.#closed) return;
    this.#hearNo = kept.send(this.#protocol.rates.input, onFrame, interruptions);
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

  typing(): void {
    this.#protocol.typing?.();
  }

  rate(rating: number): void {
    this.#protocol.rate?.(rating);
  }

  get level(): number {
    return this.#speaker?.level ?? 0;
  }

  get confirms(): boolean {
    return this.#protocol.confirms ?? false;
  }

  /** Our own agents take no longer item; no vendor names a bound. See docs/decisions/0074-bounds-of-what-a-page-hands-over.md. */
  readonly maxMessageBytes = 240_000;

  get connection(): WebSocket | null {
    return this.#socket;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#hangUp();
    this.#hearNo();
    this.#speaker?.close();
    this.#settle(new Error("The connection was closed before it was made"));
  }

  #openSpeaker(): void {
    const { device } = this.#options;
    if (!device || this.#speaker || this.#closed) return;
    this.#speaker = device.speaker(this.#protocol.rates.output, (playback) => {
      this.#playback = playback;
      this.#emit({ type: "playback", playback });
      if (playback !== "none") return;
      this.#protocol.onPlaybackEnd?.();
      if (this.#farewell) this.#depart();
    });
  }

  /** The vendor said that it ends the call; it will close the connection in a moment. */
  #goodbye(): void {
    if (this.#leaving || this.#closed) return;
    this.#leaving = true;
    this.#timer = setTimeout(() => {
      this.#hangUp();
      this.#hearOut("The voice provider ended the call");
    }, GOODBYE_MS);
  }

  /** The vendor closed the connection in good order: the agent's last words are still played. */
  #hearOut(message: string): void {
    clearTimeout(this.#timer);
    this.#leaving = true;
    this.#hearNo();
    this.#farewell = { type: "closed", expired: this.#expired, orderly: true, message };
    // Sound that the browser blocks would never end.
    const heard = this.#playback !== "none" && this.#options.device?.context?.state === "running";
    if (heard) this.#timer = setTimeout(() => this.#depart(), LAST_WORDS_MS);
    else this.#depart();
  }

  #depart(): void {
    const farewell = this.#farewell;
    if (!farewell) return;
    this.#farewell = null;
    this.#emit(farewell);
    this.close();
  }

  #hangUp(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(1000);
  }

  #open(socket: WebSocket): void {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#protocol.open?.();
    socket.onmessage = (message) => this.#receive(message.data);
    socket.onclose = ({ code, reason }) => {
      const message = `The voice provider closed the connection (${code}${reason && `, ${reason}`})`;
      this.#socket = null;
      const orderly = this.#leaving || (code === 1000 && !this.#protocol.leaving);
      if (this.#ready && orderly) return this.#hearOut(message);
      const fault = orderly || this.#protocol.leaving ? undefined : this.#protocol.fault?.(code, reason);
      if (this.#ready)
        this.#emit({ type: "closed", expired: this.#expired, orderly: false, message, ...(fault && { fault }) });
      else this.#settle(fault ? new SessionError(fault.code, fault.message) : new Error(message));
      this.close();
    };
  }

  /** A message that is no JSON object, or that the protocol does not expect, must not end the conversation. */
  #receive(data: string | ArrayBuffer): void {
    this.lastMessageAt = Date.now();
    try {
      const message = JSON.parse(typeof data === "string" ? data : new TextDecoder().decode(data));
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

  #sendSound(message: object): void {
    if (this.#ready && (this.#socket?.bufferedAmount ?? 0) <= MAX_BUFFERED_BYTES) this.#send(message);
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(toJson(message));
  }

  #emit(event: TransportEvent): void {
    if (!this.#closed) this.#options.emit(event);
  }
}

export const keep: KeepSound = (device) => {
  // Its code loads before the microphone opens, and before the agent speaks.
  const { ready } = device;
  ready.catch(() => {});
  return (stream) => device.capture(stream);
};
export const create: CreateCore = (createProtocol, options) => new WebSocketTransport(createProtocol, options);
