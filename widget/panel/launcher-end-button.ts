import { render } from "lit/html.js";
import { hangUpIcon } from "./views/icons.ts";
import type { WidgetHost } from "./widget-host.ts";

/** The button beside the launcher that ends a call behind the closed panel. */
export class LauncherEndButton {
  readonly #button = document.createElement("button");

  constructor(host: WidgetHost, end: () => void) {
    const button = this.#button;
    button.type = "button";
    button.className = "end";
    button.hidden = true;
    button.setAttribute("part", "launcher-end");
    render(hangUpIcon, button);
    button.addEventListener("click", end);
    host.dock.append(button);
  }

  /** `label` is its name, or null without a call. */
  render(label: string | null): void {
    this.#button.hidden = label === null;
    if (label !== null) this.#button.setAttribute("aria-label", label);
  }
}
