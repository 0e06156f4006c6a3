import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { ApiFailure } from "../api.ts";

const WAIT_MS = 15_000;

/** Whether the same may be answered at another time: there was no answer, too many asked, or the service is at fault. */
const mayPass = ({ status }: ApiFailure): boolean => status === 0 || status === 429 || status >= 500;

/**
 * Reads again by itself what could not be read: as the browser is online again, as its tab is looked at again, and four times a
 * minute while it is.
 */
export class TryAgain implements ReactiveController {
  readonly #again: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, again: () => void) {
    this.#again = again;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener("online", this.#look);
    document.addEventListener("visibilitychange", this.#look);
  }

  hostDisconnected(): void {
    window.removeEventListener("online", this.#look);
    document.removeEventListener("visibilitychange", this.#look);
    this.stop();
  }

  /** It is being read. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** It was read in vain. */
  after(failure: ApiFailure | null): void {
    if (failure && mayPass(failure)) this.#timer = setTimeout(this.#look, WAIT_MS);
  }

  readonly #look = () => {
    // A tab that nobody looks at asks once it is looked at.
    if (this.#timer !== undefined && !document.hidden) this.#again();
  };
}
