import { html, nothing, render } from "lit/html.js";
import { conversationOf, inCall } from "../../session/selectors.ts";
import { isPageHidden } from "../page-hidden.ts";
import type { ServedCall } from "../served-call.ts";
import { hangUpIcon, microphoneIcon, microphoneOffIcon } from "../views/icons.ts";
import { callWindowStyles } from "./call-window-styles.ts";

/** Chromium and Firefox on a desktop; not among the types of the DOM yet. */
interface DocumentPictureInPicture {
  requestWindow(options: { width: number; height: number }): Promise<Window & typeof globalThis>;
}

const SIZE = { width: 320, height: 180 };
/** What the window takes of the panel's look. */
const TOKENS = ["--_bg", "--_text", "--_muted", "--_danger", "--_on-danger", "--_edge"];

/** The call in a small window over other tabs, until the visitor comes back or the call ends. */
export class CallWindow {
  readonly #call: ServedCall;
  #window: (Window & typeof globalThis) | null = null;

  constructor(call: ServedCall) {
    this.#call = call;
    document.addEventListener("visibilitychange", () => isPageHidden() || this.#close());
  }

  /** Where the browser allows it: with a click, or where it has asked for it. */
  async open(): Promise<void> {
    const { documentPictureInPicture: pictures } = globalThis as {
      documentPictureInPicture?: DocumentPictureInPicture;
    };
    if (!pictures || this.#window || !inCall(this.#call.controller.session.state)) return;
    const opened = await pictures.requestWindow(SIZE).catch(() => null);
    if (!opened) return;
    this.#window = opened;
    // The visitor, or the page, may close it; the call goes on.
    opened.addEventListener("pagehide", () => {
      this.#window = null;
    });
    const styles = new opened.CSSStyleSheet();
    styles.replaceSync(callWindowStyles);
    opened.document.adoptedStyleSheets = [styles];
    this.draw();
  }

  draw(): void {
    const opened = this.#window;
    if (!opened) return;
    const { controller, end } = this.#call;
    const { session, panel, dispatch } = controller;
    const conversation = conversationOf(session.state);
    if (conversation?.input !== "voice") {
      this.#close();
      return;
    }
    const shown = panel.renderRoot.querySelector<HTMLElement>("[part=panel]");
    const { documentElement: root, body } = opened.document;
    if (shown) {
      const look = getComputedStyle(shown);
      for (const token of TOKENS) root.style.setProperty(token, look.getPropertyValue(token));
      root.style.fontFamily = look.fontFamily;
      root.lang = shown.lang;
      root.dir = shown.dir;
      opened.document.title = shown.ariaLabel ?? "";
    }
    const texts = this.#call.texts();
    const { muted } = conversation;
    const mute = () => dispatch({ type: "mute", muted: !muted });
    const button = (part: string, name: string, icon: unknown, click: () => void) =>
      html`<button class=${part} type="button" aria-label=${name} title=${name} @click=${click}>${icon}</button>`;
    render(
      html`
        <h1>${shown?.ariaLabel}</h1>
        <p role="status">${shown?.querySelector("[part=status]")?.textContent}</p>
        <div>
          ${
            this.#call.features().mute
              ? button("mute", muted ? texts.unmute : texts.mute, muted ? microphoneOffIcon : microphoneIcon, mute)
              : nothing
          }
          ${button("end", texts.endCall, hangUpIcon, end)}
        </div>
      `,
      body,
    );
  }

  #close(): void {
    this.#window?.close();
    this.#window = null;
  }
}
