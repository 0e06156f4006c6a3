import { IDLE, reduce, type SessionAction, type SessionState } from "./state.ts";

/** Holds the state; tells its listeners of each change. */
export class Store {
  #state: SessionState = IDLE;
  #listeners = new Set<(state: SessionState) => void>();

  get state(): SessionState {
    return this.#state;
  }

  dispatch(action: SessionAction): void {
    const next = reduce(this.#state, action);
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#listeners) {
      // A listener that changed something has told all others of it already.
      if (this.#state !== next) return;
      try {
        listener(next);
      } catch (error) {
        // A page's fault must not hang up; the page's own handler of errors hears of it.
        globalThis.reportError?.(error);
      }
    }
  }

  subscribe(listener: (state: SessionState) => void): () => void {
    // Another function each time: subscribing twice means to be called twice.
    const own = (state: SessionState) => listener(state);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }
}
