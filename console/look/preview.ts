import { html, LitElement, nothing, svg } from "lit";
import type { WidgetConfig } from "../../shared/config.ts";
import { paint, type Theme } from "./paint.ts";
import { previewStyles } from "./preview-styles.ts";

export const SCENES = [
  ["call", "In a call"],
  ["start", "Opened"],
  ["launcher", "Closed"],
] as const;
export type Scene = (typeof SCENES)[number][0];

/** A sketch of the widget on a page. It has a shadow root of its own, so that the console's rules cannot reach it. */
export class Preview extends LitElement {
  static override styles = previewStyles;
  static override properties = { config: { attribute: false }, theme: {}, scene: {}, agent: {} };
  declare config: WidgetConfig;
  declare theme: Theme;
  declare scene: Scene;
  /** Who speaks where the branding names nobody. */
  declare agent: string;

  override updated(): void {
    const { designTokens } = this.config;
    // Values go through CSSOM: an attribute would need `unsafe-inline`, and nothing can end its declaration here.
    const set = (name: string, value: string) => this.style.setProperty(`--${name}`, value);
    for (const [name, value] of Object.entries(paint(designTokens, this.theme))) set(name, value);
    set("font", designTokens.fontFamily);
    set("size", `${designTokens.fontSize}px`);
    set("radius", `${designTokens.radius}px`);
    set("launcher-radius", `${designTokens.launcherRadius}px`);
    set("width", `${designTokens.width}px`);
    set("height", `${designTokens.height}px`);
    set("offset", `${designTokens.offset}px`);
    this.dataset.theme = this.theme;
  }

  override render() {
    const { copy, features } = this.config;
    return html`
      <div class="page"><i></i><i></i><i></i><i></i><i></i></div>
      <div class="stand">
        ${this.scene === "launcher" ? (features.greetingBubble ? html`<p class="bubble">${copy.welcome ?? "Hello! How can we help?"}</p>` : nothing) : this.#panel()}
        <div class="launcher ${this.scene === "launcher" ? "" : "open"}">
          ${this.scene === "launcher" ? html`${MARK}<span>${copy.launcher ?? "Talk to us"}</span>` : CHEVRON}
        </div>
      </div>
    `;
  }

  #panel() {
    const { branding, features } = this.config;
    const title = branding.title ?? this.agent;
    const links = [branding.privacyUrl && "Privacy", branding.termsUrl && "Terms"].filter(Boolean);
    return html`<div class="panel">
      <div class="header">
        <span class="avatar">${branding.logoUrl || branding.avatarUrl ? PICTURE : title.slice(0, 1)}</span>
        <span class="who">
          <strong>${title}</strong>
          ${branding.subtitle ? html`<small>${branding.subtitle}</small>` : nothing}
        </span>
      </div>
      <div class="body">${this.scene === "call" ? this.#call() : this.#start()}</div>
      ${features.textInput && !(features.consent && this.scene === "start") ? this.#composer() : nothing}
      ${
        branding.footer || links.length
          ? html`<p class="footer">${branding.footer} ${links.map((link) => html`<u>${link}</u> `)}</p>`
          : nothing
      }
    </div>`;
  }

  #start() {
    const { copy, features } = this.config;
    if (features.consent)
      return html`<div class="middle">
        <strong>Before we start</strong>
        <p>${copy.consent ?? "This conversation is processed by an automated agent and may be stored. Do you agree?"}</p>
        <span class="button">I agree</span><small>Not now</small>
      </div>`;
    return html`<div class="middle">
      ${features.levelMeter ? html`<span class="orb">${MARK}</span>` : nothing}
      <p class="welcome">${copy.welcome ?? "Hello! How can we help?"}</p>
      ${features.voice ? html`<span class="button">${copy.startCall ?? "Start call"}</span>` : nothing}
      ${features.voice && features.textInput ? html`<small>or type below</small>` : nothing}
    </div>`;
  }

  #call() {
    const { copy, features } = this.config;
    return html`
      ${
        features.transcript
          ? html`<div class="talk">
              <p class="agent">${copy.welcome ?? "Hello! How can we help?"}</p>
              <p class="user">Are you open on Saturday?</p>
              <p class="agent">Yes, from nine to one. Shall I keep a table for you?</p>
            </div>`
          : nothing
      }
      <div class="middle ${features.transcript ? "low" : ""}">
        ${features.levelMeter ? html`<span class="orb">${MARK}</span>` : nothing}
        <small>${copy.listening ?? "Listening"}</small>
        ${
          features.voice
            ? html`<span class="row">
                ${features.mute ? html`<span class="button soft">${copy.mute ?? "Mute"}</span>` : nothing}
                <span class="button end">${copy.endCall ?? "End call"}</span>
              </span>`
            : nothing
        }
      </div>
    `;
  }

  #composer() {
    const { copy } = this.config;
    return html`<div class="composer">
      <span>${copy.inputPlaceholder ?? "Type a message"}</span><b title=${copy.send ?? "Send"}>${SEND}</b>
    </div>`;
  }
}

const MARK = svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 10v4M10 5v14M15 8v8M20 10.500v3"></path></svg>`;
const CHEVRON = svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 9.500l6 6 6-6"></path></svg>`;
const SEND = svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 19V5M6 11l6-6 6 6"></path></svg>`;
const PICTURE = svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 17l5-5 4 4 3-3 4 4M15.500 8.500h.01"></path></svg>`;
