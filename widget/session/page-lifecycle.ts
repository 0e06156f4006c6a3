/** The page around the conversation; both `null` outside of browsers. */
export interface PageEnvironment {
  window: Pick<EventTarget, "addEventListener" | "removeEventListener"> | null;
  document: (Pick<EventTarget, "addEventListener" | "removeEventListener"> & { visibilityState: string }) | null;
}

/** Called when the page changes in a way that concerns a conversation. */
export interface PageWatcher {
  /** The page closes for good. Only what is sent before this returns still goes out. */
  left(): void;
  /** Timers and the network may stop from now on. */
  hidden(): void;
  /** Timers may have stood still. */
  shown(): void;
}

/** Watches until the signal aborts. */
export function watchPage({ window, document }: PageEnvironment, watcher: PageWatcher, signal: AbortSignal): void {
  const seen = () => (document?.visibilityState === "hidden" ? watcher.hidden() : watcher.shown());
  // A page that is kept for "back" may be shown again.
  const left = (event: Event) => ((event as PageTransitionEvent).persisted ? watcher.hidden() : watcher.left());
  window?.addEventListener("pagehide", left, { signal });
  document?.addEventListener("visibilitychange", seen, { signal });
  document?.addEventListener("freeze", () => watcher.hidden(), { signal });
  document?.addEventListener("resume", () => watcher.shown(), { signal });
}
