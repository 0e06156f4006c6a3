/** A connection that has said nothing in one beat is gone. Milliseconds. */
const BEAT_MS = 15_000;
/** How long it may be silent once the machine has slept. */
const WAKE_MS = 3_000;

/**
 * Whether a live socket still reaches the service, which answers `ping` with `pong` without waking up and counts who pings no
 * more as gone. What is between may drop a connection that is silent for a minute, and tell neither side.
 */
export class Heartbeat {
  readonly #ping: () => void;
  readonly #gone: () => void;
  #beat: ReturnType<typeof setInterval> | undefined;
  #probe: ReturnType<typeof setTimeout> | undefined;
  #heard = true;

  /** @param ping sends one @param gone the connection has been silent for too long */
  constructor(ping: () => void, gone: () => void) {
    this.#ping = ping;
    this.#gone = gone;
  }

  /** The socket has opened; the first ping is sent one beat later. */
  start(): void {
    this.stop();
    this.#heard = true;
    this.#beat = setInterval(() => this.ping(), BEAT_MS);
  }

  /** Something came. */
  hear(): void {
    this.#heard = true;
  }

  /** Sends a ping, unless the one before was not answered. */
  ping(): void {
    if (!this.#heard) {
      this.#gone();
      return;
    }
    this.#heard = false;
    this.#ping();
  }

  /** The machine has slept: asks at once, since messages that came meanwhile are delivered first. */
  wake(): void {
    clearTimeout(this.#probe);
    this.#heard = true;
    this.ping();
    this.#probe = setTimeout(() => this.#heard || this.ping(), WAKE_MS);
  }

  stop(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#probe);
  }
}
