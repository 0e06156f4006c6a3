// Long: the RPC, the sockets and the alarm of one object.
import { DurableObject } from "cloudflare:workers";
import { LIVE_CLOSED, type LiveMessage, type LiveSession, type PageFrame } from "../../../shared/live.ts";
import type { PersonShown } from "../../../shared/person.ts";
import { type Actor, actorName } from "../../actor.ts";
import { BoundedMap } from "../../bounded-map.ts";
import type { Bindings } from "../../env.ts";
import { logError } from "../../log-error.ts";
import type { Lease } from "../org-ledger/lease.ts";
import { Desk } from "./desk.ts";
import { FactOutbox } from "./fact-outbox.ts";
import { readInboxFrame, readPageFrame, readText } from "./frames.ts";
import { InOrder } from "./in-order.ts";
import { InboxFrames } from "./inbox-frames.ts";
import { greetInbox } from "./inbox-opening.ts";
import type { DeskOutside } from "./outside.ts";
import { takePageFrame } from "./page-frames.ts";
import { greetPage } from "./page-opening.ts";
import {
  type DeskAnswer,
  type PersonRequest,
  type ProjectDeskRpc,
  type RequestOutcome,
  SOCKET_HEADER,
  type SocketOwner,
} from "./rpc.ts";
import { DeskSockets, type Inbox, type InboxOwner } from "./sockets.ts";
import { DeskTable } from "./table.ts";

/** Sockets that the pages of one session have at most; the newest stay. */
const MAX_PAGES = 4;
/** Why a socket is closed that sends without end: RFC 6455's code for a policy that was violated. */
const FLOODED = 1008;
/** Close reason for an inbox that no longer pings; an inbox that is alive opens its socket again. */
const SILENT = 4408;
/** Changes that are remembered while an inbox is being opened. */
const RECENT = 1_000;

/**
 * Where the people of a project meet its visitors: the open inboxes, the pages that wait for a person or have one, and what
 * both are told. Its sockets hibernate: an idle inbox costs nothing.
 */
