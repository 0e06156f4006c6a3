import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Asked on `window` before the screen changes; whoever holds unsaved work prevents it. */
const LEAVE = "vc-leave";

/** @returns whether nothing on screen would be lost */
export const mayLeave = (): boolean => window.dispatchEvent(new Event(LEAVE, { cancelable: true }));

/** Protects unsaved work of its host: closing the tab or going to another screen asks first. */
export class Unsaved implements ReactiveController {
  readonly #holds: () => boolean;

  constructor(host: ReactiveControllerHost, holds: () => boolean) {
    this.#holds = holds;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener("beforeunload", this.#ask);
    window.addEventListener(LEAVE, this.#ask);
  }

  hostDisconnected(): void {
    window.removeEventListener("beforeunload", this.#ask);
    window.removeEventListener(LEAVE, this.#ask);
  }

  readonly #ask = (event: Event) => {
    if (this.#holds()) event.preventDefault();
  };
}
