/**
 * Says in the title of a page that is hidden that the person has answered, until the visitor is back. In its element: with
 * `<form name="title">`, that form is `document.title`, which then cannot be written.
 */
export class PageTitle {
  readonly #document: Pick<Document, "visibilityState" | "querySelector">;
  /** What it was, and what it is now; null while it is the page's own. */
  #changed: { from: string; to: string } | null = null;

  constructor(page: Pick<Document, "visibilityState" | "querySelector">) {
    this.#document = page;
  }

  get #title(): { textContent: string | null } | null {
    return this.#document.querySelector("title");
  }

  announce(words: string): void {
    const title = this.#title;
    if (!title || this.#document.visibilityState !== "hidden") return;
    const from = this.#changed?.from ?? title.textContent ?? "";
    this.#changed = { from, to: `${words} · ${from.trim()}` };
    title.textContent = this.#changed.to;
  }

  /** Unless the page has changed it meanwhile. */
  restore(): void {
    const title = this.#title;
    if (title && this.#changed && title.textContent === this.#changed.to) title.textContent = this.#changed.from;
    this.#changed = null;
  }
}
