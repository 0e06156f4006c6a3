import { media } from "../media.ts";

/** Chromium and Firefox; not among the types of the DOM yet. */
declare const CloseWatcher: new () => EventTarget & { destroy(): void };

/**
 * Has the system's "back" close the panel of a call, where it would leave the page and with it the call: on tablets. On a phone
 * the panel is a modal dialog, which browsers close so by themselves; where there is a mouse, Escape anywhere would close it.
 */
export class BackGesture {
  readonly #back: () => void;
  #watcher: InstanceType<typeof CloseWatcher> | null = null;

  constructor(back: () => void) {
    this.#back = back;
  }

  follow(wanted: boolean): void {
    const here = wanted && "CloseWatcher" in globalThis && !media("(any-pointer: fine)").matches;
    if (here === (this.#watcher !== null)) return;
    this.#watcher?.destroy();
    this.#watcher = null;
    if (!here) return;
    this.#watcher = new CloseWatcher();
    this.#watcher.addEventListener("close", () => {
      this.#watcher = null;
      this.#back();
    });
  }
}
