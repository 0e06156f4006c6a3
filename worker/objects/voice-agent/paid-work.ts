import { ClientError } from "./client-error.ts";
import type { ClientEvent } from "./client-events.ts";
import { msOf } from "./wire.ts";

/** Sound that may come at once, as after a break of the line, and before it takes as long as it plays. Milliseconds. */
const SOUND_MS = 30_000;
/** Answers that may be asked for in a row, and milliseconds for each one more. */
const ANSWERS = 30;
const ANSWER_MS = 2_000;

/** What comes back with time, up to a most. */
class Stock {
  #left: number;
  readonly #most: number;
  readonly #per_ms: number;
  #at: number | null = null;

  constructor(most: number, per_ms: number) {
    this.#left = most;
    this.#most = most;
    this.#per_ms = per_ms;
  }

  /** @returns whether there was so much */
  take(amount: number, now: number): boolean {
    this.#left = Math.min(this.#most, this.#left + Math.max(0, now - (this.#at ?? now)) * this.#per_ms);
    this.#at = now;
    if (amount > this.#left) return false;
    this.#left -= amount;
    return true;
  }
}

/** Milliseconds of 16 bits a sample at 24 kHz, as base64. */
const playsFor = (audio: string | undefined): number => msOf(Math.floor((audio?.length ?? 0) * 0.375));

/**
 * What a page may have models do that are paid for by what they hear and write: a session pays for its time alone. Nobody
 * speaks faster than time passes, and each answer that is asked for is one, also where it is cancelled at once.
 */
export class PaidWork {
  readonly #sound = new Stock(SOUND_MS, 1);
  readonly #answers = new Stock(ANSWERS, 1 / ANSWER_MS);

  /**
   * @param now unix milliseconds
   * @returns the event
   * @throws ClientError for what is too much; the call goes on
   */
  take(event: ClientEvent, now: number): ClientEvent {
    if (event.type === "response.create" && !this.#answers.take(1, now))
      throw new ClientError("rate_limit_exceeded", "Too many answers were asked for. Wait a moment, then ask again.");
    if (!this.#sound.take(soundIn(event), now))
      throw new ClientError(
        "rate_limit_exceeded",
        "Sound came faster than it plays, and was not heard. Send it as it is recorded.",
      );
    return event;
  }
}

function soundIn(event: ClientEvent): number {
  if (event.type === "input_audio_buffer.append") return playsFor(event.audio);
  if (event.type !== "conversation.item.create" || event.item.type !== "message") return 0;
  let sum = 0;
  for (const part of event.item.content) if ("audio" in part) sum += playsFor(part.audio);
  return sum;
}
