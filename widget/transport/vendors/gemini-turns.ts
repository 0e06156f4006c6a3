// Long: whose turn it is, is one state; each message of Gemini changes all of it.
import type { Wire } from "../transport.ts";

/** Words for speech whose answer is over already are waited for so long, milliseconds. */
const LATE_MS = 3_000;
/** The model's answer to the word that it stop comes within this time, milliseconds. */
const STOPPED_MS = 5_000;

/**
 * Whose turn it is, and its words. Gemini names no items and tells no order: items are made here, and a visitor's words
 * that come after the answer to them began still stand before it.
 */
export class Turns {
  readonly #wire: Wire;
  #count = 0;
  /** The newest item of the conversation. */
  #last: string | null = null;
  /** What the visitor says; `shown` once the page knows of it. */
  #user: { id: string; text: string; shown: boolean } | null = null;
  /** What the agent says, until its text is complete. */
  #agent: { id: string; text: string } | null = null;
  /** The model's turn runs. */
  active = false;
  /** All sound of the running turn has come. */
  #generated = false;
  /** The rest of the running turn is not to be heard or shown. */
  #cut = false;
  /** So is the turn that is to come. */
  #cutNext = false;
  /** The end of a turn that was interrupted is still to come. */
  #trailing = false;
  /** The model owes an answer to something that was no speech. */
  #asked = false;
  /** Until then, unix milliseconds, the model answers the word that it stop: nobody is to hear it. */
  #stopped = 0;
  /** Speech that nothing was written of when the answer to it was over, and until when its words count. */
  #wordless: { id: string; text: string; until: number } | null = null;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** Nobody speaks, nothing is owed. */
  get quiet(): boolean {
    return !this.active && !this.#asked && !this.#user;
  }

  /** An answer will come to a text (`id` where the page shows it) or a tool's result. */
  ask(id?: string): void {
    this.#asked = true;
    this.#stopped = 0;
    if (!id) return;
    this.#closeUser();
    this.#wordless = null;
    this.#last = id;
  }

  /** The model wants something done in its turn. Answers whether it may: not in a turn that was stopped. */
  call(): boolean {
    this.#start();
    this.#closeAgent();
    return !this.#cut;
  }

  /** An item of another kind, after what was said so far. */
  add(id: string): void {
    this.#last = id;
  }

  /** A piece of what the visitor said; `interim` ones are only a guess at what follows. */
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

  /** The visitor's voice begins or ends, where the model says so. */
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
    // Sound after the end of all sound: another turn, whose forerunner was never called complete.
    if (this.active && this.#generated) this.#over();
    const agent = this.#speaking();
    if (agent) this.#wire.play(agent.id, pcm);
  }

  /** The model has said all of its turn; it may still be heard. @param more it goes on by itself. */
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
      // It had nothing to say.
      if (!trailing) this.#stopped = 0;
      if (!trailing && this.#asked) this.#forget(more);
      return;
    }
    this.generated(more);
    this.#over();
  }

  /** The model stopped, since the visitor speaks or something was sent. */
  interrupted(): void {
    const typed = this.#cut || this.#asked || this.#isStopped;
    const ids = this.#silence();
    this.#closeUser();
    if (this.active && !this.#cut && !this.#generated) this.#wire.emit({ type: "turn_done", more: this.#asked });
    this.active = false;
    this.#cut = false;
    this.#cutNext = false;
    this.#trailing = true;
    // Before the cut is told: nothing of the agent's is waited for any more.
    if (!typed) this.#openUser();
    if (ids.length) this.#wire.emit({ type: "interrupted", ids });
  }

  /**
   * Silence now, and for the rest of the turn; with `next` also for an answer that is owed. Answers whether the model
   * has to be told.
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
      // It answers speech that is still to be written down: that has its place before the answer.
      if (!this.#user && !this.#asked && !this.#cut) this.#place();
      if (!this.#cut) this.#wire.emit({ type: "turn_started" });
    }
    if (!this.#cut) this.#asked = false;
  }

  /** What the model says belongs to this; `null` when nobody is to hear it. */
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
    this.#user = { id: this.#name("user"), text: "", shown: false };
    this.#wire.emit({ type: "item", id: this.#user.id, after: this.#last });
    this.#last = this.#user.id;
  }

  #openUser(): { id: string; text: string; shown: boolean } {
    if (this.#user) return this.#user;
    this.#stopped = 0;
    const user = { id: this.#name("user"), text: "", shown: true };
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

  /** What was cut. */
  #silence(): string[] {
    const ids = new Set(this.#wire.flush().map(({ item }) => item));
    if (this.#agent?.text && !this.#generated) ids.add(this.#agent.id);
    // Its text stays as far as it came.
    this.#agent = null;
    return [...ids];
  }

  #name(who: string): string {
    this.#count++;
    return `${who}_${this.#count}`;
  }
}
