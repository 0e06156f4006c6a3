import type { Conversation } from "./conversation.ts";
import { nextQuiet, type SpeechSnapshot } from "./quiet.ts";
import type { SessionConnection } from "./session-connection.ts";
import { loadHistory } from "./session-request.ts";

/** How long before the vendor hangs up the switch begins at the latest, milliseconds; a new connection takes at most that. */
const LEAVE_MARGIN_MS = 8_000;

/**
 * The vendor will hang up: in a quiet moment before that, the conversation switches to another connection. Never rejects:
 * where none can be had, the old one goes on until it breaks, and is replaced then.
 * @param input loudness of the microphone, right now
 * @param switched called when the other connection is in use
 * @param signal gives it up
 */
export async function switchConnection(
  conversation: Conversation,
  connection: SessionConnection,
  in_ms: number,
  input: () => number,
  switched: () => void,
  signal: AbortSignal,
): Promise<void> {
  const left = connection.transport;
  if (!left) return;
  const snapshot = (): SpeechSnapshot => ({
    // A visitor who has just spoken is owed an answer, even before the first word is transcribed.
    listening: conversation.state.status === "listening" && conversation.state.transcript.every(({ final }) => final),
    input: input(),
  });
  const until = Date.now() + in_ms - LEAVE_MARGIN_MS;
  await nextQuiet(snapshot, until - Date.now(), signal);
  const { transcript, order } = conversation.state;
  if (left !== connection.transport || signal.aborted) return;
  connection.scopeNext(order.at(-1));
  // Once the other connection is in use this must not abort any more: its signal would close it.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.max(0, until - Date.now()) + LEAVE_MARGIN_MS);
  try {
    await connection.reconnect(AbortSignal.any([signal, late.signal]), async () => {
      await nextQuiet(snapshot, until - Date.now(), signal);
      // The old one broke meanwhile, and is being replaced already.
      if (left !== connection.transport) late.abort();
    });
    clearTimeout(timer);
    left.close();
    switched();
    // What was said over the old connection meanwhile.
    const since = await loadHistory(conversation.state.transcript.filter((message) => !transcript.includes(message)));
    if (since) connection.transport?.sendNote(since);
  } catch {}
  clearTimeout(timer);
}
