import type { EndReason } from "../../shared/session.ts";
import type { SoundSettings } from "../audio/sound-settings.ts";
import type { RawConnection } from "../transport/transport.ts";
import type { ActiveSession } from "./active-session.ts";
import { CommandQueue } from "./command-queue.ts";
import type { EarlierConversation } from "./earlier-conversation.ts";
import type { Levels, VoiceSessionOptions } from "./options.ts";
import type { HeadlessPerson } from "./person/headless-person.ts";
import type { Ports } from "./ports.ts";
import { inCall, liveOf } from "./selectors.ts";
import { SessionEngine } from "./session-engine.ts";
import type { InputMode, Message, SessionPerson, SessionState, Status } from "./state.ts";
import { Store } from "./store.ts";
import { registerTool, type ToolRegistry } from "./tool-registry.ts";
import type { ToolHandler } from "./tools.ts";
import { ScreenWakeLock } from "./wake-lock.ts";

/**
 * A headless conversation with a voice agent: microphone, speaker, connection and reports to the service.
 * One object may hold many conversations, one after another; the newest `start()` wins.
 *
 * ```ts
 * const session = new VoiceSession({ apiKey: "svc_pk_…", baseUrl: "https://voice.example.com", agentId: 7 });
 * session.subscribe((state) => render(state));
 * button.onclick = () => session.start();
 * ```
 */
