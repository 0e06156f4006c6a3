import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../../env.ts";
import { Allowance } from "./allowance.ts";
import { Call } from "./call.ts";
import { ClientError } from "./client-error.ts";
import { refusal } from "./refusal.ts";
import type { DemoAgentRpc, DemoCall } from "./rpc.ts";
import { newSession } from "./session.ts";
import { Store } from "./store.ts";

/** As OpenAI's: an hour, whatever happens in it. */
const LONGEST_CALL_MS = 60 * 60_000;

/**
 * The agent at the other end of one demo call; its name is the session's id. The WebSocket hibernates, the visitor's
 * audio does not: what was said is lost with the memory, and the conversation goes on.
 */
export class DemoAgent extends DurableObject<Bindings> implements DemoAgentRpc {
  readonly #store = new Store(this.ctx.storage.kv);
  readonly #allowance = new Allowance();
  #call: Call | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  async prepare(call: DemoCall, token_hash: string): Promise<void> {
    // The session's line is made anew: what is left of the old one ends.
    if (this.#store.ticket) await this.#end(1000, "Another call took its place");
    this.#store.ticket = { call, token_hash, used: false };
    await this.ctx.storage.setAlarm(call.expires_at * 1_000 + 1_000);
  }

  /** The upgrade; the token comes as `Authorization: Bearer …`. A Durable Object takes WebSockets in no other way. */
  override async fetch(request: Request): Promise<Response> {
    const token = request.headers.get("authorization")?.replace(/^bearer /i, "") ?? "";
    const hash = hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
    const now = Date.now();
    const ticket = this.#store.ticket;
    if (ticket?.token_hash !== hash)
      return refusal(
        401,
        "invalid_api_key",
        "Incorrect ephemeral token provided. Start a new session for a fresh one.",
      );
    if (ticket.used)
      return refusal(
        401,
        "token_used",
        "This ephemeral token has opened its one call. Start a new session for another.",
      );
    if (ticket.call.expires_at * 1_000 <= now)
      return refusal(401, "token_expired", "This ephemeral token has expired. Start a new session for a fresh one.");

    const ends_at = now + LONGEST_CALL_MS;
    this.#store.ticket = { ...ticket, used: true };
    this.#store.saveSession(newSession(ticket.call, Math.floor(ends_at / 1_000)));
    await this.ctx.storage.setAlarm(ends_at);

    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [hash]);
    server.serializeAttachment(0);
    this.#restored(server)?.open();
    return new Response(null, { status: 101, webSocket: client });
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (this.#replaced(socket)) return;
    const now = Date.now();
    const call = this.#restored(socket);
    if (!call) return socket.close(1000, "The call is over");
    switch (this.#allowance.take(now, sizeOf(message))) {
      case "pass":
        call.receive(message, now);
        socket.serializeAttachment(call.position);
        break;
      case "tell":
        call.refuse(new ClientError("rate_limit_exceeded", "Too many messages. Slow down, or the call will end."));
        break;
      case "end":
        return this.#end(1008, "Too many messages");
    }
    this.#schedule();
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    socket.close(1000, "The call is over");
    if (!this.#replaced(socket)) await this.#end(1000, "The call is over");
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    if (!this.#replaced(socket)) await this.#end(1011, "The connection failed");
  }

  /** The token was never used, or the longest call is over. */
  override async alarm(): Promise<void> {
    const [socket] = this.ctx.getWebSockets();
    if (socket)
      this.#restored(socket)?.refuse(
        new ClientError("session_expired", "Your session hit the maximum duration of 60 minutes."),
      );
    await this.#end(1000, "Session expired");
  }

  /** Closes without an error event, as OpenAI's hang-up does: nothing went wrong. */
  async hangUp(): Promise<void> {
    await this.#end(1000, "The service ended this call");
  }

  /** Whether the socket belongs to a call that another took the place of: what it still says is nobody's business. */
  #replaced(socket: WebSocket): boolean {
    const { ticket } = this.#store;
    return ticket !== undefined && !this.ctx.getTags(socket).includes(ticket.token_hash);
  }

  /** The running call, from storage when the object has slept. `null` when it is over. */
  #restored(socket: WebSocket): Call | null {
    if (this.#call) return this.#call;
    const saved = this.#store.load(Number(socket.deserializeAttachment() ?? 0));
    if (!saved) return null;
    this.#call = new Call(saved, this.#store, (message) => {
      this.#allowance.spend(message.length);
      // Between a lost connection and its close event there is nobody to tell.
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
    });
    this.#call.resume();
    return this.#call;
  }

  /** One timer, only while audio is due: without it the object may hibernate. */
  #schedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const at = this.#call?.wakeAt ?? null;
    if (at === null) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#call?.advance(Date.now());
        this.#schedule();
      },
      Math.max(0, at - Date.now()),
    );
  }

  /** The ledger is told, by whoever injects this: objects know nothing of sessions. */
  protected closed(_session_id: string, _at: number): void {}

  async #end(code: number, reason: string): Promise<void> {
    const { ticket } = this.#store;
    if (ticket?.used) this.closed(ticket.call.session_id, Date.now());
    this.#call = null;
    this.#schedule();
    for (const socket of this.ctx.getWebSockets()) socket.close(code, reason);
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }
}

const sizeOf = (message: string | ArrayBuffer) => (typeof message === "string" ? message.length : message.byteLength);
const hex = (bytes: ArrayBuffer) => new Uint8Array(bytes).toHex();
