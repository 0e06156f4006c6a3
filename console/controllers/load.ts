import { shallowArrayEquals, Task, TaskStatus } from "@lit/task";
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from "lit";
import { ApiFailure } from "../api.ts";
import { failureNote } from "./failure-note.ts";
import { unlessGone } from "./unless-gone.ts";

/**
 * Reads one thing for a screen; reads again when `on` changes. The newest read wins, a removed screen reads nothing.
 * A Lit task, and two calls more: `reload` and `set` leave what is shown in place until the answer is there.
 */
export class Load<T> {
  readonly #task: Task<readonly unknown[], T>;
  #args: readonly unknown[] = [];
  /** What is shown while the task runs again for the same arguments. */
  #shown: T | null = null;
  #given: { value: T } | null = null;
  #connection = 0;

  constructor(host: ReactiveControllerHost, read: (signal: AbortSignal) => Promise<T>, on: () => readonly unknown[]) {
    this.#task = new Task(host, {
      args: () => [this.#connection, ...on()],
      task: async (args, { signal }) => {
        if (!shallowArrayEquals(args, this.#args)) this.#shown = null;
        this.#args = args;
        const given = this.#given;
        this.#given = null;
        return given ? given.value : await unlessGone(read(signal), signal);
      },
      onComplete: (value) => {
        this.#shown = value;
      },
      onError: () => {
        this.#shown = null;
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

  get value(): T | null {
    return this.#shown;
  }

  /** Whether there is neither an answer nor a failure yet. */
  get loading(): boolean {
    return this.#shown === null && this.#task.status !== TaskStatus.ERROR;
  }

  /** Reads again and keeps showing what is there until the answer comes. */
  reload(): Promise<void> {
    return this.#task.run();
  }

  /** Takes an answer that a change just brought, without reading it again. */
  set(value: T): void {
    this.#given = { value };
    void this.#task.run();
  }

  /** @param failed draws the screen, its heading too, around the `note` of a failed read; without it there is the note alone */
  render(ready: (value: T) => unknown, failed?: (failure: ApiFailure, note: TemplateResult) => unknown): unknown {
    const loading = () =>
      this.#shown === null ? html`<p class="loading" role="status">Loading…</p>` : (ready(this.#shown) ?? nothing);
    return this.#task.render({
      initial: loading,
      pending: loading,
      complete: (value) => ready(value) ?? nothing,
      error: (failure) => {
        if (!(failure instanceof ApiFailure)) throw failure;
        const note = failureNote(failure, () => void this.reload());
        return failed ? failed(failure, note) : note;
      },
    });
  }
}
