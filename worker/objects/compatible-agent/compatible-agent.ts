import { DurableObject } from "cloudflare:workers";
import { hex, sha256 } from "../../crypto/digest.ts";
import type { Bindings } from "../../env.ts";
import { Allowance } from "../demo-agent/allowance.ts";
import { refusal } from "../demo-agent/refusal.ts";
import { errorEvent, refusalOf, toPage, withoutSecrets } from "./relayed.ts";
import type { CompatibleAgentRpc, CompatibleCall } from "./rpc.ts";
import { connectToServer, type Session } from "./server-connection.ts";

/** As OpenAI's: an hour, whatever happens in it. */
const LONGEST_CALL_MS = 60 * 60_000;

interface Line {
  session_id: string;
  server: WebSocket;
  session: Session;
  token_hash: string;
  /** `null` until the page has come. */
  page: WebSocket | null;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Stands between a page and a server that speaks OpenAI's realtime WebSocket: the server's key, the agent's instructions
 * and its tools stay here. It keeps nothing: a call lives as long as its two connections.
 */
export class CompatibleAgent extends DurableObject<Bindings> implements CompatibleAgentRpc {
  #line: Line | null = null;

  async prepare(call: CompatibleCall, token_hash: string): Promise<string | null> {
    this.#end(1000, "Another call took its place");
    try {
      const { socket: server, session } = await connectToServer(call);
      const unused = Math.max(0, call.expires_at * 1_000 - Date.now());
      const line: Line = {
        session_id: call.session_id,
        server,
        session,
        token_hash,
        page: null,
        timer: setTimeout(() => this.#end(1000, "Nobody came", line), unused),
      };
      this.#line = line;
      server.addEventListener("message", ({ data }) => {
        const message = toPage(data);
        if (message !== null) line.page?.send(message);
      });
      server.addEventListener("close", ({ code }) => {
        const orderly = code === 1000 || code === 1005;
        this.#end(orderly ? 1000 : 1011, orderly ? "The call is over" : "The voice server broke off", line);
      });
      server.addEventListener("error", () => this.#end(1011, "The voice server broke off", line));
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** The upgrade; the token comes as `Authorization: Bearer …`. A Durable Object takes WebSockets in no other way. */
  override async fetch(request: Request): Promise<Response> {
    const token = request.headers.get("authorization")?.replace(/^bearer /i, "") ?? "";
    const hash = hex(await sha256(token));
    const line = this.#line;
    if (line?.token_hash !== hash || line.page !== null)
      return refusal(401, "token_used", "This token has opened its one call, or expired. Start a new session.");
    const { 0: client, 1: page } = new WebSocketPair();
    const allowance = new Allowance();
    page.accept();
    line.page = page;
    clearTimeout(line.timer);
    line.timer = setTimeout(() => {
      page.send(errorEvent("session_expired", "Your session hit the maximum duration of 60 minutes."));
      this.#end(1000, "Session expired", line);
    }, LONGEST_CALL_MS);
    page.addEventListener("message", ({ data }) => {
      if (this.#line !== line) return;
      const may = allowance.take(Date.now(), typeof data === "string" ? data.length : data.byteLength);
      if (may === "end") return this.#end(1008, "Too many messages", line);
      if (may === "tell") page.send(errorEvent("rate_limit_exceeded", "Too many messages. Slow down."));
      if (may !== "pass") return;
      const refused = refusalOf(data);
      if (refused !== null) page.send(refused);
      else line.server.send(data);
    });
    page.addEventListener("close", () => this.#end(1000, "The call is over", line));
    page.addEventListener("error", () => this.#end(1011, "The connection failed", line));
    page.send(JSON.stringify({ type: "session.created", session: withoutSecrets(line.session) }));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** A call that the page was in is over. */
  protected closed(_session_id: string, _at: number): void {}

  hangUp(): void {
    this.#end(1000, "The service ended this call");
  }

  /** @param line the one that is over; another may have taken its place */
  #end(code: number, reason: string, line = this.#line): void {
    if (!line || line !== this.#line) return;
    this.#line = null;
    if (line.page) this.closed(line.session_id, Date.now());
    clearTimeout(line.timer);
    for (const socket of [line.page, line.server])
      if (socket && socket.readyState !== WebSocket.CLOSED) {
        try {
          socket.close(code, reason);
        } catch {
          // It was gone already.
        }
      }
  }
}
