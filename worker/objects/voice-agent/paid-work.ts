import { ClientError } from "./client-error.ts";
import type { ClientEvent } from "./client-events.ts";
import { Stock } from "./stock.ts";
import { msOf } from "./wire.ts";

/** Milliseconds of sound that may come at once, as after a break of the line; after it, as long as it plays. */
const SOUND_MS = { burst: 30_000, per_second: 1_000 };
/** Answers that may be asked for in a row, and per second after it. */
const ANSWERS = { burst: 30, per_second: 0.5 };
/** Characters that models may read for answers in a row, and per second after it: an hour's talk, read every twelve seconds. */
const READING = { burst: 600_000, per_second: 10_000 };

/** Milliseconds of 16 bits a sample at 24 kHz, as base64. */
const playsFor = (audio: string | undefined): number => msOf(Math.floor((audio?.length ?? 0) * 0.375));

export interface PaidState {
  sound: Stock["state"];
  answers: Stock["state"];
  /** Missing where it was kept before this was counted. */
  reading?: Stock["state"];
}

/**
 * What a page may have models do that are paid for by what they hear and write: a session pays for its time alone. Nobody
 * speaks faster than time passes, each answer that is asked for is one, also where it is cancelled at once, and what is read
 * for it counts. All calls of a session share it: a page can connect again and again.
 */
export class PaidWork {
  readonly #sound = new Stock(SOUND_MS);
  readonly #answers = new Stock(ANSWERS);
  readonly #reading = new Stock(READING);

  /** When nothing of what was asked for counts any more, unix milliseconds. */
  get forgottenAt(): number {
    return Math.max(this.#sound.wholeAt, this.#answers.wholeAt, this.#reading.wholeAt);
  }

  /** To be kept while the object has no memory: with the page's socket, and after the call until it counts no more. */
  get state(): PaidState {
    return { sound: this.#sound.state, answers: this.#answers.state, reading: this.#reading.state };
  }

  resume({ sound, answers, reading }: PaidState): void {
    this.#sound.resume(sound);
    this.#answers.resume(answers);
    if (reading) this.#reading.resume(reading);
  }

  /** Characters that a model may read for an answer now; none or less where more was read than time pays for. */
  mayRead(now: number): number {
    return this.#reading.left(now);
  }

  /** A model is given so many to read. */
  read(characters: number): void {
    this.#reading.spend(characters);
  }

  /** Whether there is an answer left, which is used up by that. */
  mayAnswer(now: number): boolean {
    return this.#answers.take(1, now);
  }

  /**
   * @param now unix milliseconds
   * @throws ClientError for what is too much; the call goes on
   */
  take(event: ClientEvent, now: number): void {
    const asks = event.type === "response.create";
    if (asks && (this.mayRead(now) <= 0 || !this.mayAnswer(now)))
      throw new ClientError("rate_limit_exceeded", "Too many answers were asked for. Wait a moment, then ask again.");
    if (!this.#sound.take(soundIn(event), now))
      throw new ClientError(
        "rate_limit_exceeded",
        "Sound came faster than it plays, and was not heard. Send it as it is recorded.",
      );
  }
}

function soundIn(event: ClientEvent): number {
  if (event.type === "input_audio_buffer.append") return playsFor(event.audio);
  if (event.type !== "conversation.item.create" || event.item.type !== "message") return 0;
  let sum = 0;
  for (const part of event.item.content) if ("audio" in part) sum += playsFor(part.audio);
  return sum;
}
