import { whole } from "./later-texts.ts";
import { openOf, type ViewModel } from "./view-model.ts";

/** A sentence under the status, for the states that want one. */
export function why({ state, texts }: Pick<ViewModel, "state" | "texts">): string | null {
  if ("reconnecting" in state && state.reconnecting) return whole(texts).reconnectingHelp;
  return openOf(state)?.paused ? whole(texts).pausedHelp : null;
}
