import enConversation from "../../i18n/en-conversation.ts";
import { conversationOf } from "../../session/selectors.ts";
import type { ViewModel } from "../view-model.ts";

/** The sentence under the status, for the states that have one. */
export function statusHelp({ state, texts }: Pick<ViewModel, "state" | "texts">): string | null {
  const { reconnectingHelp, pausedHelp } = { ...enConversation, ...texts };
  if ("reconnecting" in state && state.reconnecting) return reconnectingHelp;
  return conversationOf(state)?.paused ? pausedHelp : null;
}
