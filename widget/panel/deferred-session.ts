import type { EndReason } from "../../shared/session.ts";
import type { SoundSettings } from "../audio/sound-settings.ts";
import type { SessionErrorCode } from "../errors.ts";
import type { EarlierConversation } from "../session/conversation-history.ts";
import { type ConnectingState, IDLE, type InputMode, isOpen, type SessionState } from "../session/state.ts";
import type { Levels, ToolHandler, VoiceSession, VoiceSessionOptions } from "../session/voice-session.ts";

/** What a conversation needs of the element that shows it. */
export interface DeferredSessionHost {
  loadEngine(): Promise<{ VoiceSession: typeof VoiceSession }>;
  /** The options of the next start, or why there can be none; a promise while the config is still on its way. */
  options(): Answer | Promise<Answer>;
  changed(before: SessionState, after: SessionState): void;
}
type Answer = VoiceSessionOptions | SessionErrorCode;

const SILENCE: Levels = { input: 0, output: 0 };

/**
 * The element's one `VoiceSession`, usable before its code is there: calls wait, and the state says `connecting`.
 * When everything is loaded, a start runs through at once, so that it stays inside the visitor's click.
 */
export class DeferredSession {
  state: SessionState = IDLE;
  readonly #host: DeferredSessionHost;
  readonly #tools = new Map<string, ToolHandler>();
  #session: VoiceSession | null = null;
  #earlier: EarlierConversation | null = null;
  /** Nothing of the session is shown any more. */
  #forgotten = false;
  /** Counts starts; only the newest may go on after waiting. */
  #attempt = 0;
  /** Calls that wait for the engine, or null when a session takes them itself. */
  #waiting: ((session: VoiceSession) => void)[] | null = null;

  constructor(host: DeferredSessionHost) {
    this.#host = host;
  }

  /** Loads the engine ahead of a start; a failure shows when a start needs it. */
  preload(): void {
    this.#load().catch(() => {});
  }

  /** Shows an earlier conversation; the next start goes on with it. */
  restore(earlier: EarlierConversation): void {
    this.#earlier = earlier;
    this.#set({ ...IDLE, ...saidIn(earlier) });
  }

  /** Ends what runs, and shows and goes on with nothing that was said. */
  forget(): void {
    this.end();
    this.#earlier = null;
    this.#forgotten = true;
    this.#set(IDLE);
  }

  /** Of the session that runs; see `VoiceSession.secret`. */
  get secret(): string | null {
    return this.#session?.secret ?? null;
  }

  /** Begins a conversation, or another one in place of the one that runs. */
  start(input: InputMode, silent: boolean, initialMessage?: string): void {
    const attempt = ++this.#attempt;
    this.#waiting = [];
    this.#forgotten = false;
    const earlier = this.#earlier;
    this.#earlier = null;
    this.#set({ ...connectingState(input), ...(earlier && saidIn(earlier)) });
    const answer = this.#host.options();
    const begin = (session: VoiceSession, options: Answer) => {
      if (attempt !== this.#attempt) return;
      if (typeof options === "string") {
        this.#fail(options, "The conversation could not begin.");
        return;
      }
      session.options = { ...options, silent, initialMessage };
      const calls = this.#waiting ?? [];
      this.#waiting = null;
      void session.start({ input, earlier });
      for (const call of calls) call(session);
    };
    if (this.#session && !(answer instanceof Promise)) {
      begin(this.#session, answer);
      return;
    }
    Promise.all([this.#load(), answer]).then(
      ([session, options]) => begin(session, options),
      (error: Error) => {
        if (attempt === this.#attempt) this.#fail("unreachable", error.message);
      },
    );
  }

  end(reason: EndReason = "completed"): void {
    if (this.#waiting) {
      this.#attempt++;
      this.#waiting = null;
      this.#set(IDLE);
    } else {
      void this.#session?.end(reason);
    }
  }

  mute(muted: boolean): void {
    this.#call((session) => session.mute(muted));
  }

  pause(paused: boolean): void {
    this.#call((session) => session.pause(paused));
  }

  speak(): void {
    this.#call((session) => void session.speak());
  }

  interrupt(): void {
    this.#call((session) => session.interrupt());
  }

  typing(): void {
    if (!this.#waiting) this.#call((session) => session.typing());
  }

  sendText(text: string): void {
    this.#call((session) => session.sendText(text));
  }

  sendContext(pairs: Readonly<Record<string, unknown>>): void {
    this.#call((session) => session.sendContext(pairs));
  }

  resumeAudio(): void {
    this.#session?.resumeAudio();
  }

  setSound(sound: SoundSettings): void {
    void this.#session?.setSound(sound);
  }

  feedback(rating: number, text?: string): void {
    void this.#session?.feedback(rating, text);
  }

  registerTool(name: string, handler: ToolHandler): () => void {
    this.#tools.set(name, handler);
    const remove = this.#session?.registerTool(name, handler);
    return () => {
      if (this.#tools.get(name) === handler) this.#tools.delete(name);
      remove?.();
    };
  }

  get connection(): VoiceSession["line"] {
    return this.#session?.line ?? null;
  }

  levels(): Levels {
    return this.#session?.levels() ?? SILENCE;
  }

  #call(call: (session: VoiceSession) => void): void {
    if (this.#waiting) this.#waiting.push(call);
    else if (this.#session && isOpen(this.state)) call(this.#session);
  }

  async #load(): Promise<VoiceSession> {
    const { VoiceSession } = await this.#host.loadEngine();
    if (!this.#session) {
      const session = new VoiceSession({ apiKey: "", baseUrl: "", agentId: 0 });
      session.subscribe((state) => {
        if (!this.#waiting && !this.#forgotten) this.#set(state);
      });
      for (const [name, handler] of this.#tools) session.registerTool(name, handler);
      this.#session = session;
    }
    return this.#session;
  }

  #fail(code: SessionErrorCode, message: string): void {
    this.#waiting = null;
    this.#set({ status: "error", transcript: [], order: [], session: null, error: { code, message } });
  }

  #set(state: SessionState): void {
    const before = this.state;
    this.state = state;
    this.#host.changed(before, state);
  }
}

const connectingState = (input: InputMode): ConnectingState => ({
  status: "connecting",
  transcript: [],
  order: [],
  input,
  muted: false,
  paused: false,
  microphone: null,
  audio_blocked: false,
  session: null,
});

const saidIn = ({ transcript }: EarlierConversation) => ({ transcript, order: transcript.map(({ id }) => id) });
