import { IDLE, type SessionState } from "./state.ts";

/** Shows a state, and notifies its listeners of each change. */
export class Store {
  #state: SessionState = IDLE;
  #listeners = new Set<(state: SessionState) => void>();

  get state(): SessionState {
    return this.#state;
  }

  show(next: SessionState): void {
    this.#state = next;
    for (const listener of this.#listeners) {
      // A listener that changed it has notified all others already.
      if (this.#state !== next) return;
      try {
        listener(next);
      } catch (error) {
        // An error in the page's listener must not end the conversation; the page's error handler gets it.
        globalThis.reportError?.(error);
      }
    }
  }

  subscribe(listener: (state: SessionState) => void): () => void {
    // A new function each time, so that a listener that subscribes twice is called twice.
    const own = (state: SessionState) => listener(state);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }
}