export abstract class ProjectDesk extends DurableObject<Bindings> implements ProjectDeskRpc {
  protected abstract outside: DeskOutside;
  readonly #table = new DeskTable(this.ctx.storage.sql);
  readonly #sockets = new DeskSockets(this.ctx);
  readonly #frames = new InOrder<WebSocket>();
  readonly #facts = new FactOutbox(this.#table, {
    tell: (fact) => this.outside.tell(fact),
    again: (at) => this.#setAlarm(at),
  });
  #desk: Desk | null = null;
  #inbox: InboxFrames | null = null;
  /** What the ledger told last of each session: an inbox that opens meanwhile must not show less. */
  readonly #recent = new BoundedMap<string, Lease>(RECENT);
  #armed = Number.POSITIVE_INFINITY;
  /** Whether the ledger is to tell of changes; not known once the object has woken, since a kill takes sockets along. */
  #watched: boolean | null = null;
  #unwatching: Promise<void> = Promise.resolve();

  request(lease: Lease, request: PersonRequest): Promise<RequestOutcome> {
    return this.#act((desk) => this.#closeSilent().then(() => desk.request(lease, request, Date.now())));
  }

  join(lease: Lease, actor: Actor, shown: PersonShown): Promise<DeskAnswer<{ session: LiveSession }>> {
    return this.#act((desk) => desk.join(lease, actor, shown, { from_inbox: false }, Date.now()));
  }

  say(session_id: string, actor: Actor, text: string): Promise<DeskAnswer<{ message: LiveMessage }>> {
    return this.#act(async (desk) => desk.lines.say(session_id, actor, text, Date.now()));
  }

  whisper(lease: Lease, actor: Actor, name: string, text: string): Promise<DeskAnswer<object>> {
    return this.#act((desk) => desk.whisper(lease, actor, name, text, Date.now()));
  }

  release(session_id: string, actor: Actor): Promise<DeskAnswer<{ session: LiveSession }>> {
    return this.#act((desk) => desk.release(session_id, actor, Date.now()));
  }

  async changed(leases: Lease[]): Promise<void> {
    for (const lease of leases) this.#recent.set(lease.session_id, lease);
    await this.#act((desk) => this.#closeSilent().then(() => desk.changed(leases)));
    const [{ project_id } = {}] = leases;
    const left = this.#watched === null && this.#sockets.inboxes().length === 0;
    if (left && project_id !== undefined) await this.#unwatch(project_id);
  }

  async said(session_id: string, lines: LiveMessage[]): Promise<void> {
    this.#rules().lines.said(session_id, lines);
  }

  async forget(session_ids: string[]): Promise<void> {
    if (this.#table.exists()) this.#rules().forgetSaid(session_ids);
  }

  async revoke(inboxes: string[] | null): Promise<void> {
    const gone = this.#sockets.inboxes().filter(({ owner }) => inboxes?.includes(owner.id) !== false);
    await this.#closeInboxes(gone, LIVE_CLOSED.revoked, "Sign in again");
  }

  async close(): Promise<void> {
    await this.#closeInboxes(this.#sockets.inboxes(), LIVE_CLOSED.over, "The project is no longer here");
    this.#sockets.close(this.#sockets.all(), LIVE_CLOSED.over, "The conversation has ended");
    await this.#facts.tellAll().catch(() => {});
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#armed = Number.POSITIVE_INFINITY;
    this.#table.dropped();
    this.#rules().forget();
  }

  override async fetch(request: Request): Promise<Response> {
    const owner = JSON.parse(decodeURIComponent(request.headers.get(SOCKET_HEADER) ?? "null")) as SocketOwner | null;
    if (!owner) return new Response(null, { status: 404 });
    return owner.kind === "inbox" ? this.#openInbox(owner) : this.#openPage(owner.session_id);
  }

  override async webSocketMessage(socket: WebSocket, sent: string | ArrayBuffer): Promise<void> {
    // What was on its way as it was closed.
    if (socket.readyState !== WebSocket.OPEN) return;
    const owner = this.#sockets.ownerOf(socket);
    const length = typeof sent === "string" ? sent.length : sent.byteLength;
    if (!this.#rules().mayBeHeard(owner.kind === "page" ? owner.session_id : owner.id, length)) {
      this.#sockets.close([socket], FLOODED, "Too many frames");
      // The other side may never answer the close.
      return this.webSocketClose(socket);
    }
    const { text, error } = readText(sent);
    if (error) return this.#sockets.send(socket, error);
    // A join asks the ledger: what the same side writes after it must find it done.
    await this.#frames.run(socket, () => this.#take(socket, text));
  }

  async #take(socket: WebSocket, sent: string): Promise<void> {
    const owner = this.#sockets.ownerOf(socket);
    if (owner.kind === "page") {
      const { frame, error } = readPageFrame(sent);
      if (!frame) return this.#sockets.send(socket, error);
      return this.#act((desk) => takePageFrame(desk, this.#sockets, this.outside, socket, owner, frame as PageFrame));
    }
    const { frame, error } = readInboxFrame(sent);
    if (!frame) return this.#sockets.send(socket, error);
    return this.#act(() => this.#inboxFrames().take(socket, owner, frame));
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    const owner = this.#sockets.ownerOf(socket);
    if (owner.kind === "inbox") return this.#inboxClosed(socket, owner);
    const others = this.#sockets.pages(owner.session_id).filter((other) => other !== socket);
    if (others.length === 0) this.#rules().absences.pagePresent(owner.session_id, false, Date.now());
    await this.#arm();
  }

  override webSocketError(socket: WebSocket): Promise<void> {
    return this.webSocketClose(socket);
  }

  /** At least once, perhaps twice. It must not throw, or nobody would be told. */
  override async alarm(): Promise<void> {
    this.#armed = Number.POSITIVE_INFINITY;
    if (!this.#table.exists()) return;
    try {
      await this.#closeSilent();
      await this.#rules().absences.advance(Date.now());
      await this.#facts.tellAll();
      await this.#arm();
    } catch (error) {
      this.#log("desk_alarm_failed", error);
      await this.#setAlarm(this.#facts.retryAt());
    }
  }

  async #openInbox(owner: Extract<SocketOwner, { kind: "inbox" }>): Promise<Response> {
    await this.#closeSilent();
    if (!this.#sockets.hasRoom(owner.actor)) return new Response(null, { status: 409 });
    this.#table.create();
    this.#watched = true;
    // Else what is under way might undo what comes next.
    await this.#unwatching.catch(() => {});
    const running = await this.outside.watch(owner.project_id);
    // Others may have opened meanwhile.
    if (!this.#sockets.hasRoom(owner.actor)) return new Response(null, { status: 409 });
    const { client, socket } = this.#sockets.accept(owner);
    greetInbox(this.#rules(), this.#sockets, socket, running, this.#recent);
    const open = this.#sockets.inboxes().map(({ owner: { id } }) => id);
    const noted = this.outside.inboxesOpen(owner.project_id, open);
    this.ctx.waitUntil(noted.catch((error) => this.#log("inboxes_not_noted", error)));
    this.#rules().absences.actorPresent(owner.actor, true, Date.now());
    await this.#arm();
    return new Response(null, { status: 101, webSocket: client });
  }

  async #openPage(session_id: string): Promise<Response> {
    const one = this.#rules().conversations.get(session_id);
    if (!one) return new Response(null, { status: 409 });
    if (!this.#rules().mayOpen(session_id)) return new Response(null, { status: 429 });
    this.#sockets.close(this.#sockets.pages(session_id).slice(0, 1 - MAX_PAGES), 1008, "Opened elsewhere");
    const { client, socket } = this.#sockets.accept({ kind: "page", session_id });
    greetPage(this.#rules(), this.#table, this.#sockets, socket, one);
    this.#rules().absences.pagePresent(session_id, true, Date.now());
    await this.#arm();
    return new Response(null, { status: 101, webSocket: client });
  }

  async #inboxClosed(socket: WebSocket, owner: InboxOwner): Promise<void> {
    const others = this.#sockets.inboxes().filter((other) => other.socket !== socket);
    if (this.#table.exists()) this.#table.unfollow(owner.id, null);
    this.#rules().forgetSender(owner.id);
    const name = actorName(owner.actor);
    if (!others.some((other) => actorName(other.owner.actor) === name))
      this.#rules().absences.actorPresent(owner.actor, false, Date.now());
    await this.#arm();
    const forgotten = [this.outside.inboxClosed(owner.id)];
    if (others.length === 0) forgotten.push(this.#unwatch(owner.project_id));
    await Promise.all(forgotten).catch((error) => this.#log("inbox_not_forgotten", error));
  }

  #unwatch(project_id: number): Promise<void> {
    this.#watched = false;
    this.#unwatching = this.outside.unwatch(project_id);
    return this.#unwatching;
  }

  async #closeInboxes(inboxes: Inbox[], code: number, reason: string): Promise<void> {
    const sockets = inboxes.map(({ socket }) => socket);
    this.#sockets.close(sockets, code, reason);
    for (const { socket, owner } of inboxes) await this.#inboxClosed(socket, owner);
  }

  #closeSilent(): Promise<void> {
    return this.#closeInboxes(this.#sockets.silentInboxes(Date.now()), SILENT, "Send ping at least once a minute");
  }

  #rules(): Desk {
    if (this.#desk) return this.#desk;
    this.#desk = new Desk(this.#table, this.#sockets, this.outside);
    this.#desk.absences.look(Date.now());
    return this.#desk;
  }

  #inboxFrames(): InboxFrames {
    this.#inbox ??= new InboxFrames(this.#rules(), this.#table, this.#sockets, this.outside);
    return this.#inbox;
  }

  /** One call. Messages that it causes are delivered before its answer, if possible. */
  async #act<T>(work: (desk: Desk) => Promise<T>): Promise<T> {
    try {
      return await work(this.#rules());
    } finally {
      await this.#facts.tellAll().catch((error) => this.#log("desk_facts_waiting", error));
      await this.#arm();
    }
  }

  async #arm(): Promise<void> {
    const due = this.#rules().absences.due();
    if (Number.isFinite(due)) await this.#setAlarm(due);
  }

  /** It only ever moves to an earlier time: one that comes too early finds nothing due and sets the next. */
  async #setAlarm(at: number): Promise<void> {
    if (at >= this.#armed) return;
    this.#armed = at;
    await this.ctx.storage.setAlarm(at);
  }

  readonly #log = (event: string, error: unknown) => logError(event, error, { project: this.ctx.id.name });
}
