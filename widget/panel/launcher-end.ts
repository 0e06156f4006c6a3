import { render } from "lit/html.js";
import { conversationOf, liveOf } from "../session/selectors.ts";
import { launcherEndStyles } from "./launcher-end-styles.ts";
import type { ServedCall } from "./served-call.ts";
import { hangUpIcon } from "./views/icons.ts";

/** The button beside the launcher that ends a call behind the closed panel. */
export class LauncherEnd {
  readonly #button = document.createElement("button");
  readonly #call: ServedCall;

  constructor(call: ServedCall) {
    this.#call = call;
    const { host, controller, end, features } = call;
    host.addStyles(launcherEndStyles);
    const button = this.#button;
    button.type = "button";
    button.className = "end";
    button.setAttribute("part", "launcher-end");
    render(hangUpIcon, button);
    // The button disappears with the call: the focus moves to the launcher, and the visitor is asked for a rating.
    button.addEventListener("click", () => {
      const rated = liveOf(controller.session.state) !== null && features().feedback;
      end();
      if (rated) host.element.open();
      if (!host.isOpen()) host.dock.querySelector<HTMLElement>(".launcher")?.focus();
    });
    host.dock.append(button);
  }

  update(): void {
    const { controller, texts } = this.#call;
    const { endCall, endChat } = texts();
    const conversation = conversationOf(controller.session.state);
    this.#button.hidden = conversation === null;
    this.#button.setAttribute("aria-label", conversation?.input === "text" ? endChat : endCall);
  }
}
