import { html, nothing } from "lit";
import type { MeaningState, Source } from "../../shared/knowledge.ts";
import { Pages } from "../controllers/pages.ts";
import { Confirm } from "../parts/confirm.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { moment } from "../parts/format.ts";
import { embeddingCost, meaningNote } from "../parts/meaning.ts";
import { closeDialog, modal } from "../parts/modal.ts";
import { badge } from "../parts/page.ts";
import { sourceName, sourceProgress } from "../parts/source-progress.ts";
import { actions, type Columns, table } from "../parts/table.ts";
import { ProjectView } from "../view.ts";

/** How often the list is read again while something is being read. Milliseconds. */
const LOOK_AGAIN_MS = 1_500;

const STATES = { ready: ["good", "ready"], pending: ["live", "reading"], failed: ["bad", "failed"] } as const;

/** The sources of a project's knowledge, and how far they have been read. */
export class Sources extends ProjectView {
  static override properties = {
    query: { attribute: false },
    adding: { state: true },
    question: { state: true },
    meaning: { state: true },
    shown: { state: true },
    edited: { state: true },
  };
  declare query: URLSearchParams;
  declare adding: boolean;
  /** The question that the new text answers. */
  declare question: string | null;
  declare meaning: MeaningState | null;
  /** The source whose pages are shown. */
  declare shown: Source | null;
  /** The source that is being edited. */
  declare edited: Source | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether something is still being read. */
  #waits = false;

  readonly #sources = new Pages<Source>(
    this,
    async (cursor, signal) => {
      const path = `/projects/${this.projectId}/sources`;
      const [page, meaning] = await Promise.all([
        this.api.get<{ items: Source[]; next_cursor: string | null }>(path, { query: { cursor, limit: 200 }, signal }),
        this.api.get<MeaningState>(`/projects/${this.projectId}/knowledge/meaning`, { signal }),
      ]).catch((failure: unknown) => {
        if (this.#waits && !signal.aborted) this.#lookAgain();
        throw failure;
      });
      this.meaning = meaning;
      this.#waits =
        page.items.some(({ status }) => status === "pending") || (meaning.waiting > 0 && meaning.problem === null);
      clearTimeout(this.#timer);
      if (this.#waits) this.#lookAgain();
      return page;
    },
    () => [this.api, this.projectId],
  );

  constructor() {
    super();
    this.adding = false;
    this.question = null;
    this.meaning = null;
    this.shown = null;
    this.edited = null;
  }

  override disconnectedCallback(): void {
    clearTimeout(this.#timer);
    super.disconnectedCallback();
  }

  #lookAgain(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#sources.reload(), LOOK_AGAIN_MS);
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("query") && this.query.get("do") === "add") this.#open(null);
  }

  /** Opens the form for a text that answers a question nothing was found for. */
  answer(question: string): void {
    this.#open(question);
  }

  override render() {
    const add = html`<button type="button" class="primary" @click=${() => this.#open(null)}>Add source</button>`;
    return html`
      <div class="section-head">
        <h2>Sources</h2>
        ${add}
        <p>
          Agents that know the sources answer from these. Pages are read again once a day, where their robots.txt
          allows it.
        </p>
        ${this.meaning ? html`<p class="hint" role="status">${meaningNote(this.meaning)}</p>` : nothing}
      </div>
      ${this.#sources.render({
        empty: () =>
          emptyNote(
            "No source yet",
            "Enter the address of your site or its sitemap: about ten minutes later your agent knows your site.",
            add,
          ),
        list: (items) => table(items, this.#columns),
      })}
      ${this.adding ? this.#dialog() : nothing} ${this.shown ? this.#pagesOf(this.shown) : nothing}
      ${this.edited ? this.#editing(this.edited) : nothing}
    `;
  }

  readonly #columns: Columns<Source> = {
    Source: (source) => {
      const name = sourceName(source);
      const hints = [
        source.url === name ? null : source.url,
        source.detail,
        this.meaning && embeddingCost(this.meaning, source),
      ];
      return html`<strong>${name}</strong> ${hints.filter(Boolean).map((hint) => html`<div class="hint">${hint}</div>`)}`;
    },
    State: (source) => {
      const [tone, word] = STATES[source.status];
      return html`${badge(tone, word)} ${sourceProgress(source)}`;
    },
    Read: ({ fetched_at }) => (fetched_at === null ? "not yet" : moment(fetched_at)),
    ...actions((source) => {
      const name = sourceName(source);
      const isFetched = source.kind === "url" || source.kind === "sitemap";
      return html`<button type="button" class="small" aria-label="Pages of ${name}" @click=${() => {
        this.shown = source;
      }}>
        Pages
      </button>
      ${
        isFetched
          ? html`<button type="button" class="small" aria-label="Read again: ${name}" @click=${this.attempt(() => this.#refresh(source))}>
              Read again
            </button>`
          : nothing
      }
      ${
        source.kind === "url"
          ? nothing
          : html`<button type="button" class="small" aria-label="Edit ${name}" @click=${() => {
              this.edited = source;
            }}>
              Edit
            </button>`
      }
      <button type="button" class="small bad" aria-label="Delete ${name}" @click=${() => this.#delete(source, name)}>
        Delete
      </button>`;
    }),
  };

  #pagesOf(source: Source) {
    return html`<dialog aria-labelledby="source-pages-title" ${modal(() => {
      this.shown = null;
    })}>
      <h2 id="source-pages-title">What agents read of ${sourceName(source)}</h2>
      <vc-source-pages .api=${this.api} .sourceId=${source.id}></vc-source-pages>
      <div class="buttons"><button type="button" class="quiet" @click=${closeDialog}>Close</button></div>
    </dialog>`;
  }

  #editing(source: Source) {
    const closed = () => {
      this.edited = null;
    };
    return html`<vc-edit-source
      .api=${this.api}
      .projectId=${this.projectId}
      .source=${source}
      @closed=${closed}
      @source-edited=${() => void this.#sources.reload()}
    ></vc-edit-source>`;
  }

  #open(question: string | null): void {
    this.question = question;
    this.adding = true;
  }

  #dialog() {
    const closed = () => {
      this.adding = false;
    };
    const added = () => {
      this.dispatchEvent(new CustomEvent("source-added"));
      void this.#sources.reload();
    };
    return html`<vc-new-source
      .api=${this.api}
      .projectId=${this.projectId}
      .question=${this.question}
      @closed=${closed}
      @source-added=${added}
    ></vc-new-source>`;
  }

  async #refresh(source: Source): Promise<void> {
    await this.api.post<Source>(`/sources/${source.id}/refresh`);
    this.notice("The source is being read again");
    await this.#sources.reload();
  }

  async #delete(source: Source, name: string): Promise<void> {
    const done = await Confirm.ask({
      title: `Delete ${name}?`,
      text: "Agents stop using it at once.",
      verb: "Delete source",
      danger: true,
      run: () => this.api.delete(`/sources/${source.id}`),
    });
    if (!done) return;
    this.notice("Source deleted");
    await this.#sources.reload();
  }
}
