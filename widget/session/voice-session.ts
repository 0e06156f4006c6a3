import type { EndReason } from "../../shared/session.ts";
import type { SoundSettings } from "../audio/sound-settings.ts";
import type { ConnectionKind } from "../transport/connection-kind.ts";
import type { RawConnection } from "../transport/transport.ts";
import { Attempt } from "./attempt.ts";
import type { EarlierConversation } from "./conversation-history.ts";
import { browserPorts, type Ports } from "./ports.ts";
import type { InputMode, Message, SessionState, Status } from "./state.ts";
import { Store } from "./store.ts";
import type { ToolHandler } from "./tools.ts";

export type { ToolContext, ToolHandler } from "./tools.ts";

/** What a conversation needs to know. Read anew by each `start()`. */
export interface VoiceSessionOptions {
  /** The project API key, `svc_pk_…`. */
  apiKey: string;
  /** Where the service is, e.g. `https://voice.example.com`; without a path. */
  baseUrl: string;
  /** The agent to talk to; ids come from `GET /widget/v1/config`. */
  agentId: number;
  /** The agent's provider, as the config lists it: an agent of `provider_x` is reached another way. */
  provider?: string | undefined;
  /** As the config lists it: that code is fetched beside the session then. */
  connection?: ConnectionKind | null | undefined;
  /** `provider_a` or `provider_b`: overrides the agent's own provider. */
  model?: string;
  /** Overrides the agent's voice. */
  voice?: string;
  /** Facts about the visitor that the agent sees at the start: at most 50 pairs, 8 KiB. */
  context?: Readonly<Record<string, unknown>>;
  /** Your id of a signed-in visitor, at most 128 characters; goes together with `userHash`. */
  userId?: string;
  /** HMAC-SHA256 of `userId`, hex, computed on your server. */
  userHash?: string;
  /** An anonymous browser id, at most 64 characters. */
  visitorId?: string;
  /** The language that the page is read in, BCP 47: the agent begins in it. */
  locale?: string | undefined;
  /** `text` never asks for the microphone. Default `voice`. */
  input?: InputMode;
  /** With `text`: the agent is read and not heard, until `speak()`; no code for sound is loaded before. */
  silent?: boolean;
  /** The visitor's devices and volume. */
  sound?: SoundSettings;
  /** Said by the agent at once instead of its own greeting; an empty text says nothing. */
  initialMessage?: string;
}

/** Loudness right now, 0 to 1. Read it once per animation frame. */
export interface Levels {
  readonly input: number;
  readonly output: number;
}

/**
 * A conversation with a voice agent, without a face: microphone, speaker, connection and reports to the service.
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
  readonly #ports: Ports;
  readonly #store = new Store();
  readonly #handlers = new Map<string, ToolHandler>();
  #attempt: Attempt | null = null;

  constructor(options: VoiceSessionOptions);
  /** @internal With other parts than the browser's, for tests. */
  constructor(options: VoiceSessionOptions, ports: Ports);
  constructor(options: VoiceSessionOptions, ports: Ports = browserPorts) {
    this.options = options;
    this.#ports = ports;
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

  /** Calls `listener` after each change, not at once. Answers with the function that takes it off again. */
  subscribe(listener: (state: SessionState) => void): () => void {
    return this.#store.subscribe(listener);
  }

  /**
   * Begins a conversation and ends one that runs. Call it inside the visitor's click: browsers allow sound and ask for
   * the microphone only then. Never rejects; settles when the conversation is connected or did not come to be, and
   * `state` says which. Without a microphone the conversation goes on by text (`state.microphone` says why).
   */
  start({
    input = this.options.input ?? "voice",
    earlier = null,
  }: {
    input?: InputMode;
    /** Goes on with a conversation that the page's reload or another page cut off, up to five minutes ago. */
    earlier?: EarlierConversation | null;
  } = {}): Promise<void> {
    void this.#attempt?.end("completed");
    this.#attempt = new Attempt(this.options, { input, earlier }, this.#ports, this.#store, this.#handlers);
    return this.#attempt.start();
  }

  /** Hangs up. Resolves when the service has been told. Without a conversation it does nothing. */
  async end(reason: EndReason = "completed"): Promise<void> {
    await this.#attempt?.end(reason);
  }

  /**
   * Asks for the microphone in a conversation that goes on by text, and lets the agent hear it from then on. Call it
   * inside the visitor's click. Never rejects: `state.microphone` says why where it cannot be had.
   */
  async speak(): Promise<void> {
    await this.#attempt?.speak();
  }

  /** Silences the microphone; the agent goes on listening, to silence. */
  mute(muted: boolean): void {
    this.#attempt?.mute(muted);
  }

  /**
   * Lets both sides rest: the microphone is silenced, the agent stops and is not heard until `pause(false)`. Typed words
   * end it too. The conversation stays open, and its time goes on.
   */
  pause(paused: boolean): void {
    this.#attempt?.pause(paused);
  }

  /** Changes devices and volume, also in a running conversation. Where a new microphone fails, the old one stays. */
  async setSound(sound: SoundSettings): Promise<void> {
    this.options = { ...this.options, sound };
    await this.#attempt?.setSound(sound);
  }

  /** Stops the agent's speech at once. */
  interrupt(): void {
    this.#attempt?.interrupt();
  }

  /** Says something by typing. While connecting it waits; a speaking agent is interrupted by it. */
  sendText(text: string): void {
    this.#attempt?.sendText(text);
  }

  /** The visitor is typing: an agent that knows of it waits. Call it as often as keys are pressed. */
  typing(): void {
    this.#attempt?.typing();
  }

  /** Tells the agent new facts about the visitor, without an answer to them. */
  sendContext(pairs: Readonly<Record<string, unknown>>): void {
    this.#attempt?.sendContext(pairs);
  }

  /** Runs `handler` whenever the agent calls the tool `name`. Answers with the function that takes it off again. */
  registerTool(name: string, handler: ToolHandler): () => void {
    this.#handlers.set(name, handler);
    return () => {
      if (this.#handlers.get(name) === handler) this.#handlers.delete(name);
    };
  }

  /** The visitor's opinion, 1 to 5, also after the end (for an hour). Resolves to whether the service took it. */
  async feedback(rating: number, text?: string): Promise<boolean> {
    return (await this.#attempt?.feedback(rating, text)) ?? false;
  }

  /** For a click on "play sound" when `state.audio_blocked`. */
  resumeAudio(): void {
    this.#attempt?.resumeAudio();
  }

  /** What the conversation goes over, to read its statistics (`getStats()`, `bufferedAmount`); null without one. */
  get line(): RawConnection | null {
    return this.#attempt?.connection ?? null;
  }

  /** Loudness of microphone and agent, 0 to 1; zeros without a conversation. */
  levels(): Levels {
    return this.#attempt?.levels() ?? { input: 0, output: 0 };
  }
}
