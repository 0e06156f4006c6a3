import { render } from "lit/html.js";
import type { ElementSession } from "../session/element-session.ts";
import { conversationOf, liveOf } from "../session/selectors.ts";
import { launcherEndStyles } from "./launcher-end-styles.ts";
import { hangUpIcon } from "./views/icons.ts";
import type { WidgetHost } from "./widget-host.ts";

/** The button beside the launcher that ends a call behind the closed panel. */
export class LauncherEnd {
  readonly #button = document.createElement("button");
  readonly #session: ElementSession;

  /** @param asksRating whether the visitor is asked for one at the end */
  constructor(host: WidgetHost, session: ElementSession, end: () => void, asksRating: () => boolean) {
    this.#session = session;
    host.addStyles(launcherEndStyles);
    const button = this.#button;
    button.type = "button";
    button.className = "end";
    button.setAttribute("part", "launcher-end");
    render(hangUpIcon, button);
    // The button disappears with the call: the focus moves to the launcher, and the visitor is asked for a rating.
    button.addEventListener("click", () => {
      const rated = liveOf(session.state) !== null && asksRating();
      end();
      if (rated) host.element.open();
      if (!host.isOpen()) host.dock.querySelector<HTMLElement>(".launcher")?.focus();
    });
    host.dock.append(button);
  }

  render({ endCall, endChat }: { endCall: string; endChat: string }): void {
    const conversation = conversationOf(this.#session.state);
    this.#button.hidden = conversation === null;
    this.#button.setAttribute("aria-label", conversation?.input === "text" ? endChat : endCall);
  }
}
