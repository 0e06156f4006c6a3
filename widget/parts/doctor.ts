import { html, nothing, type ReactiveController, type ReactiveControllerHost } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { MicrophoneFault } from "../errors.ts";
import type { ConnectingState, LiveState, SessionState } from "../session/state.ts";
import type { Levels } from "../session/voice-session.ts";
import { browserOf } from "./browser.ts";
import { alertIcon, microphoneIcon } from "./icons.ts";
import { whole } from "./later-texts.ts";
import { meter } from "./settings.ts";
import { openOf, type ViewModel } from "./view-model.ts";

/** How often the microphone is listened to after it was mended, and for how many looks it may be silent. */
const LISTEN_MS = 200;
const PATIENCE = 25;

interface DoctorHost extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly state: SessionState;
  readonly levels: () => Levels;
}

/** Why there is no microphone, what to do about it in this very browser, and whether it helped. */
export class Doctor implements ReactiveController {
  readonly #host: DoctorHost;
  #before: ConnectingState | LiveState | null = null;
  /** Counts the faults, so that the same one is said anew. */
  #faults = 0;
  #dismissed = false;
  /** The browser asks the visitor. */
  #asking = false;
  #mended: "works" | "silent" | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: DoctorHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#rest();
  }

  hostUpdate(): void {
    const before = this.#before;
    const open = openOf(this.#host.state);
    this.#before = open;
    const fault = open?.microphone ?? null;
    const began =
      open?.input === "voice" && (before?.input !== "voice" || (fault === null && before.microphone !== null));
    if (!open || began) {
      this.#rest();
      this.#asking = this.#dismissed = false;
      this.#mended = null;
    }
    if (began) void this.#ask();
    if (began && before?.microphone) this.#listen();
    if (fault && fault !== before?.microphone) {
      this.#rest();
      this.#faults++;
      this.#asking = this.#dismissed = false;
    }
    if (open?.status !== "connecting" && !this.#timer) this.#asking = false;
  }

  /** What the browser is waiting for, if it is. */
  why(texts: ViewModel["texts"]): string | null {
    return this.#asking ? whole(texts).doctor.asking : null;
  }

  /** Typing goes on below it. */
  fault({ texts: first, features, request }: ViewModel, fault: MicrophoneFault) {
    if (this.#dismissed) return nothing;
    const texts = whole(first);
    const { steps, tryAgain, typeInstead, openAlone } = texts.doctor;
    const family = browserOf(navigator.userAgent, navigator.maxTouchPoints);
    const list = fault === "microphone_denied" ? steps.microphone_denied[family] : steps[fault];
    const hopeless = fault === "microphone_insecure" || fault === "microphone_blocked_by_frame";
    const framed = self !== top && (hopeless || fault === "microphone_denied");
    return keyed(
      this.#faults,
      html`
        <div class="notice doctor" part="notice" role="alert" data-code=${fault}>
          ${alertIcon}
          <div>
            <p class="what">${texts.errors[fault].title}</p>
            <ol>
              ${list.map((step) => html`<li>${step}</li>`)}
            </ol>
            <div class="choices">
              ${
                hopeless
                  ? nothing
                  : html`<button
                      class="primary small"
                      part="retry"
                      type="button"
                      @click=${() => request({ type: "start", input: "voice" })}
                    >
                      ${tryAgain}
                    </button>`
              }
              ${
                framed
                  ? html`<a class="secondary" part="link" href=${location.href} target="_blank" rel="noopener"
                      >${openAlone}</a
                    >`
                  : nothing
              }
              ${
                features.textInput
                  ? html`<button class="secondary" part="type-instead" type="button" @click=${this.#typeInstead}>
                      ${typeInstead}
                    </button>`
                  : nothing
              }
            </div>
          </div>
        </div>
      `,
    );
  }

  /** After it was mended: whether it is heard. */
  result({ texts: first }: ViewModel) {
    if (!this.#mended) return nothing;
    const texts = whole(first);
    return html`
      <div class="notice mended" part="notice" role="status" data-code=${this.#mended}>
        ${this.#mended === "works" ? microphoneIcon : alertIcon}
        <div>
          <p>${texts.doctor[this.#mended]}</p>
          ${meter}
          <button class="secondary" part="dismiss" type="button" @click=${this.#close}>${texts.dismiss}</button>
        </div>
      </div>
    `;
  }

  /** Not every browser says whether it asks. */
  async #ask(): Promise<void> {
    const faults = this.#faults;
    const permission = await navigator.permissions?.query({ name: "microphone" as PermissionName }).catch(() => null);
    if (permission?.state !== "prompt" || faults !== this.#faults) return;
    this.#asking = true;
    permission.onchange = () => {
      this.#asking = false;
      this.#host.requestUpdate();
    };
    this.#host.requestUpdate();
  }

  #listen(): void {
    let looks = 0;
    this.#timer = setInterval(() => {
      const heard = this.#host.levels().input > 0;
      if (this.#asking && !heard) return;
      if (!heard && ++looks < PATIENCE) return;
      this.#rest();
      this.#asking = false;
      // Who holds a button to talk, or is muted, is silent on purpose.
      if (!heard && openOf(this.#host.state)?.muted) return;
      this.#mended = heard ? "works" : "silent";
      this.#host.requestUpdate();
    }, LISTEN_MS);
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  readonly #close = () => {
    this.#mended = null;
    this.#host.requestUpdate();
  };

  readonly #typeInstead = () => {
    this.#dismissed = true;
    this.#host.requestUpdate();
    this.#host.renderRoot.querySelector("textarea")?.focus();
  };
}
