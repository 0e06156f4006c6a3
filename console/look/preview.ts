import { html } from "lit";
import { View } from "../view.ts";
import { type PreviewState, READY } from "./preview-message.ts";

/** The real element on a page of its own, as large as a desktop's corner or a phone. It follows every change. */
export class Preview extends View {
  static override properties = { state: { attribute: false }, phone: { type: Boolean } };
  declare state: PreviewState;
  /** Whether the page is as narrow as a phone's. */
  declare phone: boolean;
  #ready = false;

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("message", this.#onMessage);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("message", this.#onMessage);
    this.#ready = false;
  }

  override updated(): void {
    this.#postState();
  }

  override render() {
    return html`<iframe class=${this.phone ? "phone" : ""} title="Preview of the widget" src="/console/preview"></iframe>`;
  }

  get #frame(): Window | null {
    return this.querySelector("iframe")?.contentWindow ?? null;
  }

  readonly #onMessage = ({ data, source, origin }: MessageEvent) => {
    if (data !== READY || origin !== location.origin || source !== this.#frame) return;
    this.#ready = true;
    this.#postState();
  };

  #postState(): void {
    if (this.#ready) this.#frame?.postMessage(this.state, location.origin);
  }
}
