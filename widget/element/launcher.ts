import type { Status } from "../session/state.ts";

/** What the launcher shows. */
export interface LauncherView {
  /** Its name in idle, and the beginning of its name always. */
  label: string;
  /** Instead of the label: a call's status, or why nothing opens. */
  notice: string | null;
  expanded: boolean;
  busy: boolean;
  status: Status | "failed";
}

const CHEVRON = "M6 9.5l6 6 6-6";

/**
 * The button that is there before anything else is loaded: drawn by hand, so that a page pays for no renderer before
 * the click.
 */
export class Launcher {
  readonly root = make("div", "dock");
  readonly button = make("button", "launcher");
  readonly #mark = make("span", "mark");
  readonly #label = make("span", "label");

  constructor() {
    const { button } = this;
    button.type = "button";
    button.setAttribute("part", "launcher");
    button.setAttribute("aria-haspopup", "dialog");
    for (let bar = 0; bar < 4; bar++) this.#mark.append(make("i"));
    const slot = make("slot");
    slot.name = "launcher";
    slot.append(this.#mark, this.#label);
    button.append(slot, icon(CHEVRON, "chevron"));
    this.root.append(button);
  }

  render(view: LauncherView): void {
    const { button } = this;
    const name = view.notice ? `${view.label}: ${view.notice}` : view.label;
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

export function icon(path: string, className: string): SVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  const line = document.createElementNS(namespace, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", className);
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
