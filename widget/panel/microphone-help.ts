import type { ReactiveController, ReactiveControllerHost } from "lit";
import { nothing } from "lit/html.js";
import { microphonePermission } from "../audio/microphone-permission.ts";
import type { SessionErrorCode } from "../errors.ts";
import enMicrophone from "../i18n/en-microphone.ts";
import type { Messages } from "../i18n/messages.ts";
import type { Levels } from "../session/options.ts";
import { conversationOf, liveOf, microphoneFaultOf } from "../session/selectors.ts";
import type { SessionState } from "../session/state.ts";
import { LongTurn } from "./long-turn.ts";
import { microphoneHelpStyles } from "./microphone-help-styles.ts";
import type { ViewModel } from "./view-model.ts";
import { faultNotice, longTurnNotice, resultNotice } from "./views/microphone-notices.ts";

export { microphoneAdvice } from "./microphone-advice.ts";

/** How often the level is checked after a fault was fixed, milliseconds, and how many checks may find silence. */
const LISTEN_MS = 200;
const PATIENCE = 25;

export interface MicrophoneHelpHost extends ReactiveControllerHost {
  readonly renderRoot: ShadowRoot;
  readonly state: SessionState;
  readonly levels: () => Levels;
}

/** Shows why there is no microphone, what to do about it in this browser, and whether that helped. */
export class MicrophoneHelp implements ReactiveController {
  readonly #host: MicrophoneHelpHost;
  readonly #longTurn: LongTurn;
  #fault: SessionErrorCode | null = null;
  #spoke = false;
  /** Counts the faults, so that a repeated one is announced again. */
  #faults = 0;
  /** The fault before the visitor tried again. */
  #tried: SessionErrorCode | null = null;
  #dismissed = false;
  /** The browser is asking the visitor for permission. */
  #asking = false;
  #result: "works" | "silent" | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: MicrophoneHelpHost) {
    this.#host = host;
    this.#longTurn = new LongTurn(host);
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#stopListening();
    this.#longTurn.stop();
  }

  /** Call it for every state of the session, in order. */
  follow(state: SessionState): void {
    this.#longTurn.follow(state);
    const conversation = conversationOf(state);
    const [before, fault] = [this.#fault, microphoneFaultOf(state)];
    const speaks = conversation?.input === "voice";
    const began = speaks && (!this.#spoke || (fault === null && before !== null));
    this.#spoke = speaks;
    this.#fault = fault;
    if (began || (!conversation && !fault)) {
      this.#stopListening();
      this.#asking = this.#dismissed = false;
      this.#result = null;
    }
    if (began) void this.#ask();
    if (began && before) {
      this.#tried = before;
      this.#listen();
    }
    if (fault && !before) {
      this.#stopListening();
      this.#faults++;
      this.#asking = this.#dismissed = false;
    }
  }

  /** A text while the browser waits for the visitor's permission, else null. */
  status({
    microphoneHelp = enMicrophone.microphoneHelp,
  }: Partial<Pick<Messages, "microphoneHelp" | "tag">>): string | null {
    if (conversationOf(this.#host.state)?.asking) return microphoneHelp.pointAt;
    const waits = this.#timer !== undefined || conversationOf(this.#host.state)?.status === "connecting";
    return this.#asking && waits ? microphoneHelp.asking : null;
  }

  /** What to do about a fault. The composer stays usable below it. */
  faultNotice(model: ViewModel, fault: SessionErrorCode) {
    if (this.#dismissed) return nothing;
    model.addStyles(microphoneHelpStyles);
    return faultNotice(model, fault, this.#faults, this.#tried === fault, this.#typeInstead);
  }

  /** After a fault was fixed: whether the microphone is heard. Later: that it hears no end. */
  resultNotice(model: ViewModel) {
    if (this.#result) return resultNotice(model, this.#result, this.#close);
    return this.#longTurn.shown ? longTurnNotice(model, this.#longTurn.dismiss) : nothing;
  }

  /** Finds out whether the browser asks for permission. */
  async #ask(): Promise<void> {
    const faults = this.#faults;
    const permission = await microphonePermission();
    if (permission?.state !== "prompt" || faults !== this.#faults) return;
    this.#asking = true;
    permission.onchange = () => {
      this.#asking = false;
      this.#host.requestUpdate();
    };
    this.#host.requestUpdate();
  }

  /** Continues after it has reported silence: a visitor who then finds the mute switch reads that it works. */
  #listen(): void {
    let looks = 0;
    this.#timer = setInterval(() => {
      if (!liveOf(this.#host.state)) return;
      const heard = this.#host.levels().input > 0;
      if (!heard && (this.#asking || ++looks !== PATIENCE)) return;
      // With push-to-talk, or muted, the visitor is silent on purpose.
      const muted = !heard && conversationOf(this.#host.state)?.muted;
      if (heard || muted) this.#stopListening();
      if (muted) return;
      this.#asking = false;
      if (heard) this.#tried = null;
      this.#result = heard ? "works" : "silent";
      this.#host.requestUpdate();
    }, LISTEN_MS);
  }

  #stopListening(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  readonly #close = () => {
    this.#stopListening();
    this.#result = null;
    this.#host.requestUpdate();
  };

  readonly #typeInstead = () => {
    this.#dismissed = true;
    this.#host.requestUpdate();
    this.#host.renderRoot.querySelector("textarea")?.focus();
  };
}
