import { shallowArrayEquals, Task, TaskStatus } from "@lit/task";
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from "lit";
import { ApiFailure } from "../api.ts";
import { failureNote } from "./failure-note.ts";
import { TryAgain } from "./try-again.ts";
import { unlessGone } from "./unless-gone.ts";

/** Whether what was asked for is gone, or no longer for this reader; anything else may pass. */
const isFinal = ({ status }: ApiFailure): boolean => status === 403 || status === 404;

/**
 * Reads one thing for a screen; reads again when `on` changes. The newest read wins, a removed screen reads nothing.
 * What was read stays in sight where a further read fails: a screen that reads again by itself follows on.
 * A Lit task, and two calls more: `reload` and `set` leave what is shown in place until the answer is there.
 */
export class Load<T> {
  readonly #task: Task<readonly unknown[], T>;
  #args: readonly unknown[] = [];
  /** What is shown while the task runs again for the same arguments, and where that fails. */
  #shown: T | null = null;
  /** Why the last read failed. */
  #failure: ApiFailure | null = null;
  #given: { value: T } | null = null;
  #connection = 0;

  constructor(host: ReactiveControllerHost, read: (signal: AbortSignal) => Promise<T>, on: () => readonly unknown[]) {
    const try_again = new TryAgain(host, () => void this.reload());
    this.#task = new Task(host, {
      args: () => [this.#connection, ...on()],
      task: async (args, { signal }) => {
        try_again.stop();
        if (!shallowArrayEquals(args, this.#args)) {
          this.#shown = null;
          this.#failure = null;
        }
        this.#args = args;
        const given = this.#given;
        this.#given = null;
        return given ? given.value : await unlessGone(read(signal), signal);
      },
      onComplete: (value) => {
        this.#shown = value;
        this.#failure = null;
      },
      onError: (error) => {
        this.#failure = error instanceof ApiFailure ? error : null;
        if (!this.#failure || isFinal(this.#failure)) this.#shown = null;
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
    const { status, error } = this.#task;
    if (status === TaskStatus.ERROR && !(error instanceof ApiFailure)) throw error;
    const failure = this.#failure;
    const busy = status === TaskStatus.PENDING;
    const note = failure && failureNote(failure, () => void this.reload(), busy);
    // One template for all: what is typed into the screen stays when a note comes or goes.
    const draw = (above: unknown, below: unknown) => html`${above ?? nothing}${below ?? nothing}`;
    if (this.#shown !== null || status === TaskStatus.COMPLETE) return draw(note, ready(this.#shown as T));
    if (failure && note) return draw(null, failed ? failed(failure, note) : note);
    return draw(null, html`<p class="loading" role="status">Loading…</p>`);
  }
}
