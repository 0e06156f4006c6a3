// Long: a call's token, its page's socket, the memory that it loses and its end share what is stored of it.
import { DurableObject } from "cloudflare:workers";
import { HOUR_MS } from "../../../shared/time.ts";
import { hex, sha256 } from "../../crypto/digest.ts";
import type { Bindings } from "../../env.ts";
import { bearerToken } from "../../http/bearer-token.ts";
import { Allowance } from "./allowance.ts";
import { Call } from "./call.ts";
import type { CallEngine, CallHost } from "./call-engine.ts";
import { ClientError } from "./client-error.ts";
import { EventPace } from "./event-pace.ts";
import { type PaidState, PaidWork } from "./paid-work.ts";
import type { Pipeline } from "./pipeline.ts";
import { makeReady, pipelineOf } from "./pipelines.ts";
import { refusal } from "./refusal.ts";
import type { AgentCall, CallRefused, VoiceAgentRpc } from "./rpc.ts";
import { newSession } from "./session.ts";
import type { Stock } from "./stock.ts";
import { Store, type Ticket } from "./store.ts";

const sizeOf = (message: string | ArrayBuffer) => (typeof message === "string" ? message.length : message.byteLength);

/** What outlives the object's memory with the page's socket. */
interface Attached {
  /** Samples of audio received. */
  position: number;
  paid: PaidState;
  /** Missing where it was kept before it outlived the memory. */
  events?: Stock["state"];
}

/** As at OpenAI: an hour. */
const LONGEST_CALL_MS = HOUR_MS;

/**
 * The service's own agent in one call; the object's name is the session's id. The page's WebSocket survives
 * hibernation, the visitor's audio does not: audio in memory is lost, and the conversation continues.
 */
