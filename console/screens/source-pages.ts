import { html, nothing } from "lit";
import type { PageText, SourcePage } from "../../shared/knowledge.ts";
import { Pages } from "../controllers/pages.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { badge } from "../parts/page.ts";
import { ApiView } from "../view.ts";

const TONES = { ready: "good", failed: "bad", skipped: "live" } as const;
const WORDS = { ready: "ready", failed: "failed", skipped: "left out" } as const;

/** The pages of one source: what became of each, and its text as agents see it. */
export class SourcePages extends ApiView {
  static override properties = { sourceId: { type: Number }, open: { state: true } };
  declare sourceId: number;
  /** The page whose text is shown. */
  declare open: PageText | null;

  readonly #pages = new Pages<SourcePage>(
    this,
    (cursor, signal) => this.api.get(`/sources/${this.sourceId}/pages`, { query: { cursor, limit: 50 }, signal }),
    () => [this.api, this.sourceId],
  );

  constructor() {
    super();
    this.open = null;
  }

  override render() {
    return this.#pages.render({
      empty: () => emptyNote("No page yet", "Pages appear here once they have been read."),
      list: (items) => html`<ul class="stack">
        ${items.map((page) => this.#page(page))}
      </ul>`,
    });
  }

  #page(page: SourcePage) {
    const { id, title, url, status, detail } = page;
    const name = title ?? url ?? `Page ${id}`;
    const shown = this.open?.id === id;
    return html`<li>
      <strong dir="auto">${name}</strong> ${badge(TONES[status], WORDS[status])}
      ${url && url !== name ? html`<div class="hint">${url}</div>` : nothing}
      ${detail ? html`<div class="hint">${detail}</div>` : nothing}
      ${
        status === "ready"
          ? html`<button type="button" class="small" aria-expanded=${shown} aria-label="${shown ? "Hide" : "Show"} text: ${name}" @click=${this.attempt(() => this.#toggle(id))}>
              ${shown ? "Hide text" : "Show text"}
            </button>`
          : nothing
      }
      ${shown ? this.open?.passages.map(({ heading, text }) => html`${heading ? html`<p class="hint">${heading}</p>` : nothing}<p style="white-space: pre-line" dir="auto">${text}</p>`) : nothing}
    </li>`;
  }

  async #toggle(id: number): Promise<void> {
    this.open = this.open?.id === id ? null : await this.api.get<PageText>(`/pages/${id}`);
  }
}
