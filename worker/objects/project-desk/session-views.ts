import type { Lease } from "../org-ledger/lease.ts";
import type { Conversations } from "./conversations.ts";
import { liveSession } from "./live-session.ts";
import type { DeskSockets } from "./sockets.ts";

/** What inboxes are shown of sessions: each only what is new. */
export class SessionViews {
  readonly #conversations: Conversations;
  readonly #sockets: DeskSockets;
  readonly #shown = new Map<string, string>();

  constructor(conversations: Conversations, sockets: DeskSockets) {
    this.#conversations = conversations;
    this.#sockets = sockets;
  }

  show(lease: Lease): void {
    const session = liveSession(lease, this.#conversations.get(lease.session_id));
    const text = JSON.stringify(session);
    if (this.#shown.get(session.session_id) === text) return;
    this.#shown.set(session.session_id, text);
    this.#sockets.toInboxes(lease.org_id, { type: "session", ...session });
  }

  /** The next is new, whatever it says. */
  again(session_id: string): void {
    this.#shown.delete(session_id);
  }

  forget(): void {
    this.#shown.clear();
  }
}