export class VoiceAgent extends DurableObject<Bindings> implements VoiceAgentRpc {
  readonly #store = new Store(this.ctx.storage.kv);
  readonly #allowance = new Allowance();
  readonly #paid = new PaidWork();
  readonly #pace = new EventPace();
  #engine: CallEngine | null = null;
  /** Prepared for a call whose page has not connected yet. */
  #pipeline: Pipeline | null = null;
  #page: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  async prepare(call: AgentCall, token_hash: string): Promise<CallRefused | null> {
    // The session gets a new connection: ends what is left of the old one.
    if (this.#store.ticket) await this.#end(1000, "Replaced by another call");
    this.#resume(this.#store);
    const {
      refused,
      kept,
      engine = null,
      pipeline = null,
    } = await makeReady(call, this.env, this.#transmit, this.#host(token_hash), this.#paid, this.#pace);
    if (refused) return refused;
    this.#engine = engine;
    this.#pipeline = pipeline;
    this.#store.ticket = { call: kept, token_hash, used: false };
    await this.ctx.storage.setAlarm(call.expires_at * 1_000 + 1_000);
    return null;
  }

  /**
   * The WebSocket upgrade, with the token as `Authorization: Bearer …`. Durable Objects accept WebSockets only through
   * `fetch`.
   */
  override async fetch(request: Request): Promise<Response> {
    const token = bearerToken(request.headers) ?? "";
    const hash = hex(await sha256(token));
    const asking = this.#admitted(hash);
    if (asking instanceof Response) return asking;
    if (!(await this.connected(asking.call.session_id)))
      return refusal(401, "session_ended", "The session of this ephemeral token has ended. Start a new one.");
    // Another may have come in meanwhile, or taken its place.
    const ticket = this.#admitted(hash);
    if (ticket instanceof Response) return ticket;

    const { call } = ticket;
    const ends_at = Date.now() + LONGEST_CALL_MS;
    this.#store.ticket = { ...ticket, used: true };
    if (call.kind !== "compatible") this.#store.saveSession(newSession(call, Math.floor(ends_at / 1_000)));
    await this.ctx.storage.setAlarm(ends_at);

    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [hash]);
    server.serializeAttachment(this.#attached(0));
    this.#restored(server)?.open();
    return new Response(null, { status: 101, webSocket: client });
  }

  /** The ticket that a token with this hash opens now, or why it opens none. */
  #admitted(hash: string): Ticket | Response {
    const { ticket } = this.#store;
    if (ticket?.token_hash !== hash)
      return refusal(401, "invalid_api_key", "Incorrect ephemeral token provided. Start a new session to get one.");
    if (ticket.used) return refusal(401, "token_used", "This ephemeral token was already used. Start a new session.");
    const lost = ticket.call.kind === "compatible" && this.#engine === null;
    if (ticket.call.expires_at * 1_000 <= Date.now() || lost)
      return refusal(401, "token_expired", "This ephemeral token has expired. Start a new session.");
    return ticket;
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (this.#replaced(socket)) return;
    const now = Date.now();
    const engine = this.#restored(socket);
    // A relayed call is lost with the object's memory; the page reconnects.
    if (!engine) return this.#end(1011, "The call was lost");
    switch (this.#allowance.take(now, sizeOf(message))) {
      case "pass":
        engine.receive(message, now);
        socket.serializeAttachment(this.#attached(engine.position));
        break;
      case "warn":
        engine.refuse(new ClientError("rate_limit_exceeded", "Too many messages. Slow down, or the call will end."));
        break;
      case "end":
        return this.#end(1008, "Too many messages");
    }
    this.#schedule();
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#recalled(socket);
    socket.close(1000, "The call is over");
    if (!this.#replaced(socket)) await this.#end(1000, "The call is over");
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#recalled(socket);
    if (!this.#replaced(socket)) await this.#end(1011, "The connection failed");
  }

  /** The token was never used, the call has reached its longest time, or what was asked for in it counts no more. */
  override async alarm(): Promise<void> {
    if (!this.#store.ticket) return this.ctx.storage.deleteAll();
    const [socket] = this.ctx.getWebSockets();
    if (socket)
      this.#restored(socket)?.refuse(
        new ClientError("session_expired", "Your session hit the maximum duration of 60 minutes."),
      );
    await this.#end(1000, "Session expired");
  }

  tell(text: string): boolean {
    const socket = this.ctx
      .getWebSockets()
      .find((one) => one.readyState === WebSocket.OPEN && this.#store.ticket && !this.#replaced(one));
    return (socket && this.#restored(socket)?.note(text, Date.now())) ?? false;
  }

  /** Closes without an error event, as OpenAI's hang-up does: nothing went wrong. */
  async hangUp(): Promise<void> {
    await this.#end(1000, "The service ended this call");
  }

  /**
   * Overridden in `worker/index.ts` to tell the ledger of a call before anybody can talk in it, since objects know nothing
   * of sessions.
   * @returns whether its session runs
   */
  protected async connected(_session_id: string): Promise<boolean> {
    return true;
  }

  /** Overridden in the same way. */
  protected closed(_session_id: string, _at: number): void {}

  readonly #transmit = (message: string): void => {
    this.#allowance.spend(message.length);
    // The connection may be lost before its close event.
    if (this.#page?.readyState === WebSocket.OPEN) this.#page.send(message);
  };

  /** @param token_hash of the engine's call, which another may have replaced */
  #host(token_hash: string): CallHost {
    const current = () => this.#store.ticket?.token_hash === token_hash;
    return {
      requestAdvance: () => {
        if (!current()) return;
        this.#engine?.advance(Date.now());
        this.#schedule();
      },
      over: (code, reason) => {
        if (current()) this.ctx.waitUntil(this.#end(code, reason));
      },
    };
  }

  /** Whether the socket belongs to a call that was replaced; its messages are ignored. */
  #replaced(socket: WebSocket): boolean {
    const { ticket } = this.#store;
    return ticket !== undefined && !this.ctx.getTags(socket).includes(ticket.token_hash);
  }

  readonly #attached = (position: number): Attached => ({
    position,
    paid: this.#paid.state,
    events: this.#pace.state,
  });

  /** Takes back what outlived the object's memory with the socket. @returns samples of audio received */
  #recalled(socket: WebSocket): number {
    const { position = 0, ...asked } = (socket.deserializeAttachment() ?? {}) as Partial<Attached>;
    this.#resume(asked);
    return position;
  }

  #resume({ paid, events }: Pick<Partial<Attached>, "paid" | "events">): void {
    if (paid) this.#paid.resume(paid);
    if (events) this.#pace.resume(events);
  }

  /** The running call, restored from storage after hibernation; `null` if it is over or lost. */
  #restored(socket: WebSocket): CallEngine | null {
    this.#page = socket;
    if (this.#engine) return this.#engine;
    const saved = this.#store.load(this.#recalled(socket));
    const { ticket } = this.#store;
    if (!saved || !ticket || ticket.call.kind === "compatible") return null;
    const pipeline = this.#pipeline ?? pipelineOf(ticket.call, this.env, this.#host(ticket.token_hash), this.#paid);
    this.#pipeline = null;
    const call = new Call(saved, this.#store, this.#transmit, pipeline, this.#pace);
    this.#engine = call;
    call.resume();
    return call;
  }

  /** Sets one timer, only while something is due: without a timer the object may hibernate. */
  #schedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const at = this.#engine?.wakeAt ?? null;
    if (at === null) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#engine?.advance(Date.now());
        this.#schedule();
      },
      Math.max(0, at - Date.now()),
    );
  }

  async #end(code: number, reason: string): Promise<void> {
    const { ticket } = this.#store;
    if (ticket?.used) this.closed(ticket.call.session_id, Date.now());
    this.#engine?.close();
    this.#pipeline?.close();
    this.#engine = this.#pipeline = this.#page = null;
    this.#schedule();
    for (const socket of this.ctx.getWebSockets()) {
      this.#recalled(socket);
      socket.close(code, reason);
    }
    // The call is already over and deleted.
    if (!ticket) return;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    // A page that waits until the object is forgotten, and connects again, has no more than one that does not.
    const forgottenAt = Math.max(this.#paid.forgottenAt, this.#pace.forgottenAt);
    if (forgottenAt <= Date.now()) return;
    this.#store.paid = this.#paid.state;
    this.#store.events = this.#pace.state;
    await this.ctx.storage.setAlarm(forgottenAt);
  }
}
