import type { CallEngine, CallHost } from "../call-engine.ts";
import type { ClientError } from "../client-error.ts";
import type { EventPace } from "../event-pace.ts";
import type { PaidWork } from "../paid-work.ts";
import type { CompatibleCall } from "../rpc.ts";
import { toPage } from "../to-page.ts";
import { newId } from "../wire.ts";
import { errorEvent, messageFromPage, ServerMessages } from "./relayed.ts";
import { connectToServer, type Session } from "./server-connection.ts";

/**
 * A call at a server that speaks the protocol itself. The server's key, the agent's instructions and tools stay here.
 * Nothing is stored: such a call lives as long as its two connections.
 */
export class RelayedCall implements CallEngine {
  readonly wakeAt = null;
  readonly position = 0;
  readonly #server: WebSocket;
  readonly #session: Session;
  /** What the page may have the agent say first, as the service told it. */
  readonly #greeting: string | null;
  readonly #transmit: (message: string) => void;
  readonly #host: CallHost;
  readonly #paid: PaidWork;
  readonly #pace: EventPace;

  private constructor(
    server: WebSocket,
    session: Session,
    greeting: string | null,
    transmit: (message: string) => void,
    host: CallHost,
    paid: PaidWork,
    pace: EventPace,
  ) {
    this.#server = server;
    this.#paid = paid;
    this.#pace = pace;
    this.#session = session;
    this.#greeting = greeting;
    this.#transmit = transmit;
    this.#host = host;
    const messages = new ServerMessages();
    server.addEventListener("message", ({ data }) => {
      for (const message of messages.toPage(data)) transmit(message);
    });
    server.addEventListener("close", ({ code }) => {
      const orderly = code === 1000 || code === 1005;
      host.over(orderly ? 1000 : 1011, orderly ? "The call is over" : "The voice server ended the connection");
    });
    server.addEventListener("error", () => host.over(1011, "The voice server ended the connection"));
  }

  /** @throws with the server's answer if it refuses */
  static async connect(
    call: CompatibleCall,
    transmit: (message: string) => void,
    host: CallHost,
    paid: PaidWork,
    pace: EventPace,
  ): Promise<RelayedCall> {
    const { socket, session } = await connectToServer(call);
    return new RelayedCall(socket, session, call.initial_message ?? null, transmit, host, paid, pace);
  }

  open(): void {
    if (this.#server.readyState !== WebSocket.OPEN) this.#host.over(1011, "The voice server ended the connection");
    else {
      const created = { event_id: newId("event"), type: "session.created", session: this.#session };
      this.#transmit(JSON.stringify(toPage(created)));
    }
  }

  receive(message: string | ArrayBuffer, now: number): void {
    const { pass, refused } = messageFromPage(message, this.#greeting, (event) => {
      this.#pace.take(event, now);
      this.#paid.take(event, now);
    });
    if (refused !== undefined) this.#transmit(refused);
    else if (this.#server.readyState === WebSocket.OPEN) this.#server.send(pass);
  }

  note(text: string): boolean {
    if (this.#server.readyState !== WebSocket.OPEN) return false;
    const item = { type: "message", role: "system", content: [{ type: "input_text", text }] };
    this.#server.send(JSON.stringify({ event_id: newId("event"), type: "conversation.item.create", item }));
    return true;
  }

  advance(): void {}

  refuse(error: ClientError): void {
    this.#transmit(errorEvent(error));
  }

  close(): void {
    try {
      this.#server.close(1000, "The call is over");
    } catch {
      // It was closed already.
    }
  }
}
