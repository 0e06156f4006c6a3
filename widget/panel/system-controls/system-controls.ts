import { conversationOf, inCall } from "../../session/selectors.ts";
import { ScreenWakeLock } from "../../session/wake-lock.ts";
import type { ServedCall } from "../served-call.ts";
import { BackGesture } from "./back-gesture.ts";
import { CallWindow } from "./call-window.ts";
import { MediaSessionControls } from "./media-session.ts";

/**
 * What the system offers for a call, outside of the panel: mute and end on headset, lock screen and in a small window over
 * other tabs; back closes the panel, not the page; the screen stays on. Each only where the browser has it.
 */
export class SystemControls {
  readonly #call: ServedCall;
  readonly #media: MediaSessionControls;
  readonly #window: CallWindow;
  readonly #back: BackGesture;
  readonly #screen = new ScreenWakeLock();

  constructor(call: ServedCall) {
    this.#call = call;
    this.#window = new CallWindow(call);
    this.#back = new BackGesture(() => call.host.element.close());
    this.#media = new MediaSessionControls({
      togglemicrophone: () => {
        const conversation = conversationOf(call.controller.session.state);
        if (conversation && call.features().mute)
          call.controller.dispatch({ type: "mute", muted: !conversation.muted });
      },
      hangup: call.end,
      // Chromium asks for it as the visitor goes to another tab.
      enterpictureinpicture: () => void this.#window.open(),
    });
  }

  /** Call it when session, panel or settings have changed. */
  update(): void {
    const { host, controller } = this.#call;
    const { panel, session } = controller;
    const { state } = session;
    const speaks = inCall(state);
    const title = panel.renderRoot.querySelector("[part=panel]")?.ariaLabel ?? "";
    this.#media.show(speaks ? { title, muted: conversationOf(state)?.muted === true } : null);
    // With what the panel says by then.
    void panel.updateComplete.then(() => this.#window.draw());
    this.#back.follow(speaks && host.isOpen());
    this.#screen.hold(speaks, { window, document });
  }
}
