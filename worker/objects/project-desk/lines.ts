import { HOUR_BYTES, HOUR_BYTES_OF_VISITOR, MAX_SESSION_BYTES, MAX_SESSION_EVENTS } from "../../../shared/limits.ts";
import type { LiveMessage } from "../../../shared/live.ts";
import { type Actor, actorName } from "../../actor.ts";
import type { Conversations } from "./conversations.ts";
import type { MessageRate } from "./message-rate.ts";
import type { DeskOutside } from "./outside.ts";
import type { Conversation, DeskAnswer, Refused } from "./rpc.ts";
import type { DeskSockets } from "./sockets.ts";
import type { DeskTable } from "./table.ts";

const MIB = 1024 * 1024;
const HOUR_FULL = `Too much was written in this hour (${HOUR_BYTES_OF_VISITOR / MIB} MiB by one visitor, ${HOUR_BYTES / MIB} MiB by all); nothing was kept`;

const encoder = new TextEncoder();
/** Of UTF-8. */
export const bytesOf = (text: string | null): number => (text === null ? 0 : encoder.encode(text).byteLength);

/** What is said: by a person, by the visitor to a person, and what the page reports. */
export class Lines {
  readonly #conversations: Conversations;
  readonly #table: DeskTable;
  readonly #sockets: DeskSockets;
  readonly #outside: DeskOutside;
  readonly #rate: MessageRate;

  constructor(
    conversations: Conversations,
    table: DeskTable,
    sockets: DeskSockets,
    outside: DeskOutside,
    rate: MessageRate,
  ) {
    this.#conversations = conversations;
    this.#table = table;
    this.#sockets = sockets;
    this.#outside = outside;
    this.#rate = rate;
  }

  say(session_id: string, actor: Actor, text: string, now: number): DeskAnswer<{ message: LiveMessage }> {
    const one = this.#conversations.heldBy(session_id, actor);
    if (!one?.person) return { ok: false, error: "not_joined" };
    const { name } = one.person;
    const message: LiveMessage = { id: crypto.randomUUID(), role: "person", name, text, at: now };
    const refused = this.#add(one, message, actorName(actor), now);
    if (refused) return refused;
    this.#conversations.note(one, now, {
      event: { type: "person_transcript", name, text, item: message.id },
      audit: { actor, action: "session.message" },
    });
    return { ok: true, message };
  }

  /** A line that the visitor wrote on the page's socket. */
  sayAsVisitor(session_id: string, text: string, now: number): DeskAnswer<object> {
    const one = this.#conversations.get(session_id);
    if (!one) return { ok: false, error: "conversation_over" };
    const message: LiveMessage = { id: crypto.randomUUID(), role: "user", text, at: now };
    const refused = this.#add(one, message, session_id, now, () =>
      this.#table.admit(one.visitor, { requests: 0, bytes: bytesOf(text) }, now),
    );
    if (refused) return refused;
    this.#conversations.note(one, now, { event: { type: "user_transcript", text, typed: true, item: message.id } });
    return { ok: true };
  }

  said(session_id: string, lines: LiveMessage[]): void {
    const one = this.#conversations.get(session_id);
    // A person's line has a name that the page knows: its report changes nothing of it.
    const names = lines.map(({ id }) => id);
    const theirs = one ? this.#table.namesOfPersons(session_id, names) : new Set();
    for (const line of lines) {
      if (theirs.has(line.id)) continue;
      if (one && this.#hasRoom(one, line)) this.#write(one, line);
      this.#toFollowers(session_id, line);
    }
  }

  #hasRoom(one: Conversation, { text }: LiveMessage): boolean {
    return one.lines < MAX_SESSION_EVENTS && one.bytes + bytesOf(text) <= MAX_SESSION_BYTES;
  }

  #write(one: Conversation, line: LiveMessage): void {
    const lines = one.lines + (this.#table.write(one.session_id, line) ? 1 : 0);
    this.#conversations.keep({ ...one, lines, bytes: one.bytes + bytesOf(line.text) });
  }

  /** Keeps a line of this socket's sender and shows it to both sides. */
  #add(one: Conversation, message: LiveMessage, sender: string, now: number, hourHasRoom = () => true): Refused | null {
    if (!this.#rate.admits(sender, now)) return { ok: false, error: "too_many_messages" };
    if (!this.#hasRoom(one, message)) return { ok: false, error: "conversation_full" };
    if (!hourHasRoom()) return { ok: false, error: "conversation_full", detail: HOUR_FULL };
    this.#write(one, message);
    this.#sockets.toPage(one.session_id, { type: "message", ...message });
    this.#toFollowers(one.session_id, message);
    return null;
  }

  #toFollowers(session_id: string, message: LiveMessage): void {
    if (!this.#table.exists()) return;
    const frame = { type: "message", session_id, ...message } as const;
    this.#sockets.toInboxes(this.#outside.orgOf(session_id), frame, this.#table.followers(session_id));
  }
}
