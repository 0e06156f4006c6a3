import type { Conversation } from "./conversation.ts";
import { historyOf } from "./conversation-history.ts";
import { nextQuiet, type Room } from "./quiet.ts";
import type { SessionConnection } from "./session-connection.ts";

/** A vendor that leaves is left so long before, milliseconds; making another line takes at most that. */
const LEAVE_MARGIN_MS = 8_000;

/**
 * The vendor will hang up: in a quiet moment before, the conversation goes over to another line. Never rejects: where
 * there is no other, the old line goes on until it breaks, and is made anew then.
 * @param input loudness of the microphone, looked at anew each time
 * @param moved the other line stands
 */
export async function changeLine(
  conversation: Conversation,
  connection: SessionConnection,
  in_ms: number,
  input: () => number,
  moved: () => void,
): Promise<void> {
  const { signal } = conversation;
  const left = connection.transport;
  if (!left) return;
  const look = (): Room => ({
    // Who spoke is owed an answer, also before a word of it is written down.
    listening: conversation.state.status === "listening" && conversation.state.transcript.every(({ final }) => final),
    input: input(),
  });
  const until = Date.now() + in_ms - LEAVE_MARGIN_MS;
  await nextQuiet(look, until - Date.now(), signal);
  const { transcript, order } = conversation.state;
  if (left !== connection.transport || conversation.over) return;
  connection.scopeNext(order.at(-1));
  // Only until the other connection stands: its signal ends it.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.max(0, until - Date.now()) + LEAVE_MARGIN_MS);
  try {
    await connection.reconnect(AbortSignal.any([signal, late.signal]), async () => {
      await nextQuiet(look, until - Date.now(), signal);
      // The old one broke meanwhile, and is made anew already.
      if (left !== connection.transport) late.abort();
    });
    left.close();
    moved();
    // What was said to the old line meanwhile.
    const since = historyOf(conversation.state.transcript.filter((message) => !transcript.includes(message)));
    if (since) connection.transport?.sendNote(since);
  } catch {}
  clearTimeout(timer);
}
