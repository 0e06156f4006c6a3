import type { Status } from "../session/state.ts";
import { ENGLISH_LABEL } from "./launcher-label.ts";

/** What the launcher shows. */
export interface LauncherView {
  /** Its name in idle, and the beginning of its name always; empty while the words for the visitor are not known. */
  label: string;
  /** Instead of the label: a call's status, or why nothing opens. */
  notice: string | null;
  expanded: boolean;
  busy: boolean;
  status: Status | "failed";
}

/**
 * The button that is there before anything else is loaded: drawn by hand, so that a page pays for no renderer before
 * the click.
 */
export class Launcher {
  readonly root = make("div", "dock");
  readonly button = make("button", "launcher");
  readonly #mark = make("span", "mark");
  readonly #label = make("span", "label");
  readonly #slot = make("slot");

  constructor() {
    const { button } = this;
    button.type = "button";
    button.setAttribute("part", "launcher");
    button.setAttribute("aria-haspopup", "dialog");
    for (let bar = 0; bar < 4; bar++) this.#mark.append(make("i"));
    this.#slot.name = "launcher";
    this.#slot.append(this.#mark, this.#label);
    button.append(this.#slot, make("i", "chevron"));
    this.root.append(button);
  }

  render(view: LauncherView): void {
    const { button } = this;
    // What is read out begins with what is seen, also where the page has put its own words there.
    const own = this.#slot.assignedElements().map(({ textContent }) => textContent?.trim());
    const label = own.join(" ") || view.label;
    const name = [label, view.notice].filter(Boolean).join(": ") || ENGLISH_LABEL;
    this.#label.textContent = view.notice ?? view.label;
    button.setAttribute("aria-label", name);
    button.setAttribute("aria-expanded", String(view.expanded));
    button.setAttribute("aria-busy", String(view.busy));
    this.root.dataset.status = view.status;
  }
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, className = ""): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}