export class VoiceSession {
  /** May be replaced or changed at any time; a running conversation keeps what it started with. */
  options: VoiceSessionOptions;
  readonly #queue = new CommandQueue([], ({ what, most }) =>
    console.warn(`[voice-widget] ${what} takes ${most} at most; this was not sent.`),
  );
  readonly #tools: ToolRegistry = new Map();
  readonly #engine: SessionEngine;
  readonly #store = new Store();
  readonly #personListeners = new Set<(person: SessionPerson) => void>();
  /** Null until its code is loaded, which the first sign of a person does. */
  #withPerson: HeadlessPerson | null = null;
  #loading = false;
  /** The conversation that `#person` is of. */
  #personOf: ActiveSession | null = null;
  #person: SessionPerson | null = null;

  constructor(options: VoiceSessionOptions);
  /** @internal With other parts than the browser's, for tests. */
  constructor(options: VoiceSessionOptions, ports?: Ports);
  constructor(options: VoiceSessionOptions, ports?: Ports) {
    this.options = options;
    this.#engine = new SessionEngine(this.#queue, this.#tools, ports);
    const screen = new ScreenWakeLock();
    this.#engine.follow((state) => {
      this.#store.show(state);
      screen.hold(inCall(state), this.#engine.ports.page());
      if (this.#withPerson) this.#withPerson.update(state);
      else if (liveOf(state)?.answered?.heartbeat_seconds) void this.#loadPerson();
    });
    this.#queue.consume((command) => {
      if (command.type !== "request_person") return this.#engine.carryOut(command);
      void this.#loadPerson();
      return false;
    });
  }

  /** An immutable snapshot; another object whenever anything changed. */
  get state(): SessionState {
    return this.#store.state;
  }

  get status(): Status {
    return this.state.status;
  }

  /** What was said, in the order of the conversation. Kept after the end, cleared by the next `start()`. */
  get transcript(): readonly Message[] {
    return this.state.transcript;
  }

  /** Who of the team is asked for, or has the conversation; null where nobody was. What they write is in `transcript`. */
  get person(): SessionPerson | null {
    return this.#personOf === this.#engine.latest ? this.#person : null;
  }

  /** Calls `listener` whenever `person` has changed. Returns the function that removes it again. */
  onPerson(listener: (person: SessionPerson) => void): () => void {
    const own = (person: SessionPerson) => listener(person);
    this.#personListeners.add(own);
    return () => void this.#personListeners.delete(own);
  }

  /**
   * Asks for a person, where the agent's visitors may (`person` of the agent in the config), at most 500 characters of a reason.
   * Before the conversation is connected it waits. What comes of it is told by `person`; until somebody has joined the agent goes on,
   * then `sendText()` and `typing()` go to the person.
   */
  requestPerson(reason?: string): void {
    this.#queue.push({ type: "request_person", reason });
  }

  /** Calls `listener` after each change, but not at once. Returns the function that removes it again. */
  subscribe(listener: (state: SessionState) => void): () => void {
    return this.#store.subscribe(listener);
  }

  /**
   * Begins a conversation and ends one that runs. Call it inside the visitor's click: browsers allow sound and ask for
   * the microphone only then. Never rejects; settles when the conversation is connected or has failed, and `state` says
   * which. A call without a microphone does not begin: `state.error` says why, and nothing is charged.
   */
  start({
    input = this.options.input ?? "voice",
    earlier = null,
  }: {
    input?: InputMode;
    /** Continues a conversation that a reload or another page cut off, up to five minutes ago. */
    earlier?: EarlierConversation | null;
  } = {}): Promise<void> {
    return this.#engine.start(this.options, input, earlier);
  }

  /** Ends the conversation. Resolves when the service knows. Without a conversation it does nothing. */
  async end(reason: EndReason = "completed"): Promise<void> {
    await this.#engine.latest?.end(reason);
  }

  /**
   * Switches a typed conversation to voice: asks for the microphone and lets the agent hear it. Call it inside the
   * visitor's click. Never rejects: where the microphone cannot be had, `state.microphone` says why.
   */
  async speak(): Promise<void> {
    // Who is there reads.
    if (this.#withPerson?.holds) return;
    await this.#engine.latest?.commands.speak();
  }

  /** Silences the microphone; the agent keeps listening, to silence. */
  mute(muted: boolean): void {
    this.#queue.push({ type: "mute", muted });
  }

  /**
   * Pauses both sides: the microphone is silenced, and the agent stops and is not heard until `pause(false)`. Typing ends
   * the pause too. The conversation stays open, and its time goes on.
   */
  pause(paused: boolean): void {
    this.#queue.push({ type: "pause", paused });
  }

  /** Changes devices and volume, also during a conversation. If a new microphone fails, the old one stays. */
  async setSound(sound: SoundSettings): Promise<void> {
    this.options = { ...this.options, sound };
    await this.#engine.latest?.commands.setSound(sound);
  }

  /** Stops the agent's speech at once. */
  interrupt(): void {
    this.#queue.push({ type: "interrupt" });
  }

  /** Sends a typed message. While connecting it waits; it interrupts a speaking agent. */
  sendText(text: string): void {
    this.#queue.push({ type: "send_text", text });
  }

  /** Tells an agent that can wait that the visitor is typing. Call it as often as keys are pressed. */
  typing(): void {
    this.#queue.push({ type: "typing" });
  }

  /** Tells the agent new facts about the visitor, which it does not answer. */
  sendContext(pairs: Readonly<Record<string, unknown>>): void {
    this.#queue.push({ type: "send_context", pairs });
  }

  /** Runs `handler` whenever the agent calls the tool `name`. Returns the function that removes it again. */
  registerTool(name: string, handler: ToolHandler): () => void {
    return registerTool(this.#tools, name, handler);
  }

  /** Rates the conversation, 1 to 5, also up to an hour after its end. Resolves to whether the service took the rating. */
  async feedback(rating: number, text?: string): Promise<boolean> {
    return (await this.#engine.latest?.commands.feedback(rating, text)) ?? false;
  }

  /** Call it in a click on "play sound" while `state.audio_blocked` is true. */
  resumeAudio(): void {
    this.#queue.push({ type: "resume_audio" });
  }

  /** The connection to the vendor, to read its statistics (`getStats()`, `bufferedAmount`); null without a conversation. */
  get connection(): RawConnection | null {
    return this.#engine.latest?.connection ?? null;
  }

  /**
   * Proves to the service that the conversation belongs to this page; `null` before there is one. Save it only together
   * with the conversation, and only for its visitor: `start({ earlier })` continues with both after a reload.
   */
  get secret(): string | null {
    return this.#engine.latest?.secret ?? null;
  }

  /** Vendor messages of the present connection that this version does not understand, as `[kind, times]`. */
  get unknownMessages(): readonly [kind: string, times: number][] {
    return this.#engine.latest?.unknownMessages ?? [];
  }

  /** Loudness of microphone and agent, 0 to 1; zeros without a conversation. */
  levels(): Levels {
    return this.#engine.levels();
  }

  async #loadPerson(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      const { HeadlessPerson } = await import("./person/headless-person.ts");
      this.#withPerson = new HeadlessPerson(
        this.#engine,
        this.#queue,
        () => this.options.baseUrl,
        (person) => this.#showPerson(person),
      );
      this.#withPerson.update(this.#engine.state);
      this.#queue.run();
    } catch {
      this.#loading = false;
      this.#queue.drop(({ type }) => type === "request_person");
      console.warn("[voice-widget] The code for a person could not be loaded; try requestPerson() again.");
    }
  }

  #showPerson(person: SessionPerson): void {
    this.#personOf = this.#engine.latest;
    this.#person = person;
    for (const listener of this.#personListeners) {
      try {
        listener(person);
      } catch (error) {
        // As in `Store`.
        globalThis.reportError?.(error);
      }
    }
  }
}
