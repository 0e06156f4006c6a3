import { html, nothing, type ReactiveController, type ReactiveControllerHost } from "lit";
import type { Page } from "../answers.ts";
import { ApiFailure } from "../api.ts";
import { failureNote } from "./failure-note.ts";

/** Reads a list page by page: the first when `on` changes, further ones on request. */
export class Pages<T> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #read: (cursor: string | null, signal: AbortSignal) => Promise<Page<T>>;
  readonly #on: () => readonly unknown[];
  #items: T[] | null = null;
  #cursor: string | null = null;
  #failure: ApiFailure | null = null;
  #busy = false;
  #seen: readonly unknown[] | null = null;
  #attempt: AbortController | null = null;

  constructor(
    host: ReactiveControllerHost,
    read: (cursor: string | null, signal: AbortSignal) => Promise<Page<T>>,
    on: () => readonly unknown[],
  ) {
    this.#host = host;
    this.#read = read;
    this.#on = on;
    host.addController(this);
  }

  hostUpdate(): void {
    const now = this.#on();
    if (this.#seen?.length === now.length && this.#seen.every((value, index) => value === now[index])) return;
    this.#seen = now;
    this.#items = null;
    this.#failure = null;
    void this.reload();
  }

  hostDisconnected(): void {
    this.#attempt?.abort();
    this.#seen = null;
  }

  /** Reads the first page again; what is shown stays until the answer comes. */
  reload(): Promise<void> {
    return this.#turn(null);
  }

  async #turn(cursor: string | null): Promise<void> {
    this.#attempt?.abort();
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#busy = true;
    try {
      const page = await this.#read(cursor, attempt.signal);
      if (attempt.signal.aborted) return;
      this.#items = cursor === null ? page.items : [...(this.#items ?? []), ...page.items];
      this.#cursor = page.next_cursor;
      this.#failure = null;
    } catch (failure) {
      if (attempt.signal.aborted) return;
      if (!(failure instanceof ApiFailure)) throw failure;
      this.#failure = failure;
    } finally {
      if (this.#attempt === attempt) this.#busy = false;
      this.#host.requestUpdate();
    }
  }

  render(parts: { list: (items: readonly T[]) => unknown; empty: () => unknown }): unknown {
    const items = this.#items;
    if (!items && !this.#failure) return html`<p class="loading" role="status">Loading…</p>`;
    const retry = () => {
      this.#failure = null;
      this.#host.requestUpdate();
      void this.#turn(items ? this.#cursor : null);
    };
    return html`
      ${items && (items.length > 0 ? parts.list(items) : parts.empty())}
      ${this.#failure ? failureNote(this.#failure, retry) : nothing}
      ${
        items && this.#cursor !== null && !this.#failure
          ? html`<p class="more">
              <button type="button" ?disabled=${this.#busy} @click=${() => this.#more()}>
                ${this.#busy ? "Loading…" : "Show more"}
              </button>
            </p>`
          : nothing
      }
    `;
  }

  #more(): void {
    this.#host.requestUpdate();
    void this.#turn(this.#cursor);
  }
}
