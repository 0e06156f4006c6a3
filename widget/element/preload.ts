import { hasSavedConversation } from "../persistence/saved-conversation-key.ts";
import type { ElementOptions } from "./element-options.ts";

/** Loads the panel before anybody asks for it, where the page wants that or a conversation goes on. */
export function preloadPanel({ apiKey, placement, preload }: ElementOptions, load: () => unknown): void {
  if (placement === "inline" || preload === "eager") {
    load();
    return;
  }
  // A browser's storage takes long to open: it waits until the launcher is drawn.
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  whenIdle(() => (preload === "idle" || hasSavedConversation(apiKey)) && load());
}
