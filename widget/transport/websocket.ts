import { type Capture, openCapture } from "../audio/capture.ts";
import type { Microphone } from "../audio/microphone.ts";
import { decodePcm, encodeBase64 } from "../audio/pcm.ts";
import { Speaker } from "../audio/speaker.ts";
import { SessionError } from "../errors.ts";
import type { Call, CreateProtocol, Protocol, Transport, Wire } from "./transport.ts";

/** Until the vendor's first word, milliseconds. */
const HANDSHAKE_MS = 10_000;
/** Sound that a slow line could not take away: later sound is dropped, for old words help nobody. */
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
  #settle: (failure: Error | null, call_id?: string) => void = () => {};

  constructor(createProtocol: CreateProtocol, call: Call) {
    this.#call = call;
    const wire: Wire = {
      send: (message) => this.#send(message),
      opened: (call_id) => {
        this.#openSpeaker();
        this.#settle(null, call_id);
      },
      play: (item, pcm) => this.#speaker?.play(item, decodePcm(pcm)),
      finish: () => this.#speaker?.finish(),
      flush: () => this.#speaker?.flush() ?? [],
      expired: () => {
        this.#expired = true;
      },
      emit: (event) => {
        if (!this.#closed) call.emit(event);
      },
    };
    this.#protocol = createProtocol(wire, call);
  }

  connect(): Promise<{ call_id?: string | undefined }> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#settle(new Error("The voice provider did not answer in time"));
      }, HANDSHAKE_MS);
      this.#settle = (failure, call_id) => {
        clearTimeout(timer);
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
    const { device } = this.#call;
    if (!device) throw new Error("This browser has no Web Audio");
    const capture = await openCapture(device, microphone.stream, this.#protocol.rates.input, (pcm) => {
      if (!this.#ready || (this.#socket?.bufferedAmount ?? 0) > MAX_BUFFERED_BYTES) return;
      this.#send(this.#protocol.audio(encodeBase64(new Uint8Array(pcm))));
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

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
      socket.close(1000);
    }
    this.#capture?.close();
    this.#speaker?.close();
    this.#settle(new Error("The connection was closed before it was made"));
  }

  /** Once: a vendor that is reached again goes on as it began. */
  #openSpeaker(): void {
    const { device } = this.#call;
    if (!device || this.#speaker || this.#closed) return;
    this.#speaker = new Speaker(device, this.#protocol.rates.output, (playback) => {
      if (!this.#closed) this.#call.emit({ type: "playback", playback });
      if (playback === "none") this.#protocol.silent?.();
    });
  }

  #open(socket: WebSocket): void {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#protocol.open?.();
    socket.onmessage = (message) => this.#receive(message.data);
    socket.onclose = ({ code, reason }) => {
      const message = `The voice provider closed the connection (${code}${reason && `, ${reason}`})`;
      const orderly = code === 1000;
      const fault = orderly ? undefined : this.#protocol.fault?.(code, reason);
      if (this.#ready)
        this.#call.emit({ type: "closed", expired: this.#expired, orderly, message, ...(fault && { fault }) });
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
      this.#call.emit({ type: "error", code: "vendor_failed", message: `A message could not be read: ${error}` });
    }
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
