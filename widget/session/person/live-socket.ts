import { Heartbeat } from "../../../shared/heartbeat.ts";
import type { FrameToPage, LIVE_CLOSED, LIVE_PROTOCOL, LIVE_SECRET, PageFrame } from "../../../shared/live.ts";
import { onWake } from "../../../shared/on-wake.ts";

/** Written out, and held to the service's by their types: the file with the values brings zod. */
const PROTOCOL: typeof LIVE_PROTOCOL = "voice-widget.live";
const SECRET: typeof LIVE_SECRET = "voice-widget.secret.";
const CLOSED: typeof LIVE_CLOSED = { revoked: 4401, over: 4410 };

/** Waits before the socket is opened again, milliseconds; the last one is repeated. */
const RETRY_MS = [500, 1_000, 2_000, 5_000];

export type OpenSocket = (address: string, protocols: string[]) => WebSocket;

export interface LiveSocketEvents {
  opened(): void;
  frame(frame: FrameToPage): void;
  /** It is opened again by itself. @param tries that have failed in a row */
  lost(tries: number): void;
  /** The service wants no more of it: the session is over, or its key was revoked. */
  over(): void;
}

/** The page's live socket of one session, opened again whenever it is lost, until the signal aborts. */
export class LiveSocket {
  readonly #address: string;
  readonly #protocols: string[];
  readonly #events: LiveSocketEvents;
  readonly #signal: AbortSignal;
  /** Until the service wants no more of it, or the signal aborts. */
  readonly #watching = new AbortController();
  readonly #openSocket: OpenSocket;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #heartbeat = new Heartbeat(
    () => {
      if (this.connected) this.#socket?.send("ping");
    },
    () => this.#drop(),
  );
  #tries = 0;

  constructor(
    service: string,
    session: { session_id: string; session_secret: string },
    events: LiveSocketEvents,
    signal: AbortSignal,
    openSocket: OpenSocket = (address, protocols) => new WebSocket(address, protocols),
  ) {
    const base = service.replace(/^http/, "ws").replace(/\/+$/, "");
    this.#address = `${base}/widget/v1/session/${session.session_id}/live`;
    this.#protocols = [PROTOCOL, SECRET + session.session_secret];
    this.#events = events;
    this.#signal = signal;
    this.#openSocket = openSocket;
    const { signal: watched } = this.#watching;
    watched.addEventListener(
      "abort",
      onWake(() => this.#woken()),
    );
    signal.addEventListener("abort", () => {
      this.#watching.abort();
      clearTimeout(this.#timer);
      this.#heartbeat.stop();
      this.#socket?.close();
    });
    // A browser may hold a socket without a network for minutes, and closes it only many seconds after it was told to.
    globalThis.addEventListener?.("offline", () => this.#drop(), { signal: watched });
    globalThis.addEventListener?.("online", () => this.#again(0), { signal: watched });
    this.#open();
  }

  get connected(): boolean {
    return this.#socket?.readyState === 1;
  }

  /** @returns whether there is a connection to send it over */
  send(frame: PageFrame): boolean {
    if (!this.connected) return false;
    this.#socket?.send(JSON.stringify(frame));
    return true;
  }

  #open(): void {
    if (this.#signal.aborted) return;
    const socket = this.#openSocket(this.#address, this.#protocols);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      if (this.connected) this.#heartbeat.start();
      this.#events.opened();
    };
    socket.onmessage = ({ data }) => {
      this.#heartbeat.hear();
      const frame = frameOf(data);
      if (frame && this.#socket === socket && !this.#signal.aborted) this.#events.frame(frame);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#heartbeat.stop();
      if (this.#signal.aborted) return;
      if (code === CLOSED.revoked || code === CLOSED.over) {
        this.#watching.abort();
        return this.#events.over();
      }
      this.#lost();
    };
  }

  #woken(): void {
    if (!this.#socket) this.#again(0);
    if (this.connected) this.#heartbeat.wake();
  }

  #drop(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.close();
    this.#lost();
  }

  #lost(): void {
    this.#heartbeat.stop();
    this.#tries++;
    this.#again(RETRY_MS[Math.min(this.#tries, RETRY_MS.length) - 1] ?? 0);
    this.#events.lost(this.#tries);
  }

  #again(wait: number): void {
    clearTimeout(this.#timer);
    if (this.#socket) return;
    this.#timer = setTimeout(() => this.#open(), wait);
  }
}

function frameOf(data: unknown): FrameToPage | null {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === "object" && frame && "type" in frame ? (frame as FrameToPage) : null;
  } catch {
    return null;
  }
}
