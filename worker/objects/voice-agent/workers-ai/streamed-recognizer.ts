import type { CallHost } from "../call-engine.ts";
import { ClientError } from "../client-error.ts";
import type { Heard, SpeechRecognizer, Turns } from "../pipeline.ts";
import type { TurnDetection } from "../session.ts";
import { msOf, RATE } from "../wire.ts";
import { HEARD_RATE, parseMessage, type Recognition, type SpeechEvent } from "./recognition.ts";
import { Resampler } from "./resampler.ts";

/** The most audio that waits for a connection; older audio is dropped. */
const MAX_WAITING_MS = 10_000;
/** After several connections in a row that broke sooner than this, it gives up. Milliseconds. */
const SHORT_MS = 2_000;
const MOST_SHORT = 3;

/** While somebody speaks a recogniser says something several times a second; after so much audio without a word it has stalled. */
const STALLED_MS = 10_000;

/** Recognises speech over a WebSocket, and reconnects when it breaks and more audio comes. */
export class StreamedRecognizer implements SpeechRecognizer {
  readonly wakeAt = null;
  position: number;
  readonly #turns: Turns;
  readonly #recognition: Recognition;
  readonly #connect: () => Promise<WebSocket>;
  readonly #host: CallHost;
  #resampler = new Resampler(RATE, HEARD_RATE);
  #socket: WebSocket | null = null;
  #connecting = false;
  #closed = false;
  #opened_at = 0;
  #short = 0;
  #waiting: Int16Array[] = [];
  /** Milliseconds of the session before the audio of this connection. */
  #before = 0;
  #events: SpeechEvent[] = [];
  #detection: TurnDetection | null = null;
  /** Milliseconds of audio that the connection got since its last message, while somebody speaks. */
  #unheard = 0;
  #speaking = false;
  /** The text of the running turn, and of turns that were not committed. */
  #text = "";
  #uncommitted: string[] = [];

  /** @param first a connection that was made beforehand */
  constructor(
    turns: Turns,
    position: number,
    recognition: Recognition,
    connect: () => Promise<WebSocket>,
    first: WebSocket | null,
    host: CallHost,
  ) {
    this.#turns = turns;
    this.position = position;
    this.#recognition = recognition;
    this.#connect = connect;
    this.#host = host;
    if (first && first.readyState === WebSocket.OPEN) this.#use(first);
  }

  append(samples: Int16Array, detection: TurnDetection | null): void {
    this.#detection = detection;
    if (!this.#socket && this.#waiting.length === 0) this.#before = msOf(this.position);
    this.position += samples.length;
    this.#waiting.push(this.#resampler.push(samples));
    if (this.#socket) {
      this.#flush();
      this.#unheard += this.#speaking ? msOf(samples.length) : 0;
      if (this.#unheard > STALLED_MS) this.#hangUp(this.#socket);
      return;
    }
    const waiting = this.#waiting.reduce((sum, piece) => sum + piece.length, 0);
    if ((waiting * 1_000) / HEARD_RATE > MAX_WAITING_MS) this.#waiting.shift();
    void this.#reconnect();
  }

  poll(): void {
    for (const event of this.#events.splice(0)) this.#take(event);
  }

  commit(): Heard {
    const text = [...this.#uncommitted, this.#text].filter(Boolean).join(" ");
    if (text === "")
      throw new ClientError("input_audio_buffer_commit_empty", "Nothing in the audio so far was understood.");
    this.clear();
    return { text, samples: null };
  }

  clear(): void {
    this.#speaking = false;
    this.#text = "";
    this.#uncommitted = [];
  }

  close(): void {
    this.#closed = true;
    if (this.#socket) this.#hangUp(this.#socket);
  }

  #take(event: SpeechEvent): void {
    const at = "at" in event ? this.#before + Math.round(event.at * 1_000) : 0;
    switch (event.type) {
      case "started":
        this.#text = "";
        if (this.#speaking || !this.#detection) return;
        this.#speaking = true;
        this.#turns.started(at);
        return;
      case "text":
        this.#text = event.text;
        return;
      case "ended": {
        const text = event.text || this.#text;
        this.#text = "";
        if (!this.#detection) {
          if (text !== "") this.#uncommitted.push(text);
          return;
        }
        if (!this.#speaking) {
          if (text === "") return;
          this.#turns.started(at);
        }
        this.#speaking = false;
        if (text === "") this.#turns.dropped(at);
        else this.#turns.stopped(at, { text, samples: null });
      }
    }
  }

  #use(socket: WebSocket): void {
    this.#socket = socket;
    this.#unheard = 0;
    this.#opened_at = Date.now();
    const read = this.#recognition.reader();
    socket.addEventListener("message", ({ data }) => {
      const message = parseMessage(data);
      if (message === null || this.#socket !== socket) return;
      this.#unheard = 0;
      this.#events.push(...read(message));
      this.#host.requestAdvance();
    });
    const gone = () => this.#lost(socket);
    socket.addEventListener("close", gone);
    socket.addEventListener("error", gone);
  }

  #hangUp(socket: WebSocket): void {
    this.#lost(socket);
    try {
      socket.close(1000);
    } catch {
      // It was closed already.
    }
  }

  /** What was recognised so far becomes the turn; the rest of it is lost. */
  #lost(socket: WebSocket): void {
    if (this.#socket !== socket || this.#closed) return;
    this.#socket = null;
    this.#short = Date.now() - this.#opened_at < SHORT_MS ? this.#short + 1 : 0;
    if (this.#short >= MOST_SHORT) {
      this.#host.over(1011, "Speech recognition failed");
      return;
    }
    this.#events.push({ type: "ended", at: (msOf(this.position) - this.#before) / 1_000, text: "" });
    this.#host.requestAdvance();
  }

  async #reconnect(): Promise<void> {
    if (this.#connecting || this.#closed) return;
    this.#connecting = true;
    try {
      const socket = await this.#connect();
      if (this.#closed) return socket.close(1000);
      this.#use(socket);
      this.#flush();
    } catch (error) {
      console.warn(JSON.stringify({ event: "recognition_lost", error: String(error).slice(0, 300) }));
      this.#host.over(1011, "Speech recognition failed");
    } finally {
      this.#connecting = false;
    }
  }

  #flush(): void {
    for (const piece of this.#waiting.splice(0))
      if (piece.length > 0 && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(piece);
  }
}
