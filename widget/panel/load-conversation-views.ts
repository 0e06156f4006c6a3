type ConversationViews = typeof import("./conversation-views.ts");

/** Null until it is there: the panel works without, plainer. */
export let conversationViews: ConversationViews | null = null;

/**
 * Asked for when a conversation begins. Answers whether it is there; the next call tries again. Without it a message
 * stays as it was written, and the end has no stars.
 */
export async function loadConversationViews(): Promise<boolean> {
  try {
    conversationViews ??= await import("./conversation-views.ts");
  } catch {}
  return conversationViews !== null;
}
