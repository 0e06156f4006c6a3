import { hasSavedConversation } from "../persistence/saved-conversation-key.ts";
import type { ElementOptions } from "./element-options.ts";

/** Loads the panel before the click, if the page wants that or there is a conversation to continue. */
export function preloadPanel({ apiKey, placement, preload }: ElementOptions, load: () => unknown): void {
  if (placement === "inline" || preload === "eager") {
    load();
    return;
  }
  // Opening the storage is slow, so it waits until the launcher is drawn.
  const whenIdle = self.requestIdleCallback ?? setTimeout;
  whenIdle(() => (preload === "idle" || hasSavedConversation(apiKey)) && load());
}
