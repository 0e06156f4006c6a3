import { conversationOwner } from "../persistence/conversation-owner.ts";
import { type CallState, takeSavedConversation } from "../persistence/take-saved-conversation.ts";
import { loadVisitorId } from "../persistence/visitor-id.ts";
import type { ElementSession } from "../session/element-session.ts";
import type { Dispatch } from "./panel-command.ts";
import type { WidgetHost } from "./widget-host.ts";

/**
 * Shows what another page has left to this one, to the visitor whose conversation it is, and goes on with a call that was left
 * a moment ago. Returns whether there was something.
 */
export function resumeConversation(
  host: WidgetHost,
  session: ElementSession,
  dispatch: Dispatch,
  userId: string | undefined,
): boolean {
  // Also if they have signed in since.
  const owners = [conversationOwner(undefined, loadVisitorId()), conversationOwner(userId, "")];
  const left = takeSavedConversation(host.service().apiKey, owners);
  if (!left) return false;
  const { open, call, ...earlier } = left;
  // A saved conversation exists only after consent.
  dispatch({ type: "consent", agreed: true });
  session.restore(earlier);
  if (open) host.element.open();
  if (call) goOnWithCall(call, host, session, dispatch);
  return true;
}

/**
 * As silent as the visitor had made it. Where the browser plays no sound without a tap, the panel is opened: the button for it
 * is there.
 */
function goOnWithCall(
  { muted, paused }: CallState,
  host: WidgetHost,
  session: ElementSession,
  dispatch: Dispatch,
): void {
  let begun = false;
  let connected = false;
  const stop = session.subscribe((state) => {
    // It may begin late, as where a tab that is gone seems to talk still.
    if (!("audio_blocked" in state)) return begun && stop();
    if (!begun && muted) dispatch({ type: "mute", muted });
    begun = true;
    // Only a call that is connected can be paused.
    if (!connected && paused && "activity" in state) dispatch({ type: "pause", paused });
    connected ||= "activity" in state;
    if (!state.audio_blocked) return;
    stop();
    host.element.open();
  });
  dispatch({ type: "start", input: "voice" });
}
