interface Mark {
  takes: number;
  parts: number;
}

/** `since` copies no more pieces than these, so that marks inside each other cost little. */
const MAX_PIECES = 100;

/** Text that grows by pieces, as a browser would lay it out. What it ends with is known without looking at it. */
export class Flow {
  #parts: string[] = [];
  #takes = 0;
  /** Line breaks at its end; two where it is empty. */
  #breaks = 2;
  #space = false;
  /** Whether a mark waits for the words of its item. */
  #marked = false;

  get atLineStart(): boolean {
    return this.#breaks > 0;
  }

  get empty(): boolean {
    return this.#parts.length === 0;
  }

  /** Its last character, or "". */
  get last(): string {
    return this.#parts.at(-1)?.slice(-1) ?? "";
  }

  /** Words, with the white space of the source. */
  words(text: string): void {
    let plain = text.replace(/\s+/g, " ");
    if (this.#breaks > 0 || this.#space) plain = plain.trimStart();
    if (plain === "") return;
    this.#marked = false;
    this.#parts.push(plain);
    this.#breaks = 0;
    this.#space = plain.endsWith(" ");
  }

  /** Text as it stands. */
  verbatim(text: string): void {
    if (text === "") return;
    this.#marked = false;
    this.#parts.push(text);
    this.#breaks = text.endsWith("\n\n") ? 2 : text.endsWith("\n") ? 1 : 0;
    this.#space = false;
  }

  /** @param lines 1 for a new line, 2 for a new paragraph */
  break(lines: 1 | 2): void {
    if (this.#marked || this.#breaks >= lines) return;
    this.#parts.push(lines - this.#breaks === 2 ? "\n\n" : "\n");
    this.#breaks = lines;
    this.#space = false;
  }

  /** The mark of an item: the words behind it stand beside it, whatever holds them. */
  item(mark: string, in_line: boolean): void {
    this.endItem();
    if (in_line) this.words(" ");
    else this.break(1);
    this.verbatim(mark);
    this.#space = true;
    this.#marked = true;
  }

  /** What comes is no part of the item that was marked. */
  endItem(): void {
    this.#marked = false;
  }

  /** Its end, for `since`. */
  get mark(): Mark {
    return { takes: this.#takes, parts: this.#parts.length };
  }

  /** What was written since then, or null: the text of then was taken, or it has more pieces than a few. */
  since({ takes, parts }: Mark): string | null {
    if (takes !== this.#takes || this.#parts.length - parts > MAX_PIECES) return null;
    return this.#parts.slice(parts).join("");
  }

  /** All of it; from then on it is empty. */
  take(): string {
    const text = this.#parts.join("");
    this.#parts = [];
    this.#takes++;
    this.#breaks = 2;
    this.#space = false;
    this.#marked = false;
    return text;
  }
}
