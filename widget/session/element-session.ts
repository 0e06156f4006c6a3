// Long: handles every command before and between conversations, with the same few fields.
import type { EndReason } from "../../shared/session.ts";
import { faultOf, isMicrophoneFault, type MicrophoneFault, type SessionErrorCode } from "../errors.ts";
import type { RawConnection } from "../transport/transport.ts";
import { type SessionCommand, wordsOf } from "./commands.ts";
import type { EarlierConversation } from "./earlier-conversation.ts";
import type { ElementSessionHost, WantedStart } from "./element-session-host.ts";
import type { Levels } from "./options.ts";
import { reduce } from "./reduce.ts";
import { conversationOf, liveOf } from "./selectors.ts";
import type { SessionEngine } from "./session-engine.ts";
import { IDLE, type InputMode, type SessionInfo, type SessionState } from "./state.ts";

/** Commands that begin a conversation where none runs. */
type StartingCommand = Extract<SessionCommand, { type: "start" | "send_text" }>;

export type StateListener = (after: SessionState, before: SessionState) => void;

/**
 * The element's one session, usable before the owner's settings are loaded: until then the state says `connecting` and
 * commands wait in the queue, since only the settings say whether the visitor must consent first. Once they are loaded, a
 * start runs synchronously, so that it stays inside the visitor's click.
 */
export class ElementSession {
  /** What the element shows: the conversation's own state, or what stands in its place before it begins and after it. */
  state: SessionState = IDLE;
  readonly sessionHost: ElementSessionHost;
  readonly #listeners = new Set<StateListener>();
  readonly #engine: SessionEngine;
  #earlier: EarlierConversation | null = null;
  /** The earlier conversation that the newest start continues. */
  #continues: EarlierConversation | null = null;
  /** Whether the last conversation must not be shown any more. */
  #forgotten = false;
  /** Counts starts; after a wait only the newest may continue. */
  #attempt = 0;
  /** A start waits for the owner's settings; it may still be refused. */
  starting = false;
  /** Commands that would begin a conversation, and wait for the visitor's consent. */
  readonly #waitsForConsent = new Set<SessionCommand>();

