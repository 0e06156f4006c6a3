// Long: whose turn it is, is one state; each message of Gemini changes all of it.
import type { Wire } from "../transport.ts";

/** How long the transcript of speech may still come after the answer to it is over, milliseconds. */
const LATE_MS = 3_000;
/** The model's answer to our request to stop comes within this time, milliseconds. */
const STOPPED_MS = 5_000;

/** The visitor's present item. */
interface UserItem {
  id: string;
  text: string;
  /** Whether it was emitted. */
  shown: boolean;
  /** Whether it began while the agent's turn ran that is not over yet. */
  over: boolean;
}

/**
 * Tracks whose turn it is, and the items of the conversation. Gemini sends neither item ids nor an order: both are made here.
 * A visitor's words that arrive after the answer to them has begun are still placed before it.
 */
export class Turns {
  readonly #wire: Wire;
  #count = 0;
  /** The newest item of the conversation. */
  #last: string | null = null;
  #user: UserItem | null = null;
  /** The agent's present item, until its text is complete. */
  #agent: { id: string; text: string } | null = null;
  /** Whether the model's turn runs. */
  active = false;
  /** Whether all sound of the running turn has come. */
  #generated = false;
  /** Whether the rest of the running turn must be neither heard nor shown. */
  #cut = false;
  /** The same for the next turn. */
  #cutNext = false;
  /** Whether the end of an interrupted turn is still to come. */
  #trailing = false;
  /** Whether the model owes an answer to something other than speech. */
  #asked = false;
  /** Until then, unix milliseconds, the model may answer our request to stop; that answer must not be heard. */
  #stopped = 0;
  /** Speech without a transcript when the answer to it was over, and until when its transcript is still accepted. */
  #wordless: { id: string; text: string; until: number } | null = null;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** Whether nobody speaks and no answer is owed. */
  get quiet(): boolean {
    return !this.active && !this.#asked && !this.#user;
  }

  /** Expects an answer to a text (with `id` if the page shows it) or to a tool's result. */
  ask(id?: string): void {
    this.#asked = true;
    this.#stopped = 0;
    if (!id) return;
    this.#closeUser();
    this.#wordless = null;
    this.#last = id;
  }

  /** The model acts in its turn, for example with a tool call. Returns false in a turn that was stopped. */
  call(): boolean {
    this.#start();
    this.#closeAgent();
    return !this.#cut;
  }

  /** Adds an item of another kind after what was said so far. */
  add(id: string): void {
    this.#last = id;
  }

  /** Takes a piece of the visitor's transcript; `interim` ones are only a guess at what follows. */
  hear(text: string, { interim = false, finished = false } = {}): void {
    const late = this.#user ? null : this.#wordless;
    if (late && Date.now() < late.until) {
      if (interim) return;
      late.text += text;
      this.#wire.emit({ type: "user_transcript", id: late.id, text: late.text.trim(), final: true });
      return;
    }
    const user = this.#openUser();
    if (!interim) user.text += text;
    user.shown = true;
    const shown = (interim ? user.text + text : user.text).trim();
    this.#wire.emit({ type: "user_transcript", id: user.id, text: shown, final: false });
    if (!finished) return;
    this.#closeUser();
    if (!this.active) this.#wire.emit({ type: "speech_stopped", id: user.id });
  }

