import { MAX_INBOXES, MAX_INBOXES_OF_OPERATOR } from "../../../shared/limits.ts";
import type { FrameToInbox, FrameToPage, LiveError } from "../../../shared/live.ts";
import { type Actor, actorName, scopeOf } from "../../actor.ts";
import type { SocketOwner } from "./rpc.ts";

export type InboxOwner = Extract<SocketOwner, { kind: "inbox" }> & { available: boolean };
export type PageOwner = Extract<SocketOwner, { kind: "page" }>;
type Owner = InboxOwner | PageOwner;
export interface Inbox {
  socket: WebSocket;
  owner: InboxOwner;
}

/** Whether an inbox may see, and reach, a session of this organization. */
export function maySee({ actor }: InboxOwner, org_id: number | null): boolean {
  const scope = scopeOf(actor);
  return scope === null || scope === org_id;
}

/**
 * An inbox that has sent `ping`, and then no more for this long, is gone: a network that dies says nothing to the service. A
 * browser runs the timers of a tab that nobody looks at once a minute; one of those may be lost.
 */
const SILENT_MS = 130_000;

const INBOX = "inbox";
const pageTag = (session_id: string): string => `page ${session_id}`;

/** The desk's sockets. They outlive its memory: who owns one is attached to it. */
export class DeskSockets {
  readonly #state: DurableObjectState;
  constructor(state: DurableObjectState) {
    this.#state = state;
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** @returns the client's end */
  accept(owner: SocketOwner): { client: WebSocket; socket: WebSocket } {
    const { 0: client, 1: socket } = new WebSocketPair();
    this.#state.acceptWebSocket(socket, [owner.kind === "inbox" ? INBOX : pageTag(owner.session_id)]);
    this.own(socket, owner.kind === "inbox" ? { ...owner, available: false } : owner);
    return { client, socket };
  }

  own(socket: WebSocket, owner: Owner): void {
    socket.serializeAttachment(owner);
  }

  ownerOf(socket: WebSocket): Owner {
    return socket.deserializeAttachment() as Owner;
  }

  inboxes(): Inbox[] {
    return this.#open(INBOX).map((socket) => ({ socket, owner: this.ownerOf(socket) as InboxOwner }));
  }

  /** Whether one more of theirs may be open. */
  hasRoom(actor: Actor): boolean {
    const open = this.inboxes();
    if (open.length >= MAX_INBOXES) return false;
    if (actor.kind !== "operator" || actor.operator_id === null) return true;
    const name = actorName(actor);
    return open.filter(({ owner }) => actorName(owner.actor) === name).length < MAX_INBOXES_OF_OPERATOR;
  }

  /** Those that may see a session of this organization: who gets its project sees nothing of it. */
  inboxesOf(org_id: number | null): Inbox[] {
    return this.inboxes().filter(({ owner }) => maySee(owner, org_id));
  }

  silentInboxes(now: number): Inbox[] {
    return this.inboxes().filter(({ socket }) => this.#silentAt(socket) <= now);
  }

  /** When the last inbox of each actor counts as gone unless it pings before: never, where one has not pinged yet. By `actorName`. */
  silentTimes(): Map<string, number> {
    const times = new Map<string, number>();
    for (const { socket, owner } of this.inboxes()) {
      const name = actorName(owner.actor);
      times.set(name, Math.max(times.get(name) ?? 0, this.#silentAt(socket)));
    }
    return times;
  }

  #silentAt(socket: WebSocket): number {
    const pinged = this.#state.getWebSocketAutoResponseTimestamp(socket);
    return pinged ? pinged.getTime() + SILENT_MS : Infinity;
  }

  pages(session_id: string): WebSocket[] {
    return this.#open(pageTag(session_id));
  }

  toPage(session_id: string, frame: FrameToPage): void {
    for (const socket of this.pages(session_id)) this.send(socket, frame);
  }

  /** @param ids of the inboxes that get it; all where it is left out */
  toInboxes(org_id: number | null, frame: FrameToInbox, ids?: ReadonlySet<string>): void {
    for (const { socket, owner } of this.inboxesOf(org_id)) if (ids?.has(owner.id) !== false) this.send(socket, frame);
  }

  send(socket: WebSocket, frame: FrameToInbox | FrameToPage | LiveError): void {
    try {
      socket.send(JSON.stringify(frame));
    } catch {
      // It closed a moment ago; its close is on the way.
    }
  }

  close(sockets: WebSocket[], code: number, reason: string): void {
    for (const socket of sockets) socket.close(code, reason);
  }

  all(): WebSocket[] {
    return this.#state.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
  }

  #open(tag: string): WebSocket[] {
    return this.#state.getWebSockets(tag).filter(({ readyState }) => readyState === WebSocket.OPEN);
  }
}
