import { SessionError } from "../errors.ts";
import { checkEvent } from "../transport/check-event.ts";
import type { Transport, TransportEvent } from "../transport/transport.ts";
import { UnknownMessages } from "../transport/unknown-messages.ts";
import { type ApiClient, ApiFailure } from "./api-client.ts";
import type { ConnectionScope } from "./continuation.ts";
import type { Conversation } from "./conversation.ts";
import type { VoiceSessionOptions } from "./options.ts";
import type { Ports } from "./ports.ts";
import type { SessionAudio } from "./session-audio.ts";
import { loadContinuation, requestReconnection, type SessionGrant } from "./session-request.ts";

/** How long the service is given to say why a connection was lost, milliseconds. */
export const SESSION_CHECK_MS = 2_000;

/** What the connection takes from the conversation's other parts. */
interface ConnectionParts {
  readonly api: ApiClient;
  readonly options: VoiceSessionOptions;
  readonly ports: Ports;
  readonly audio: () => SessionAudio;
  emit(event: TransportEvent): void;
}

/** The connection to the vendor: the first one, and each that replaces it in the same session. */
export class SessionConnection {
  readonly #conversation: Conversation;
  readonly #parts: ConnectionParts;
  /** The place of the next connection's items in the conversation; `null` for the first connection. */
  #scope: ConnectionScope | null = null;
  /** As the service opened the session last. */
  grant: SessionGrant | null = null;
  /** `null` also while it reconnects. */
  transport: Transport | null = null;
  /** Those that have closed by themselves. */
  readonly #broken = new WeakSet<Transport>();
  /** Vendor messages that this version does not understand, by their kind. */
  readonly unknown = new UnknownMessages();
  /** Whether the newest try failed by what passes: the service gave no answer, or all lines were in use. */
  declare passing?: boolean;

  constructor(conversation: Conversation, parts: ConnectionParts) {
    this.#conversation = conversation;
    this.#parts = parts;
  }

  /** The items of the next connection come after this one. */
  scopeNext(anchor: string | null = null): void {
    this.#scope = { tag: `${newId()}.`, anchor };
  }

  /** Opens the first one. `connecting` resolves when the vendor listens. `null` when the conversation is over. */
  async open(granted: SessionGrant): Promise<{ connecting: Promise<void> } | null> {
    const transport = await this.#createTransport(granted);
    if (!transport) return null;
    this.transport = transport;
    const connecting = transport.connect().then(({ call_id }) => {
      if (!this.#conversation.over) this.#conversation.markConnected(call_id);
    });
    return { connecting };
  }

  /** Closes it, before it was used. */
  release(): void {
    this.transport?.close();
    this.transport = this.grant = null;
  }

  /** One try to replace it. What was said is reported to the service first, so that it can tell the agent. */
  async reconnect(signal: AbortSignal, readyToSwitch?: () => Promise<void>): Promise<void> {
    const conversation = this.#conversation;
    const { api, options, ports } = this.#parts;
    const { session_id = "", session_secret = "" } = this.grant ?? {};
    this.passing = true;
    await conversation.checkSession(SESSION_CHECK_MS);
    signal.throwIfAborted();
    const opened = await requestReconnection(
      api,
      options,
      { session_id, session_secret },
      conversation.state.transcript,
      signal,
      ports.preparePeer,
    ).catch((error) => {
      this.passing = error instanceof ApiFailure && (error.status === 0 || error.fault.code === "lines_busy");
      throw error;
    });
    this.passing = false;
    signal.throwIfAborted();
    if (opened.session_id !== session_id) {
      // The service had given the session up and opened a new one: only a start may use a new one.
      await api.report(opened.session_id, [{ type: "failed", reason: "cancelled" }]);
      throw new SessionError("connection_lost", "The session is over");
    }
    const transport = await this.#createTransport(opened);
    if (!transport) return;
    signal.addEventListener("abort", () => transport.close(), { once: true });
    if (signal.aborted) transport.close();
    try {
      const { call_id } = await transport.connect();
      await readyToSwitch?.();
      signal.throwIfAborted();
      if (this.#broken.has(transport)) throw new SessionError("connection_lost", "The new connection broke");
      this.grant = opened;
      this.transport = transport;
      conversation.markConnected(call_id);
    } catch (error) {
      transport.close();
      throw error;
    }
  }

  /** Not yet connected; `null` when the conversation is over. */
  async #createTransport(granted: SessionGrant): Promise<Transport | null> {
    const { ports, audio, emit } = this.#parts;
    // Until the transport has taken it over, nothing else would close it.
    if (granted.prepared) this.#conversation.closeWithConversation(granted.prepared);
    const scope = this.#scope;
    const inScope = scope && (await loadContinuation()).inScope;
    const createTransport = await ports.loadTransport(granted.connection);
    if (this.#conversation.over) return null;
    let transport: Transport | null = null;
    const created = createTransport({
      ...granted.connection,
      token: granted.token,
      ...granted.clientSetup,
      ice_servers: granted.ice_servers,
      prepared: granted.prepared,
      // A visitor who types now may speak later.
      speaks: true,
      device: audio().device,
      text_only: !audio().voice,
      emit: (event) => {
        const checked = checkEvent(event);
        // That it breaks or leaves concerns the conversation only while it is in use.
        const ends = event.type === "closed" || event.type === "leaving";
        if (event.type === "closed" && transport) this.#broken.add(transport);
        if (ends && transport !== this.transport) return;
        if (checked) emit(inScope ? inScope(checked, scope) : checked);
        else this.unknown.count(`invalid: ${event.type}`);
      },
      loadCaptions: () => import("../transport/captions.ts"),
      unknown: (kind) => this.unknown.count(kind),
    });
    transport = created;
    this.#conversation.closeWithConversation(created);
    return created;
  }
}

/** At most 20 characters. */
export const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 12);
