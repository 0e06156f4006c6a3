import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { LazySession } from "../../session/lazy-session.ts";

interface SessionHost extends ReactiveControllerHost {
  readonly session: LazySession;
}

/** Draws its host anew whenever the conversation has changed. */
export class SessionController implements ReactiveController {
  readonly #host: SessionHost;
  #unsubscribe: (() => void) | null = null;

  constructor(host: SessionHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#unsubscribe ??= this.#host.session.subscribe(() => this.#host.requestUpdate());
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }
}
