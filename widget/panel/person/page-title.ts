/** Says in the title of a page that is hidden that the person has answered, until the visitor is back. */
export class PageTitle {
  readonly #document: Document;
  /** What it was, and what it is now; null while it is the page's own. */
  #changed: { from: string; to: string } | null = null;

  constructor(page: Document) {
    this.#document = page;
  }

  announce(words: string): void {
    if (!this.#document.hidden) return;
    const from = this.#changed?.from ?? this.#document.title;
    this.#changed = { from, to: `${words} · ${from}` };
    this.#document.title = this.#changed.to;
  }

  /** Unless the page has changed it meanwhile. */
  restore(): void {
    if (this.#changed && this.#document.title === this.#changed.to) this.#document.title = this.#changed.from;
    this.#changed = null;
  }
}