  /** The visitor's speech begins or ends, if the model says so. */
  voice(speaking: boolean): void {
    if (speaking) {
      this.#closeUser();
      this.#wordless = null;
      this.#openUser();
    } else if (this.#user) this.#wire.emit({ type: "speech_stopped", id: this.#user.id });
  }

  speak(delta: string, spoken: boolean): void {
    const agent = this.#speaking();
    if (!agent || !delta) return;
    agent.text += delta;
    this.#wire.emit({ type: "agent_delta", id: agent.id, delta, spoken });
  }

  play(pcm: string): void {
    // Sound after the end of all sound is another turn: the model did not send the end of the one before.
    if (this.active && this.#generated) this.#over();
    const agent = this.#speaking();
    if (agent) this.#wire.play(agent.id, pcm);
  }

  /** The model has sent all of its turn, which may still be playing. @param more it continues by itself */
  generated(more: boolean): void {
    if (!this.active || this.#generated) return;
    this.#generated = true;
    this.#wire.finish();
    if (!this.#cut) this.#wire.emit({ type: "turn_done", more: more || this.#asked });
  }

  /** The turn is over. */
  complete(more: boolean): void {
    const trailing = this.#trailing;
    this.#trailing = false;
    if (!this.active) {
      // The turn was empty.
      if (!trailing) this.#stopped = 0;
      if (!trailing && this.#asked) this.#forget(more);
      return;
    }
    this.generated(more);
    this.#over();
  }

  /** The model stopped because the visitor speaks or something was sent. */
  interrupted(): void {
    const typed = this.#cut || this.#asked || this.#isStopped;
    const ids = this.#silence();
    // Words that come before the interruption are its beginning.
    if (this.#user?.over) this.#user.over = false;
    else this.#closeUser();
    if (this.active && !this.#cut && !this.#generated) this.#wire.emit({ type: "turn_done", more: this.#asked });
    this.active = false;
    this.#cut = false;
    this.#cutNext = false;
    this.#trailing = true;
    // Before the interruption is emitted: nothing of the agent's is waited for any more.
    if (!typed) this.#openUser();
    if (ids.length) this.#wire.emit({ type: "interrupted", ids });
  }

  /**
   * Stops the sound, also for the rest of the turn; with `next` also for an answer that is owed. Returns whether the model
   * must be asked to stop.
   */
  stop(next = false): boolean {
    const running = this.active && !this.#cut;
    const owed = next && !this.active && this.#asked && !this.#cutNext;
    if ((running && !this.#generated) || owed) this.#wire.emit({ type: "turn_done", more: false });
    const ids = this.#silence();
    if (ids.length) this.#wire.emit({ type: "interrupted", ids });
    this.#cut = this.active;
    if (owed) this.#cutNext = true;
    if (next && (running || owed)) {
      this.#stopped = Date.now() + STOPPED_MS;
      this.#asked = false;
    }
    return running || owed;
  }

  #start(): void {
    if (!this.active) {
      this.active = true;
      this.#generated = false;
      const toStop = this.#isStopped;
      this.#cut = this.#cutNext || toStop;
      this.#cutNext = false;
      this.#stopped = 0;
      // It answers speech that is not transcribed yet, whose place is before the answer.
      if (!this.#user && !this.#asked && !this.#cut) this.#place();
      if (!this.#cut) this.#wire.emit({ type: "turn_started" });
    }
    if (!this.#cut) this.#asked = false;
  }

  /** The item that the model's words belong to; `null` if they must not be heard. */
  #speaking(): { id: string; text: string } | null {
    this.#start();
    if (this.#cut) return null;
    if (!this.#agent) {
      this.#agent = { id: this.#name("agent"), text: "" };
      this.#last = this.#agent.id;
    }
    return this.#agent;
  }

  get #isStopped(): boolean {
    return Date.now() < this.#stopped;
  }

  #over(): void {
    this.#closeAgent();
    if (this.#user && !this.#user.text) this.#wordless = { id: this.#user.id, text: "", until: Date.now() + LATE_MS };
    this.#closeUser();
    this.active = false;
    this.#cut = false;
  }

  #forget(more: boolean): void {
    this.#asked = false;
    this.#cutNext = false;
    this.#wire.emit({ type: "turn_done", more });
  }

  #place(): void {
    this.#user = { id: this.#name("user"), text: "", shown: false, over: false };
    this.#wire.emit({ type: "item", id: this.#user.id, after: this.#last });
    this.#last = this.#user.id;
  }

  #openUser(): UserItem {
    if (this.#user) return this.#user;
    this.#stopped = 0;
    const user: UserItem = { id: this.#name("user"), text: "", shown: true, over: this.active };
    this.#user = user;
    this.#last = user.id;
    this.#wire.emit({ type: "speech_started", id: user.id });
    this.#wire.emit({ type: "user_transcript", id: user.id, text: "", final: false });
    return user;
  }

  #closeUser(): void {
    const user = this.#user;
    this.#user = null;
    if (user?.shown) this.#wire.emit({ type: "user_transcript", id: user.id, text: user.text.trim(), final: true });
  }

  #closeAgent(): void {
    const agent = this.#agent;
    this.#agent = null;
    if (agent?.text) this.#wire.emit({ type: "agent_transcript", id: agent.id, text: agent.text.trim() });
  }

  /** The ids of what was interrupted. */
  #silence(): string[] {
    const ids = new Set(this.#wire.flush().map(({ item }) => item));
    if (this.#agent?.text && !this.#generated) ids.add(this.#agent.id);
    // Its text stays as far as it has come.
    this.#agent = null;
    return [...ids];
  }

  #name(who: string): string {
    this.#count++;
    return `${who}_${this.#count}`;
  }
}
