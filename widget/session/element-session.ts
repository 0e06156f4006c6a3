// Long: every command before and between conversations is decided here, by the same few fields.
import type { EndReason } from "../../shared/session.ts";
import { faultOf, isMicrophoneFault, type MicrophoneFault, type SessionErrorCode } from "../errors.ts";
import type { RawConnection } from "../transport/transport.ts";
import type { CommandQueue } from "./command-queue.ts";
import type { SessionCommand } from "./commands.ts";
import type { EarlierConversation } from "./conversation-history.ts";
import type { Levels, VoiceSessionOptions } from "./options.ts";
import { conversationOf, microphoneFaultOf } from "./selectors.ts";
import type { SessionEngine } from "./session-engine.ts";
import { IDLE, type InputMode, reduce, type SessionInfo, type SessionState } from "./state.ts";

/** What begins a conversation where none runs. */
type StartingCommand = Extract<SessionCommand, { type: "start" | "send_text" }>;

/** A start, as its owner may judge it. `typed`: the visitor has typed something, and will read the answer. */
export interface WantedStart {
  input: InputMode;
  typed: boolean;
}

/** What the session needs of the page around it. */
export interface ElementSessionHost {
  readonly queue: CommandQueue;
  /** With the same queue. */
  readonly engine: SessionEngine;
  /** Settles once the owner's settings are there or cannot be had; null where they are there. */
  settings(): Promise<void> | null;
  /** Whether the owner's settings and the page let it begin; `wait` until `answerConsent()`. */
  admit(start: WantedStart): Admission;
  /** How a conversation begins where nobody said how. */
  defaultInput(): InputMode;
  /** The options of a start, or why there can be none. */
  options(start: WantedStart): VoiceSessionOptions | SessionErrorCode;
  /** Facts about the visitor that come before a conversation. */
  addContext(pairs: Readonly<Record<string, unknown>>): void;
}
export type Admission = "yes" | "no" | "wait";

export type StateListener = (after: SessionState, before: SessionState) => void;

/**
 * The element's one session, usable before the owner's settings are there: the state says `connecting` then, and commands stay
 * in the queue, for only the settings say whether the visitor is asked for consent first. Once they are there, a start runs
 * through at once, so that it stays inside the visitor's click.
 */
export class ElementSession {
  state: SessionState = IDLE;
  readonly #host: ElementSessionHost;
  readonly #listeners = new Set<StateListener>();
  readonly #engine: SessionEngine;
  #earlier: EarlierConversation | null = null;
  /** The conversation that the newest start goes on with. */
  #continues: EarlierConversation | null = null;
  /** Nothing of the last conversation is shown any more. */
  #forgotten = false;
  /** Counts starts; only the newest may go on after waiting. */
  #attempt = 0;
  /** A start waits for the owner's settings. */
  #starting = false;
  /** Commands that would begin a conversation, and wait for the visitor's consent. */
  readonly #waitsForConsent = new Set<SessionCommand>();

