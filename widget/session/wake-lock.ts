import type { PageEnvironment } from "./page-lifecycle.ts";

/** Keeps the screen on while the page is visible, until the signal aborts: a phone that sleeps ends the call. */
export function holdScreenWakeLock({ document }: PageEnvironment, signal: AbortSignal): void {
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
