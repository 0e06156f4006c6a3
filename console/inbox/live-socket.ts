import { Heartbeat } from "../../shared/heartbeat.ts";
import type { FrameToInbox, InboxFrame, LIVE_CLOSED, LIVE_PROTOCOL } from "../../shared/live.ts";
import { onWake } from "../../shared/on-wake.ts";

const PROTOCOL: typeof LIVE_PROTOCOL = "voice-widget.live";
const CLOSED: typeof LIVE_CLOSED = { revoked: 4401, over: 4410 };

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

interface Handlers {
  opened(): void;
  frame(frame: FrameToInbox): void;
  /** It is gone and is opened again after a while. */
  lost(): void;
  /** It will not be opened again: what it was for is gone. */
  over(): void;
  /** Answers when this browser is signed in; the service may have closed the socket because it was not. */
  signedIn(): Promise<void>;
}

/**
 * The inbox's connection. It is opened again whenever it breaks, after 1 to 30 seconds, at once when the browser is online again
 * or the machine wakes up.
 */
export class LiveSocket {
  readonly #url: string;
  readonly #on: Handlers;
  #socket: WebSocket | null = null;
  #timer: number | undefined;
  #wait = FIRST_WAIT_MS;
  readonly #heartbeat = new Heartbeat(
    () => this.#socket?.send("ping"),
    () => {
      this.#drop();
      this.#now();
    },
  );
  readonly #ignoreWake: () => void;
  #stopped = false;

  /** @param path of this origin, e.g. `/admin/v1/projects/3/live` */
  constructor(path: string, on: Handlers) {
    this.#url = `${location.origin.replace(/^http/, "ws")}${path}`;
    this.#on = on;
    window.addEventListener("online", this.#now);
    window.addEventListener("offline", this.#drop);
    this.#ignoreWake = onWake(() => this.#woken());
    this.#open();
  }

  stop(): void {
    this.#stopped = true;
    window.removeEventListener("online", this.#now);
    window.removeEventListener("offline", this.#drop);
    this.#ignoreWake();
    clearTimeout(this.#timer);
    this.#let();
  }

  /** @returns whether it left; what did not is not kept */
  send(frame: InboxFrame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  #open(): void {
    const socket = new WebSocket(this.#url, [PROTOCOL]);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT_MS;
      this.#heartbeat.start();
      this.#heartbeat.ping();
      this.#on.opened();
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      this.#heartbeat.hear();
      if (data !== "pong") this.#on.frame(JSON.parse(data));
    };
    socket.onclose = ({ code }) => void this.#closed(code);
  }

  #woken(): void {
    this.#now();
    if (this.#socket?.readyState === WebSocket.OPEN) this.#heartbeat.wake();
  }

  async #closed(code: number): Promise<void> {
    this.#socket = null;
    this.#heartbeat.stop();
    if (code === CLOSED.over) {
      this.stop();
      this.#on.over();
      return;
    }
    this.#on.lost();
    // A refused handshake has no status that a page may read.
    await this.#on.signedIn();
    if (this.#stopped || this.#socket) return;
    this.#timer = window.setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  /** Lets go of the socket without a word to the handlers. */
  #let(): void {
    this.#heartbeat.stop();
    if (!this.#socket) return;
    this.#socket.onclose = null;
    this.#socket.onmessage = null;
    this.#socket.onopen = null;
    this.#socket.close();
    this.#socket = null;
  }

  readonly #now = () => {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT_MS;
    this.#open();
  };

  /** A network that is gone says nothing to the socket for minutes. */
  readonly #drop = () => {
    if (!this.#socket) return;
    this.#let();
    this.#on.lost();
  };
}
