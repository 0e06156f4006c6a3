import { faultOf, type SessionFault } from "../errors.ts";
import type { TransportEvent } from "../transport/transport.ts";
import type { AgentMessages } from "./agent-messages.ts";
import { ApiFailure } from "./api-client.ts";
import type { Conversation } from "./conversation.ts";
import { pause, recover } from "./recovery.ts";
import { SESSION_CHECK_MS, type SessionConnection } from "./session-connection.ts";

/** How long after a page may be left its connection counts as closed by the browser, milliseconds. */
const UNLOAD_MS = 3_000;

/** What else goes on over the new connection. */
interface ReconnectionParts {
  readonly messages: AgentMessages;
  /** Loudness of the microphone, right now. */
  input(): number;
  /** Has the new connection hear the microphone. */
  hear(): void;
  closeMicrophone(): void;
  /** Whether nothing waits for the new connection. */
  isIdle(): boolean;
  /** Carries out what waited for it. */
  resume(): void;
}

/** Ends a conversation whose connection broke or will break, or continues it over another connection. */
export class Reconnection {
  readonly #conversation: Conversation;
  readonly #connection: SessionConnection;
  readonly #parts: ReconnectionParts;
  /** Another connection is being opened while this one still works. */
  #switching: AbortController | null = null;
  /** Until then a close is the browser's, unix milliseconds. */
  #unloadUntil = 0;

  constructor(conversation: Conversation, connection: SessionConnection, parts: ReconnectionParts) {
    this.#conversation = conversation;
    this.#connection = connection;
    this.#parts = parts;
  }

  /** The page may be left: the browser closes the connection, and the vendor answers that in good order. */
  expectClose(): void {
    this.#unloadUntil = Date.now() + UNLOAD_MS;
  }

  /** The connection closed. The service may have ended the session: it is asked before the reason is shown. */
  async closed({ expired, orderly, fault, message }: Extract<TransportEvent, { type: "closed" }>): Promise<void> {
    const conversation = this.#conversation;
    const lost: SessionFault = fault ?? { code: "connection_lost", message };
    if (!expired && (!orderly || Date.now() < this.#unloadUntil) && fault?.code !== "agent_unavailable")
      return this.lost(lost);
    this.#parts.closeMicrophone();
    if (expired) return conversation.end("max_duration");
    await conversation.checkSession(SESSION_CHECK_MS);
    // A person has come: the service said so in its answer, or on the page's live socket.
    if (conversation.withPerson || !this.#connection.transport) return;
    if (orderly) conversation.end("completed");
    else conversation.fail(lost);
  }

  /** The vendor will hang up in so many milliseconds. */
  async leaving(in_ms: number): Promise<void> {
    if (this.#switching) return;
    const switching = new AbortController();
    this.#switching = switching;
    const { input, hear } = this.#parts;
    // Few vendors leave, and they say so long before. Where this code cannot be loaded, the connection breaks and is replaced then.
    const chunk = await import("./connection-switch.ts").catch(() => null);
    const signal = AbortSignal.any([this.#conversation.signal, switching.signal]);
    await chunk?.switchConnection(this.#conversation, this.#connection, in_ms, input, hear, signal);
    if (this.#switching === switching) this.#switching = null;
  }

  /** The same session over another connection. The microphone stays open, and what is typed meanwhile waits. */
  async lost(fault: SessionFault): Promise<void> {
    const conversation = this.#conversation;
    const connection = this.#connection;
    const { messages, hear, isIdle, resume } = this.#parts;
    // Only here: whoever loses it a second time finds none.
    if (!connection.transport) return;
    connection.transport.close();
    connection.transport = null;
    // The connection broke before its vendor left: one recovery at a time.
    this.#switching?.abort();
    this.#switching = null;
    conversation.provisional.clear();
    const owed = messages.unanswered();
    conversation.dispatch({ type: "disconnected" });
    conversation.report({ type: "error", code: fault.code, message: fault.message.slice(0, 1_000) });
    // The next page may be on its way: it would go on, and this one's connection be paid for in vain.
    await pause(this.#unloadUntil - Date.now(), conversation.signal);
    if (!(await reconnect(conversation, connection, fault))) return;
    hear();
    const { greeting = null } = connection.grant ?? {};
    if (!messages.askAgain(owed) && greeting && isIdle()) messages.greet(greeting);
    resume();
  }
}

/**
 * Connects the agent again, in the same session. The conversation ends where it cannot be had; it goes on without the
 * agent where a person has come meanwhile.
 * @param broken why the connection before was lost
 * @returns whether the agent is connected
 */
export async function reconnect(
  conversation: Conversation,
  connection: SessionConnection,
  broken?: SessionFault,
): Promise<boolean> {
  connection.scopeNext(conversation.state.order.at(-1));
  try {
    await recover(connection, conversation.signal);
  } catch (error) {
    // A person may have come: then the service connects no agent.
    await conversation.checkSession(SESSION_CHECK_MS);
    if (conversation.withPerson) return false;
    const fault = faultOf(error, "connection_lost");
    if (error instanceof ApiFailure && error.status === 409 && error.session) conversation.refused(error);
    else conversation.fail(broken ? { ...broken, message: `${broken.message}; ${fault.message}` } : fault);
    return false;
  }
  if (conversation.over || !connection.transport) return false;
  conversation.dispatch({ type: "reconnecting", active: false });
  return true;
}
