import type { SpokenSound } from "./transport.ts";

/** The sound from one beginning on, all items together: how much of it has come, and how much was heard. Milliseconds. */
export class HeardSound {
  received = 0;
  played = 0;
  /** Whether it is being heard, by the connection's own word. */
  playing = false;
  readonly #sound: SpokenSound | null;
  readonly #got = new Map<string, number>();
  /** What the speaker still knows of the sound before. */
  #over: ReadonlyMap<string, number>;
  #at = 0;

  /**
   * @param sound `null` where it moves as media: then `received` stays 0, and `played` is the time for which it is heard
   * @param before an item that is none of it, also where more of it comes
   */
  constructor(sound: SpokenSound | null, before: string) {
    this.#sound = sound;
    this.#over = new Map([[before, Number.POSITIVE_INFINITY]]);
  }

  /** Whether the speaker was told to drop what it had. */
  get isFlushed(): boolean {
    return this.#sound?.receivedMs.size === 0;
  }

  /** The sound that comes next is another. */
  restart(): void {
    this.#over = new Map(this.#sound?.receivedMs);
    this.#got.clear();
    this.received = this.played = 0;
  }

  /** @param now milliseconds @returns whether there is more of it than before */
  measure(now: number): boolean {
    const before = this.received + this.played;
    if (!this.#sound) {
      if (this.playing) this.played += now - this.#at;
      this.#at = now;
    } else if (!this.isFlushed) this.#read(this.#sound);
    return this.received + this.played > before;
  }

  #read({ receivedMs, heardNow }: SpokenSound): void {
    for (const [id, ms] of receivedMs) {
      const own = ms - (this.#over.get(id) ?? 0);
      if (own > 0) this.#got.set(id, own);
    }
    this.received = 0;
    for (const [id, ms] of this.#got) {
      const heard = Math.min(ms, heardNow.played_ms - (this.#over.get(id) ?? 0));
      // Items are heard in order.
      if (id === heardNow.item) this.played = Math.max(this.played, this.received + heard);
      this.received += ms;
    }
  }
}
