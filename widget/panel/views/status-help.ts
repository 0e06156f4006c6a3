import { allMessages } from "../../i18n/all-messages.ts";
import { openOf } from "../../session/selectors.ts";
import type { ViewModel } from "../view-model.ts";

/** A sentence under the status, for the states that want one. */
export function statusHelp({ state, texts }: Pick<ViewModel, "state" | "texts">): string | null {
  if ("reconnecting" in state && state.reconnecting) return allMessages(texts).reconnectingHelp;
  return openOf(state)?.paused ? allMessages(texts).pausedHelp : null;
}
