// Long: joins the parts of one conversation, and does none of their work.
import type { EndReason } from "../../shared/session.ts";
import { faultOf } from "../errors.ts";
import type { RawConnection, ToolCall, TransportEvent } from "../transport/transport.ts";
import { AgentMessages } from "./agent-messages.ts";
import { ApiClient } from "./api-client.ts";
import { CommandExecutor } from "./command-executor.ts";
import type { CommandQueue } from "./command-queue.ts";
import { ConnectionWatch } from "./connection-watch.ts";
import { Conversation } from "./conversation.ts";
import type { EarlierConversation } from "./earlier-conversation.ts";
import { EventReporter } from "./event-reporter.ts";
import { openSession } from "./open-session.ts";
import type { VoiceSessionOptions } from "./options.ts";
import { watchPage } from "./page-lifecycle.ts";
import type { Ports } from "./ports.ts";
import { Reconnection } from "./reconnection.ts";
import { pause } from "./recovery.ts";
import { SessionAudio } from "./session-audio.ts";
import { SessionConnection } from "./session-connection.ts";
import { likelyConnection, type SessionGrant } from "./session-request.ts";
import type { InputMode, SessionState } from "./state.ts";
import { argumentsOf } from "./tool-arguments.ts";
import type { ToolRegistry } from "./tool-registry.ts";
import { handleEvent } from "./transport-actions.ts";

const loadToolCalls = () => import("./tool-calls.ts");
/** The demo agent reports none. */
const loadUsage = () => import("./usage.ts");

/** How long a voice line is held for a visitor who does not answer the browser's question for the microphone, milliseconds. */
const HELD_MS = 30_000;

const NO_CALL = "There is no microphone";

export interface StartOptions {
  input: InputMode;
  /** The conversation that this one continues. */
  earlier: EarlierConversation | null;
  /** The last try had no microphone: this one asks for it before it opens a session. */
  microphoneFirst: boolean;
}

/** One conversation, from the click to its end. It closes everything that it opens, and changes nothing after its end. */
export class ActiveSession {
  readonly #options: VoiceSessionOptions;
  readonly #ports: Ports;
  readonly #queue: CommandQueue;
  readonly #tools: ToolRegistry;
  readonly #api: ApiClient;
  readonly #conversation: Conversation;
  readonly #connection: SessionConnection;
  readonly #messages: AgentMessages;
  readonly #audio: SessionAudio;
  readonly #reconnection: Reconnection;
  readonly #watch: ConnectionWatch;
  /** Takes the commands of visitor and page. */
  readonly commands: CommandExecutor;
  readonly #start: StartOptions;
  /** Settles when it is connected or over; null before the start. */
  running: Promise<void> | null = null;

