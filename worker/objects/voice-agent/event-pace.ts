import { ClientError } from "./client-error.ts";
import type { ClientEvent } from "./client-events.ts";
import { Stock } from "./stock.ts";

/** Events that a client may send in a row besides sound, and per second after it: each may be written, here or by a server. */
const EVENTS = { burst: 500, per_second: 10 };

/** Limits what a client has stored, or sends on. All calls of a session share it: a page can connect again and again. */
export class EventPace {
  readonly #events = new Stock(EVENTS);

  /** When none of the events count any more, unix milliseconds. */
  get forgottenAt(): number {
    return this.#events.wholeAt;
  }

  /** To be kept while the object has no memory, as that of `PaidWork`. */
  get state(): Stock["state"] {
    return this.#events.state;
  }

  resume(state: Stock["state"]): void {
    this.#events.resume(state);
  }

  /** @throws ClientError for what is too much; the call goes on */
  take(event: ClientEvent, now: number): void {
    if (!this.#events.take(event.type === "input_audio_buffer.append" ? 0 : 1, now))
      throw new ClientError("rate_limit_exceeded", "Too many events. Wait a moment, then go on.");
  }

  /** A turn was heard: sound that is sent faster than it plays holds more of them than anybody takes. */
  heard(): void {
    this.#events.spend(1);
  }
}
