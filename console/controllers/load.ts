import { html, nothing, type ReactiveController, type ReactiveControllerHost } from "lit";
import { ApiFailure } from "../api.ts";
import { failureNote } from "../parts/notes.ts";

type State<T> = { status: "loading" } | { status: "ready"; value: T } | { status: "failed"; failure: ApiFailure };

/** Reads one thing for a screen; reads again when `on` changes. The newest read wins, a removed screen reads nothing. */
export class Load<T> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #read: (signal: AbortSignal) => Promise<T>;
  readonly #on: () => readonly unknown[];
  #state: State<T> = { status: "loading" };
  #seen: readonly unknown[] | null = null;
  #attempt: AbortController | null = null;

  constructor(host: ReactiveControllerHost, read: (signal: AbortSignal) => Promise<T>, on: () => readonly unknown[]) {
    this.#host = host;
    this.#read = read;
    this.#on = on;
    host.addController(this);
  }

  get value(): T | null {
    return this.#state.status === "ready" ? this.#state.value : null;
  }

  hostUpdate(): void {
    const now = this.#on();
    if (this.#seen?.length === now.length && this.#seen.every((value, index) => value === now[index])) return;
    this.#seen = now;
    this.#state = { status: "loading" };
    void this.reload();
  }

  hostDisconnected(): void {
    this.#attempt?.abort();
    this.#seen = null;
  }

  /** Reads again and keeps showing what is there until the answer comes. */
  async reload(): Promise<void> {
    this.#attempt?.abort();
    const attempt = new AbortController();
    this.#attempt = attempt;
    try {
      const value = await this.#read(attempt.signal);
      if (!attempt.signal.aborted) this.#become({ status: "ready", value });
    } catch (failure) {
      if (attempt.signal.aborted) return;
      if (!(failure instanceof ApiFailure)) throw failure;
      this.#become({ status: "failed", failure });
    }
  }

  /** Takes an answer that a change just brought, without reading it again. */
  set(value: T): void {
    this.#attempt?.abort();
    this.#become({ status: "ready", value });
  }

  render(ready: (value: T) => unknown): unknown {
    switch (this.#state.status) {
      case "loading":
        return html`<p class="loading" role="status">Loading…</p>`;
      case "ready":
        return ready(this.#state.value) ?? nothing;
      case "failed":
        return failureNote(this.#state.failure, () => {
          this.#become({ status: "loading" });
          void this.reload();
        });
    }
  }

  #become(state: State<T>): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}