  constructor(host: ElementSessionHost) {
    this.#host = host;
    this.#engine = host.engine;
    this.#engine.store.subscribe((state) => {
      if (this.#starting || this.#forgotten) return;
      // A call that did not begin: the next start goes on with what it would have.
      if (state.status === "error" && microphoneFaultOf(state)) this.#earlier = this.#continues;
      this.#set(state);
    });
  }

  /** The conversation's names, once the service has opened a session for it. */
  get info(): SessionInfo | null {
    return "session" in this.state ? this.state.session : null;
  }

  /** Carries out what waits, and from now on what comes. */
  load(): void {
    this.#host.queue.consume((command) => this.#carryOut(command));
  }

  /** Answers with the function that takes the listener off again. */
  subscribe(listener: StateListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Shows an earlier conversation; the next start goes on with it. */
  restore(earlier: EarlierConversation): void {
    this.#earlier = earlier;
    this.#showEarlier();
  }

  /** Ends what runs, and shows and goes on with nothing that was said. */
  forget(): void {
    this.#attempt++;
    this.#starting = false;
    this.#earlier = null;
    this.#forgotten = true;
    this.#waitsForConsent.clear();
    this.#host.queue.drop();
    void this.#engine.latest?.end("completed");
    this.#set(IDLE);
  }

  /** Has the browser name the visitor's devices. Resolves to why it did not, if so. */
  allowMicrophone(): Promise<MicrophoneFault | null> {
    return this.#engine.allowMicrophone().then(
      () => null,
      (error) => {
        const { code } = faultOf(error, "microphone_in_use");
        return isMicrophoneFault(code) ? code : "microphone_in_use";
      },
    );
  }

  /** Of the conversation that the next start goes on with. */
  get earlierInput(): InputMode | null {
    return this.#earlier?.input ?? null;
  }

  /** Of the session that runs; see `VoiceSession.secret`. */
  get secret(): string | null {
    return this.#engine.latest?.secret ?? null;
  }

  get asksConsent(): boolean {
    return this.#waitsForConsent.size > 0;
  }

  /** Goes on with what waited for the visitor's consent, or gives it up. */
  answerConsent(agreed: boolean): void {
    this.#waitsForConsent.clear();
    if (agreed) this.#host.queue.run();
    else this.#host.queue.drop();
    this.#set(this.state);
  }

  get connection(): RawConnection | null {
    return this.#engine.latest?.connection ?? null;
  }

  get unknownMessages(): readonly [kind: string, times: number][] {
    return this.#engine.latest?.unknownMessages ?? [];
  }

  levels(): Levels {
    return this.#engine.levels();
  }

  #carryOut(command: SessionCommand): boolean {
    const conversation = this.#starting ? null : conversationOf(this.state);
    switch (command.type) {
      case "start":
        if (!conversation) return this.#begin(command);
        if (conversation.input === "voice" || this.#startOf(command).input !== "voice") return true;
        break;
      case "send_text":
        if (!conversation && command.text.trim()) return this.#begin(command);
        break;
      case "send_context":
        if (conversation) break;
        this.#host.addContext(command.pairs);
        return true;
      case "end":
        return this.#end(command, command.reason);
      case "typing":
        if (this.#starting) return true;
        break;
      case "set_sound":
      case "resume_audio":
      case "rate":
        return this.#engine.carryOut(command);
    }
    if (this.#starting) return false;
    return this.#engine.carryOut(command);
  }

  #startOf(command: StartingCommand): WantedStart {
    return command.type === "send_text"
      ? { input: "text", typed: true }
      : { input: command.input ?? this.#host.defaultInput(), typed: false };
  }

  /** Answers whether the command is done. */
  #begin(command: StartingCommand): boolean {
    if (this.#starting || this.#waitsForConsent.has(command)) return false;
    const settings = this.#host.settings();
    if (!settings) return this.#admit(command);
    const attempt = ++this.#attempt;
    this.#starting = true;
    this.#showStart(this.#startOf(command));
    void settings.then(() => {
      if (attempt !== this.#attempt) return;
      this.#starting = false;
      if (this.#admit(command)) this.#host.queue.drop((other) => other === command);
      // Not admitted: what an earlier conversation left stands there again.
      if (attempt === this.#attempt) this.#showEarlier();
      this.#host.queue.run();
    });
    return false;
  }

  /** As `#begin()`. */
  #admit(command: StartingCommand): boolean {
    const start = this.#startOf(command);
    const admission = this.#host.admit(start);
    if (admission === "wait") {
      this.#waitsForConsent.add(command);
      this.#set(this.state);
    }
    if (admission === "yes") this.#start(start);
    // A text stays in the queue until there is a conversation, or the start is refused.
    return admission === "no" || (admission === "yes" && command.type === "start");
  }

  #showEarlier(): void {
    const { transcript } = this.#earlier ?? IDLE;
    this.#set({ ...IDLE, transcript, order: transcript.map(({ id }) => id) });
  }

  #showStart({ input }: WantedStart): void {
    this.#set(reduce(IDLE, { type: "started", input, transcript: this.#earlier?.transcript ?? [] }));
  }

  #start(start: WantedStart): void {
    this.#attempt++;
    this.#forgotten = false;
    this.#showStart(start);
    const earlier = this.#earlier;
    this.#continues = earlier;
    this.#earlier = null;
    const options = this.#host.options(start);
    if (typeof options === "string") {
      this.#fail(options, "The conversation could not begin.");
      return;
    }
    void this.#engine.start(options, start.input, earlier);
    this.#host.queue.run();
  }

  #end(command: SessionCommand, reason: EndReason): boolean {
    this.#waitsForConsent.clear();
    this.#host.queue.drop((_other, index, all) => index < all.indexOf(command));
    if (this.#starting) {
      this.#attempt++;
      this.#starting = false;
      this.#set(IDLE);
    } else {
      void this.#engine.latest?.end(reason);
      this.#set(this.state);
    }
    return true;
  }

  #fail(code: SessionErrorCode, message: string): void {
    this.#starting = false;
    this.#host.queue.drop();
    this.#set(reduce(this.state, { type: "failed", error: { code, message } }));
  }

  #set(state: SessionState): void {
    const before = this.state;
    this.state = state;
    for (const listener of this.#listeners) listener(state, before);
  }
}
