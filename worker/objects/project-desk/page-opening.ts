import type { Signal } from "../../../shared/live.ts";
import { personFrame } from "./conversation.ts";
import type { Desk } from "./desk.ts";
import type { Conversation } from "./rpc.ts";
import type { DeskSockets } from "./sockets.ts";
import type { DeskTable } from "./table.ts";

/** What a page is told as it opens its socket: who is there, what was said, and what it was asked before. */
export function greetPage(desk: Desk, table: DeskTable, sockets: DeskSockets, socket: WebSocket, one: Conversation) {
  const { session_id, sound_asked, person_gone_at } = one;
  sockets.send(socket, personFrame(one));
  for (const line of table.lines(session_id)) sockets.send(socket, { type: "message", ...line });
  if (!sound_asked) return;
  if (person_gone_at === null) sockets.send(socket, desk.relays.question(session_id));
  desk.conversations.keep({ ...one, sound_asked: false });
}

/**
 * Keeps a question for sound until the visitor's first page opens its socket: it hears of a person who came unasked with its next
 * report. A page that comes back tells the person itself that what was asked is asked no more.
 */
export function keepUnheard(desk: Desk, one: Conversation, { kind }: Signal): void {
  const unmet = one.page_gone_at !== null && one.page_gone_at === one.joined_at;
  const sound_asked = kind === "ask" || (kind === "end" ? false : one.sound_asked === true);
  if (unmet && sound_asked !== (one.sound_asked === true)) desk.conversations.keep({ ...one, sound_asked });
}
