/** How long a "types" holds, and how often it is said, milliseconds. */
const TYPING_MS = 4_000;

/** Who is typing: the visitor, which the person is told, and the person, which the visitor sees. */
export class Typing {
  /** The person types. */
  person = false;
  readonly #send: (on: boolean) => void;
  readonly #changed: () => void;
  #personTimer: ReturnType<typeof setTimeout> | undefined;
  #visitorTimer: ReturnType<typeof setTimeout> | undefined;
  /** When the person was last told so; 0 where they were told that the visitor stopped, or nothing. */
  #toldAt = 0;

  /**
   * @param send tells the person whether the visitor types
   * @param changed the person has stopped without a word
   */
  constructor(send: (on: boolean) => void, changed: () => void) {
    this.#send = send;
    this.#changed = changed;
  }

  /** The visitor has pressed a key. */
  visitorTypes(): void {
    clearTimeout(this.#visitorTimer);
    this.#visitorTimer = setTimeout(() => this.visitorStops(), TYPING_MS);
    if (Date.now() - this.#toldAt <= TYPING_MS / 2) return;
    this.#send(true);
    this.#toldAt = Date.now();
  }

  visitorStops(): void {
    clearTimeout(this.#visitorTimer);
    if (this.#toldAt) this.#send(false);
    this.#toldAt = 0;
  }

  /** What the person's side has said. */
  setPerson(on: boolean): void {
    clearTimeout(this.#personTimer);
    this.person = on;
    if (!on) return;
    this.#personTimer = setTimeout(() => {
      this.person = false;
      this.#changed();
    }, 2 * TYPING_MS);
  }

  close(): void {
    clearTimeout(this.#personTimer);
    clearTimeout(this.#visitorTimer);
  }
}
