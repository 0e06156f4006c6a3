import type { PageEnvironment } from "./page-lifecycle.ts";

/** Keeps the screen on during a call, while the page is visible: a phone that sleeps ends the call. */
export class ScreenWakeLock {
  #ends: AbortController | null = null;

  hold(wanted: boolean, page: PageEnvironment): void {
    if (wanted === (this.#ends !== null)) return;
    this.#ends?.abort();
    this.#ends = wanted ? new AbortController() : null;
    if (this.#ends) holdUntil(page, this.#ends.signal);
  }
}

function holdUntil({ document }: PageEnvironment, signal: AbortSignal): void {
  const lock = globalThis.navigator?.wakeLock;
  if (!lock) return;
  let held: WakeLockSentinel | null = null;
  const hold = () => {
    if (signal.aborted || document?.visibilityState !== "visible") return;
    // Browsers release it when the page is hidden, and may refuse it to save the battery.
    lock.request("screen").then(
      (sentinel) => {
        if (signal.aborted) void sentinel.release();
        else held = sentinel;
      },
      () => {},
    );
  };
  document?.addEventListener("visibilitychange", hold, { signal });
  signal.addEventListener("abort", () => void held?.release(), { once: true });
  hold();
}
