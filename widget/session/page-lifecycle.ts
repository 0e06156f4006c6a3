/** The page around the conversation; both `null` outside of browsers. */
export interface PageEnvironment {
  window: Pick<EventTarget, "addEventListener" | "removeEventListener"> | null;
  document: (Pick<EventTarget, "addEventListener" | "removeEventListener"> & { visibilityState: string }) | null;
}

/** Called when the page changes in a way that concerns a conversation. */
export interface PageWatcher {
  /** The page may be left in a moment. Firefox closes its sockets now, long before the next page answers and this one is left. */
  leaving(): void;
  /** The page is left; the browser may keep it for "back". Only what is sent before this returns still goes out. */
  left(): void;
  /** Timers and the network may stop from now on. */
  hidden(): void;
  /** Timers may have stood still. */
  shown(): void;
}

/** Watches until the signal aborts. */
export function watchPage({ window, document }: PageEnvironment, watcher: PageWatcher, signal: AbortSignal): void {
  const seen = () => (document?.visibilityState === "hidden" ? watcher.hidden() : watcher.shown());
  window?.addEventListener("beforeunload", () => watcher.leaving(), { signal });
  window?.addEventListener("pagehide", () => watcher.left(), { signal });
  document?.addEventListener("visibilitychange", seen, { signal });
  document?.addEventListener("freeze", () => watcher.hidden(), { signal });
  document?.addEventListener("resume", () => watcher.shown(), { signal });
}
