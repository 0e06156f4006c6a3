import { pathIcon } from "./path-icon.ts";
import type { WidgetHost } from "./widget-host.ts";

const HANG_UP =
  "M3.6 14.4c-.8-.8-.9-2 0-2.9C6 9.2 9 8.2 12 8.2s6 1 8.4 3.3c.9.9.8 2.1 0 2.9l-1 1c-.6.6-1.5.7-2.2.2l-1.9-1.3c-.5-.4-.8-1-.7-1.6l.1-1.1a9.5 9.5 0 0 0-5.4 0l.1 1.1c.1.6-.2 1.2-.7 1.6l-1.9 1.3c-.7.5-1.6.4-2.2-.2z";

/** The button beside the launcher that ends a call behind the closed panel. */
export class LauncherEndButton {
  readonly #button = document.createElement("button");

  constructor(host: WidgetHost, end: () => void) {
    const button = this.#button;
    button.type = "button";
    button.className = "end";
    button.hidden = true;
    button.setAttribute("part", "launcher-end");
    button.append(pathIcon(HANG_UP, "hang-up"));
    button.addEventListener("click", end);
    host.dock.append(button);
  }

  /** `label` is its name, or null without a call. */
  render(label: string | null): void {
    this.#button.hidden = label === null;
    if (label !== null) this.#button.setAttribute("aria-label", label);
  }
}
