import { shallowArrayEquals, Task, TaskStatus } from "@lit/task";
import { html, nothing, type ReactiveControllerHost } from "lit";
import type { Page } from "../answers.ts";
import { ApiFailure } from "../api.ts";
import { failureNote } from "./failure-note.ts";
import { TryAgain } from "./try-again.ts";
import { unlessGone } from "./unless-gone.ts";

/** A search that looked through many and found none yet. */
const SO_FAR = html`<p class="muted">Nothing found so far.</p>`;

/**
 * Reads a list page by page: the first when `on` changes, further ones on request. A Lit task reads one page; what was
 * read before it stays here.
 */
export class Pages<T> {
  readonly #task: Task<readonly unknown[], Page<T>>;
  #args: readonly unknown[] = [];
  #items: T[] | null = null;
  /** Where the page begins that is being read or was read last; `null` for the first. */
  #cursor: string | null = null;
  #next: string | null = null;
  /** Why the last read failed. */
  #failure: ApiFailure | null = null;
  #connection = 0;

  constructor(
    host: ReactiveControllerHost,
    read: (cursor: string | null, signal: AbortSignal) => Promise<Page<T>>,
    on: () => readonly unknown[],
  ) {
    const try_again = new TryAgain(host, () => void this.#task.run());
    this.#task = new Task(host, {
      args: () => [this.#connection, ...on()],
      task: (args, { signal }) => {
        try_again.stop();
        if (!shallowArrayEquals(args, this.#args)) {
          this.#items = null;
          this.#cursor = null;
          this.#failure = null;
        }
        this.#args = args;
        return unlessGone(read(this.#cursor, signal), signal);
      },
      onComplete: ({ items, next_cursor }) => {
        this.#items = this.#cursor === null ? items : [...(this.#items ?? []), ...items];
        this.#next = next_cursor;
        this.#failure = null;
      },
      onError: (error) => {
        this.#failure = error instanceof ApiFailure ? error : null;
        try_again.after(this.#failure);
      },
    });
    host.addController({
      hostConnected: () => {
        this.#connection++;
      },
      // Its next update, which the abort asks for, has the same arguments: it reads nothing.
      hostDisconnected: () => this.#task.abort(),
    });
  }

  /** Reads the first page again; what is shown stays until the answer comes. */
  reload(): Promise<void> {
    this.#cursor = null;
    return this.#task.run();
  }

  render(parts: { list: (items: readonly T[]) => unknown; empty: () => unknown }): unknown {
    const items = this.#items;
    const { status, error } = this.#task;
    const failure = this.#failure;
    if (status === TaskStatus.ERROR && !(error instanceof ApiFailure)) throw error;
    if (!items && !failure) return html`<p class="loading" role="status">Loading…</p>`;
    const busy = status === TaskStatus.PENDING;
    return html`
      ${items && (items.length > 0 ? parts.list(items) : this.#next === null ? parts.empty() : SO_FAR)}
      ${failure ? failureNote(failure, () => void this.#task.run(), busy) : nothing}
      ${
        items && this.#next !== null && !failure
          ? html`<p class="more">
              <button type="button" aria-busy=${busy} @click=${() => this.#more()}>
                ${busy ? "Loading…" : "Show more"}
              </button>
            </p>`
          : nothing
      }
    `;
  }

  #more(): void {
    if (this.#task.status === TaskStatus.PENDING) return;
    this.#cursor = this.#next;
    void this.#task.run();
  }
}