  constructor(
    options: VoiceSessionOptions,
    start: StartOptions,
    ports: Ports,
    changed: (state: SessionState) => void,
    queue: CommandQueue,
    tools: ToolRegistry,
  ) {
    this.#options = { ...options };
    this.#start = start;
    this.#ports = ports;
    this.#queue = queue;
    this.#tools = tools;
    this.#api = new ApiClient(options.apiKey, options.baseUrl, ports.fetch);
    const conversation = new Conversation(changed, () => queue.dropEarlier());
    this.#conversation = conversation;
    this.#connection = new SessionConnection(conversation, {
      api: this.#api,
      options: this.#options,
      ports,
      audio: () => this.#audio,
      emit: (event) => this.#onTransportEvent(event),
    });
    this.#messages = new AgentMessages(conversation, this.#connection, () => {
      this.#watch.expectAnswer();
      this.#expectTools();
    });
    this.#audio = new SessionAudio(start.input, options.sound, ports, {
      signal: conversation.signal,
      closeWithConversation: (opened) => conversation.closeWithConversation(opened),
      dispatch: (action) => conversation.dispatch(action),
      attach: (device) => this.#connection.transport?.attach(device),
      hear: (microphone) => this.#connection.transport?.hear(microphone),
      lost: (fault) => {
        if (conversation.over) return;
        // The call must not begin, and cost, while the visitor looks for the browser's settings.
        if (start.input === "voice" && this.#waitsForMicrophone)
          return conversation.fail({ code: fault, message: NO_CALL });
        conversation.dispatch({ type: "microphone_lost", fault });
        conversation.report({ type: "error", code: fault });
      },
    });
    this.#reconnection = new Reconnection(conversation, this.#connection, {
      messages: this.#messages,
      input: () => this.levels().input,
      hear: () => this.#audio.hear(),
      closeMicrophone: () => this.#audio.closeMicrophone(),
      isIdle: () => queue.isEmpty,
      resume: () => queue.run(),
    });
    this.#watch = new ConnectionWatch(conversation, this.#connection, {
      window: ports.page().window,
      input: () => this.levels().input,
      lost: (message) => void this.#reconnection.lost({ code: "connection_lost", message }),
    });
    this.commands = new CommandExecutor({
      api: this.#api,
      conversation,
      connection: this.#connection,
      messages: this.#messages,
      audio: this.#audio,
    });
  }

  /** Never rejects. */
  start(): Promise<void> {
    this.running = this.#run();
    return this.running;
  }

  async #run(): Promise<void> {
    const conversation = this.#conversation;
    const { transcript = [] } = this.#start.earlier ?? {};
    conversation.begin(transcript);
    if (transcript.length) this.#connection.scopeNext(transcript.at(-1)?.id);
    conversation.dispatch({ type: "started", input: this.#audio.input, transcript });
    if (conversation.over) return;
    try {
      // All inside the click, without waiting for each other: session, sound, microphone, code. The session comes first: it
      // takes longest, and so gets the HTTP connection that is already open.
      const opening = this.#start.microphoneFirst ? null : this.#openSession();
      // A failure is handled where it is awaited.
      opening?.catch(() => {});
      const reads = this.#audio.input === "text" && this.#options.silent;
      const microphone = reads ? null : this.#audio.open();
      const { voice } = this.#audio;
      this.#audio.likely = this.#ports.preloadTransport(likelyConnection(this.#options));
      watchPage(
        this.#ports.page(),
        {
          leaving: () => this.#reconnection.expectClose(),
          left: () => conversation.leave(this.#options.pageId),
          hidden: () => conversation.reportAll(),
          shown: () => conversation.heartbeat(),
        },
        conversation.signal,
      );
      if (!opening) {
        await microphone;
        if (conversation.over) return;
      }
      const opened = await (opening ?? this.#openSession());
      if (opened) await this.#connect(opened, microphone, voice);
    } catch (error) {
      conversation.fail(faultOf(error, "vendor_failed"));
    }
  }

  /** `null` if the conversation has ended meanwhile: then the session was given back to the service. */
  async #openSession(): Promise<SessionGrant | null> {
    const conversation = this.#conversation;
    // Not aborted when the conversation ends: only with the answer can the voice line be given back.
    const { turnstile } = this.#options;
    const opened = await openSession(
      this.#api,
      this.#options,
      this.#start.earlier,
      this.#ports.preparePeer,
      () => (turnstile ? this.#ports.passTurnstile(turnstile, conversation.signal) : undefined),
      (text) => {
        // The queue belongs to the next conversation by then.
        if (!conversation.over) this.#queue.pushFirst({ type: "send_note", text });
      },
    );
    const { session_id, agent_id, agent_name } = opened;
    // The same session goes on: it has been connected before.
    conversation.connected = session_id === this.#start.earlier?.session_id;
    const reporter = new EventReporter(this.#api, opened, this.#watch.reports);
    conversation.setReporter(reporter);
    this.#connection.grant = opened;
    conversation.dispatch({ type: "opened", session: { session_id, agent_id, agent_name } });
    if (!conversation.over) return opened;
    opened.prepared?.close();
    // A continued session may belong to another page by now; if not, the service ends it, since nobody reports `connected`.
    if (!conversation.connected) await reporter.finish({ type: "failed", reason: conversation.failure ?? "cancelled" });
    return null;
  }

  async #connect(granted: SessionGrant, microphone: unknown, voice: unknown): Promise<void> {
    await voice;
    const opening = await this.#connection.open(granted);
    if (!opening) return;
    await opening.connecting;
    // The agent must not greet while the browser still asks for the microphone.
    if (!(await inTime(microphone, HELD_MS, this.#conversation.signal))) return this.#connectLater(microphone, voice);
    if (this.#conversation.over) return;
    const { remaining_seconds } = granted;
    this.#conversation.dispatch({ type: "connected", remaining_seconds, at: Date.now() });
    this.#audio.hear();
    if (granted.greeting && this.#queue.isEmpty) this.#messages.greet(granted.greeting);
    this.#queue.run();
  }

  /** Gives line and credit back until the visitor has answered the browser. */
  async #connectLater(microphone: unknown, voice: unknown): Promise<void> {
    this.#connection.release();
    this.#conversation.release();
    this.#options.ticket = undefined;
    await microphone;
    const opened = this.#conversation.over ? null : await this.#openSession();
    if (opened) await this.#connect(opened, null, voice);
  }

  /** False once the visitor has typed: then the conversation continues by text. */
  get #waitsForMicrophone(): boolean {
    const { status, transcript } = this.#conversation.state;
    const { earlier } = this.#start;
    return status === "connecting" && transcript.length === (earlier?.transcript.length ?? 0);
  }

  /** Ends it. Resolves when the last report was sent. */
  end(reason: EndReason): Promise<void> {
    this.#conversation.end(reason);
    return this.#conversation.lastReport ?? this.running ?? Promise.resolve();
  }

  get state(): SessionState {
    return this.#conversation.state;
  }

  get unknownMessages(): [kind: string, times: number][] {
    return this.#connection.unknown.list();
  }

  get connection(): RawConnection | null {
    return this.#conversation.over ? null : (this.#connection.transport?.connection ?? null);
  }

  /** Proves to the service that the session belongs to this page. */
  get secret(): string | null {
    return this.#connection.grant?.session_secret ?? null;
  }

  levels(): { input: number; output: number } {
    return { input: this.#audio.openedMicrophone?.kept?.level ?? 0, output: this.#connection.transport?.level ?? 0 };
  }

  #onTransportEvent(event: TransportEvent): void {
    const conversation = this.#conversation;
    if (conversation.over) return;
    conversation.heartbeat();
    this.#watch.received(event);
    handleEvent(event, Date.now(), conversation, {
      isAudible: () => this.#audio.device !== null,
      heard: () => {
        // An answer that arrives after the visitor paused.
        if (this.#audio.paused) this.#connection.transport?.interrupt();
      },
      expectTools: () => this.#expectTools(),
      runTool: (call) => void this.#runTool(call),
      used: (id, reported) => void this.#used(id, reported),
      leaving: (in_ms) => void this.#reconnection.leaving(in_ms),
      closed: (closed) => void this.#reconnection.closed(closed),
    });
  }

  async #used(id: string, reported: unknown): Promise<void> {
    const chunk = await loadUsage().catch(() => null);
    const usage = chunk?.readUsage(reported);
    if (id && usage) this.#conversation.report({ type: "usage", id: id.slice(0, 128), ...usage });
  }

  /** The agent may call a tool now, as it answers: loads the code for tools, so that it need not be waited for. */
  #expectTools(): void {
    const { transport, grant } = this.#connection;
    if (transport) transport.isAnswering = true;
    // Another implementation of the service may leave `tools` out.
    if (grant?.tools?.length) loadToolCalls().catch(() => {});
  }

  async #runTool(call: ToolCall): Promise<void> {
    const conversation = this.#conversation;
    const { transport: asked } = this.#connection;
    const { id } = call;
    const text = `${call.name}`.slice(0, 128) || "unnamed";
    const args = argumentsOf(call) ?? {};
    const message = { type: "message", id, role: "tool", text, at: Date.now(), arguments: args } as const;
    conversation.dispatch({ ...message, final: false });
    conversation.report({ type: "tool_call", name: text });
    const chunk = await loadToolCalls().catch(() => null);
    if (!chunk) {
      conversation.dispatch({ ...message, final: true });
      return asked?.answerTool(call.call_id, "The tool could not be loaded", true);
    }
    await chunk.runToolCall({ ...call, name: text }, asked, conversation, this.#connection, {
      api: this.#api,
      tools: this.#tools,
      closeMicrophone: () => this.#audio.closeMicrophone(),
      sendNote: (text) => this.#queue.push({ type: "send_note", text }),
      refuse: this.#queue.refuse,
    });
  }
}

/** Whether it settles in that many milliseconds, or before the signal aborts. */
const inTime = (settles: unknown, limit: number, signal: AbortSignal): Promise<boolean> =>
  Promise.race([Promise.resolve(settles).then(() => true), pause(limit, signal).then(() => signal.aborted)]);
