import type { AudioDevice } from "../audio/audio-device.ts";
import type { Capture } from "../audio/capture.ts";
import type { Microphone } from "../audio/microphone.ts";
import type { Speaker } from "../audio/speaker.ts";
import { SessionError } from "../errors.ts";
import type { Call, CreateProtocol, Protocol, Transport, TransportEvent, Wire } from "./transport.ts";

/** Until the vendor's first word, milliseconds. */
const HANDSHAKE_MS = 10_000;
/** Between tries to reach a vendor again, milliseconds. */
const REDIAL_MS = 500;
/** Of the sound that waits for a new connection, the oldest goes: 5 s in frames of 20 ms. */
const MAX_HELD = 250;
/** Sound that a slow connection could not take away: later sound is dropped, for old words help nobody. */
const MAX_BUFFERED_BYTES = 1 << 20;

/** JSON messages with PCM inside, over a WebSocket: the core for every vendor that speaks so. */
export class WebSocketTransport implements Transport {
  readonly #call: Call;
  readonly #protocol: Protocol;
  #speaker: Speaker | null = null;
  #socket: WebSocket | null = null;
  #capture: Capture | null = null;
  #ready = false;
  #closed = false;
  #expired = false;
  /** The vendor is dialled again within a call. */
  #redialling = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #held: object[] = [];
  #settle: (failure: Error | null, call_id?: string) => void = () => {};

  constructor(createProtocol: CreateProtocol, call: Call) {
    this.#call = call;
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
      reconnect: () => this.#reconnect(),
      emit: (event) => this.#emit(event),
    };
    this.#protocol = createProtocol(wire, call);
    if (call.device) this.attach(call.device);
  }

  attach(device: AudioDevice): void {
    Object.assign(this.#call, { device, silent: false });
    // By a content security policy perhaps: the owner finds it in the reports.
    device.ready.catch((error) =>
      this.#emit({ type: "error", code: "audio_blocked", message: String(error).slice(0, 500) }),
    );
    if (this.#ready) this.#openSpeaker();
  }

  connect(): Promise<{ call_id?: string | undefined }> {
    return new Promise((resolve, reject) => {
      this.#handshake((failure, call_id) => {
        if (!failure) return resolve({ call_id });
        this.close();
        reject(failure);
      });
    });
  }

  async hear(microphone: Microphone): Promise<void> {
    const { device } = this.#call;
    if (!device) throw new Error("This browser has no Web Audio");
    const [track] = microphone.stream.getAudioTracks();
    let paused = false;
    const capture = await device.capture(microphone.stream, this.#protocol.rates.input, (pcm) => {
      if (!this.#protocol.pause || track?.enabled) this.#sendSound(this.#protocol.audio(pcm));
      else if (!paused) this.#sendSound(this.#protocol.pause());
      paused = !track?.enabled;
    });
    // Unplugged: no frame comes any more to say so.
    track?.addEventListener("ended", () => {
      if (this.#protocol.pause && !paused) this.#sendSound(this.#protocol.pause());
    });
    this.#capture?.close();
    this.#capture = capture;
    if (this.#closed) capture.close();
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

  levels(): { input: number; output: number } {
    return { input: this.#capture?.level() ?? 0, output: this.#speaker?.level ?? 0 };
  }

  get connection(): WebSocket | null {
    return this.#socket;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#hangUp();
    this.#capture?.close();
    this.#speaker?.close();
    this.#settle(new Error("The connection was closed before it was made"));
  }

  /** Once: a vendor that is reached again goes on as it began. */
  #openSpeaker(): void {
    const { device } = this.#call;
    if (!device || this.#speaker || this.#closed) return;
    this.#speaker = device.speaker(this.#protocol.rates.output, (playback) => {
      this.#emit({ type: "playback", playback });
      if (playback === "none") this.#protocol.silent?.();
    });
  }

  /** Until the vendor listens, or does not. */
  #handshake(settled: (failure: Error | null, call_id?: string) => void): void {
    const timer = setTimeout(() => {
      this.#settle(new Error("The voice provider did not answer in time"));
    }, HANDSHAKE_MS);
    this.#settle = (failure, call_id) => {
      clearTimeout(timer);
      clearTimeout(this.#timer);
      this.#settle = () => {};
      this.#ready = !failure;
      settled(failure, call_id);
    };
    this.#dial();
  }

  #dial(): void {
    try {
      const { url, protocols } = this.#protocol.address();
      this.#open(new WebSocket(url, protocols));
    } catch (error) {
      this.#settle(new Error(`The voice provider's address is of no use: ${error}`));
    }
  }

  #reconnect(): void {
    if (this.#closed || this.#redialling) return;
    this.#redialling = true;
    this.#ready = false;
    this.#hangUp();
    this.#emit({ type: "reconnecting", active: true });
    this.#handshake((failure) => {
      this.#redialling = false;
      this.#emit({ type: "reconnecting", active: false });
      if (failure) this.#emit({ type: "closed", expired: this.#expired, orderly: false, message: failure.message });
      if (failure) this.close();
      for (const message of this.#held.splice(0)) this.#send(message);
    });
  }

  #hangUp(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close(1000);
  }

  #open(socket: WebSocket): void {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#protocol.open?.();
    socket.onmessage = (message) => this.#receive(message.data);
    socket.onclose = ({ code, reason }) => {
      const message = `The voice provider closed the connection (${code}${reason && `, ${reason}`})`;
      const orderly = code === 1000;
      if (this.#protocol.resumes?.(code, reason)) {
        this.#hangUp();
        if (this.#redialling) this.#timer = setTimeout(() => this.#dial(), REDIAL_MS);
        else this.#reconnect();
        return;
      }
      const fault = orderly ? undefined : this.#protocol.fault?.(code, reason);
      if (this.#ready)
        this.#emit({ type: "closed", expired: this.#expired, orderly, message, ...(fault && { fault }) });
      else this.#settle(fault ? new SessionError(fault.code, fault.message) : new Error(message));
      this.close();
    };
  }

  /** What is no JSON object, or breaks the protocol's expectations, must not end the conversation. */
  #receive(data: string | ArrayBuffer): void {
    try {
      const message = JSON.parse(typeof data === "string" ? data : new TextDecoder().decode(data));
      if (message && typeof message === "object") this.#protocol.receive(message);
    } catch (error) {
      if (error instanceof SessionError && !this.#ready) this.#settle(error);
      else this.#emit({ type: "error", code: "vendor_failed", message: `A message could not be read: ${error}` });
    }
  }

  #sendSound(message: object): void {
    if (this.#redialling) {
      this.#held.push(message);
      if (this.#held.length > MAX_HELD) this.#held.shift();
    } else if (this.#ready && (this.#socket?.bufferedAmount ?? 0) <= MAX_BUFFERED_BYTES) this.#send(message);
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #emit(event: TransportEvent): void {
    if (!this.#closed) this.#call.emit(event);
  }
}
