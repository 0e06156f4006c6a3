import { ActiveSession } from "./active-session.ts";
import type { PossibleCommand } from "./command-executor.ts";
import type { CommandQueue } from "./command-queue.ts";
import type { EarlierConversation } from "./earlier-conversation.ts";
import type { Levels, VoiceSessionOptions } from "./options.ts";
import { browserPorts, type Ports } from "./ports.ts";
import { microphoneFaultOf } from "./selectors.ts";
import { IDLE, type InputMode, type SessionState } from "./state.ts";
import type { ToolRegistry } from "./tool-registry.ts";

/** Runs one conversation after another; the newest start wins. `VoiceSession` and the element's session both use it. */
export class SessionEngine {
  #changed: (state: SessionState) => void = () => {};
  /** The newest conversation, also after its end. */
  latest: ActiveSession | null = null;
  readonly #queue: CommandQueue;
  readonly #tools: ToolRegistry;
  /** Ports of the next conversation. */
  ports: Ports;

  /** The owner of the queue must have its commands carried out by `carryOut()`. */
  constructor(queue: CommandQueue, tools: ToolRegistry, ports: Ports = browserPorts) {
    this.#queue = queue;
    this.#tools = tools;
    this.ports = ports;
  }

  /** For its owner: `changed`, which must not throw, is called with each state of every later conversation. */
  follow(changed: (state: SessionState) => void): void {
    this.#changed = changed;
  }

  /** Of the newest conversation, also after its end. */
  get state(): SessionState {
    return this.latest?.state ?? IDLE;
  }

  /** Inside the visitor's click. Never rejects. */
  start(options: VoiceSessionOptions, input: InputMode, earlier: EarlierConversation | null): Promise<void> {
    const before = this.latest;
    void before?.end("completed");
    // A listener of that end has begun the newest one.
    if (this.latest !== before) return this.latest?.running ?? Promise.resolve();
    const microphoneFirst = microphoneFaultOf(this.state) !== null;
    const start = { input, earlier, microphoneFirst };
    this.latest = new ActiveSession(options, start, this.ports, this.#changed, this.#queue, this.#tools);
    return this.latest.start();
  }

  /** Whether the command is done; one that is not possible yet waits in the queue. */
  carryOut(command: PossibleCommand): boolean {
    // Without a conversation a command is dropped.
    return this.latest?.commands.carryOut(command) ?? true;
  }

  /**
   * Opens the microphone and closes it at once: browsers name the devices only after that.
   * @throws a `SessionError` with a `microphone_…` code
   */
  async allowMicrophone(): Promise<void> {
    const voice = await this.ports.loadVoice();
    const { signal } = new AbortController();
    (await voice.openMicrophone(signal, { lost: () => {}, interrupted: () => {} })).close();
  }

  levels(): Levels {
    return this.latest?.levels() ?? { input: 0, output: 0 };
  }
}
