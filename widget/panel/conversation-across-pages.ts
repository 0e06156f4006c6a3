import { conversationOwner } from "../persistence/conversation-owner.ts";
import { type SavedConversation, saveConversation, takeSavedConversation } from "../persistence/saved-conversation.ts";
import { loadVisitorId } from "../persistence/visitor-id.ts";
import type { ElementSession } from "../session/element-session.ts";
import type { WidgetHost } from "./widget-host.ts";

/** Saves the running conversation for the next page, for the visitor with whom it began. */
export function leaveConversation(
  host: WidgetHost,
  session: ElementSession,
  startedBy: { userId?: string | undefined; visitorId?: string | undefined },
): void {
  saveConversation(host.service().apiKey, session.state, {
    open: host.isOpen(),
    session_secret: session.secret,
    owner: conversationOwner(startedBy.userId, startedBy.visitorId),
  });
}

/** Takes the conversation that the previous page saved for this visitor, also if they have signed in since. */
export function resumeConversation(host: WidgetHost, userId: string | undefined): SavedConversation | null {
  const owners = [conversationOwner(undefined, loadVisitorId()), conversationOwner(userId, "")];
  return takeSavedConversation(host.service().apiKey, owners);
}