  constructor(host: ElementSessionHost) {
    this.sessionHost = host;
    this.#engine = host.engine;
    this.#engine.follow((state) => {
      try {
        if (!this.starting && !this.#forgotten) this.#show(state);
      } catch (error) {
        // An error in the page's listener must not end the conversation; the page's error handler gets it.
        globalThis.reportError?.(error);
      }
    });
  }

  /** Ids and agent of the conversation, once the service has opened a session for it. */
  get info(): SessionInfo | null {
    return "session" in this.state ? this.state.session : null;
  }

  /** Runs the queued commands, and from now on every new one. */
  load(): void {
    this.sessionHost.queue.consume((command) => this.#carryOut(command));
  }

  /** Returns the function that removes the listener again. */
  subscribe(listener: StateListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Shows an earlier conversation; the next start continues it. */
  restore(earlier: EarlierConversation): void {
    this.#earlier = earlier;
    this.#showEarlier();
  }

  /** Ends the conversation; its transcript is neither shown nor continued. */
  forget(): void {
    const attempt = ++this.#attempt;
    const runs = !this.starting && conversationOf(this.state) !== null;
    this.starting = false;
    this.#earlier = null;
    this.#forgotten = true;
    this.#waitsForConsent.clear();
    this.sessionHost.queue.drop();
    void this.#engine.latest?.end("completed");
    // The page learns of the end; what was said is gone.
    if (runs) this.#set(reduce({ ...this.state, transcript: [], order: [] }, { type: "ended", reason: "completed" }));
    // Unless the page has begun another one as it learned of the end.
    if (attempt === this.#attempt) this.#set(IDLE);
  }

  /** Has the browser name the visitor's devices. Resolves to the fault if it does not. */
  allowMicrophone(): Promise<MicrophoneFault | null> {
    return this.#engine.allowMicrophone().then(
      () => null,
      (error) => {
        const { code } = faultOf(error, "microphone_in_use");
        return isMicrophoneFault(code) ? code : "microphone_in_use";
      },
    );
  }

  /** The conversation that another page can go on with: the one that runs, or that this page could go on with itself. */
  get resumable(): EarlierConversation | null {
    const conversation = conversationOf(this.state);
    if (!conversation) return this.#earlier;
    const { transcript, input, muted, paused } = conversation;
    const live = liveOf(conversation);
    const earlier = this.#earlier ?? this.#continues;
    // Before there is a session, what was typed is all there is.
    if (!live && !earlier && !transcript.length) return null;
    const session_id = live?.session.session_id ?? "";
    const own = { session_id, session_secret: (live && this.secret) ?? "" };
    return { ...(live ? own : (earlier ?? own)), transcript, input, muted, paused };
  }

  /** The input of the conversation that the next start continues. */
  get earlierInput(): InputMode | null {
    return this.#earlier?.input ?? null;
  }

  /** The secret of the newest session; see `VoiceSession.secret`. */
  get secret(): string | null {
    return this.#engine.latest?.secret ?? null;
  }

  get asksConsent(): boolean {
    return this.#waitsForConsent.size > 0;
  }

  /** Runs the commands that waited for the visitor's consent, or drops them. */
  answerConsent(agreed: boolean): void {
    this.#waitsForConsent.clear();
    if (agreed) this.sessionHost.queue.run();
    else this.sessionHost.queue.drop();
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
    const conversation = this.starting ? null : conversationOf(this.state);
    switch (command.type) {
      case "start":
        if (!conversation) return this.#begin(command);
        if (conversation.input === "voice" || this.#startOf(command).input !== "voice" || this.sessionHost.asksFirst())
          return true;
        return this.#engine.carryOut({ ...command, input: "voice" });
      case "send_text":
        if (!conversation && wordsOf(command)) return this.#begin(command);
        break;
      case "send_context":
        if (conversation) break;
        this.sessionHost.addContext(command.pairs);
        return true;
      case "end":
        return this.#end(command.reason);
      case "typing":
        if (this.starting) return true;
        break;
      case "request_person":
        this.sessionHost.askPerson();
        return false;
      case "set_sound":
      case "resume_audio":
      case "rate":
        return this.#engine.carryOut(command);
    }
    if (this.starting) return false;
    return this.#engine.carryOut(command);
  }

  #startOf(command: StartingCommand): WantedStart {
    return command.type === "send_text"
      ? { input: "text", typed: true }
      : { input: command.input ?? this.sessionHost.defaultInput(), typed: false };
  }

  /** Returns whether the command is done. */
  #begin(command: StartingCommand): boolean {
    if (this.starting || this.#waitsForConsent.has(command)) return false;
    const settings = this.sessionHost.settings();
    if (!settings) return this.#admit(command);
    const attempt = ++this.#attempt;
    this.starting = true;
    this.#showStart(this.#startOf(command));
    void settings.then(() => {
      if (attempt !== this.#attempt) return;
      this.starting = false;
      if (this.#admit(command)) this.sessionHost.queue.drop((other) => other === command);
      // Not admitted: the earlier conversation is shown again.
      if (attempt === this.#attempt) this.#showEarlier();
      this.sessionHost.queue.run();
    });
    return false;
  }

  /** Returns whether the command is done. */
  #admit(command: StartingCommand): boolean {
    const start = this.#startOf(command);
    const admission = this.sessionHost.admit(start);
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
    const unsent = this.#earlier?.transcript.filter((message) => message.unsent) ?? [];
    const earlier = this.#earlier && {
      ...this.#earlier,
      transcript: this.#earlier.transcript.filter((message) => !message.unsent),
    };
    this.#earlier = earlier;
    this.#showStart(start);
    const options = this.sessionHost.options(start);
    if (typeof options === "string") {
      this.#fail(options, "The conversation could not begin.");
      return;
    }
    this.#continues = earlier;
    this.#earlier = null;
    void this.#engine.start(options, start.input, earlier);
    // What could not be sent is sent first.
    for (const { text } of unsent.reverse()) this.sessionHost.queue.pushFirst({ type: "send_text", text });
    this.sessionHost.queue.run();
  }

  #end(reason: EndReason): boolean {
    this.#waitsForConsent.clear();
    this.sessionHost.queue.dropEarlier();
    if (this.starting) {
      this.#attempt++;
      this.starting = false;
      this.#set(IDLE);
    } else {
      void this.#engine.latest?.end(reason);
      this.#set(this.state);
    }
    return true;
  }

  #fail(code: SessionErrorCode, message: string): void {
    this.starting = false;
    this.sessionHost.queue.drop();
    this.#set(reduce(this.state, { type: "failed", error: { code, message } }));
  }

  /** Shows a state of the conversation. */
  #show(state: SessionState): void {
    // It failed: the next start goes on with all that was said.
    const { resumable } = this;
    if (state.status === "error") this.#earlier = resumable && { ...resumable, transcript: state.transcript };
    this.#set(state);
    // As after a reload.
    if (this.state === state && state.status === "error" && state.error.slept) this.#showEarlier();
  }

  #set(state: SessionState): void {
    const before = this.state;
    this.state = state;
    for (const listener of this.#listeners) listener(state, before);
  }
}
