import type { Status } from "../session/state.ts";

/** What the launcher shows. */
export interface LauncherView {
  /** Its name in idle, and the beginning of its name always. */
  label: string;
  /** Instead of the label: a call's status, or why nothing opens. */
  notice: string | null;
  /** The name of the button that ends a call behind the closed panel, or null without one. */
  endLabel: string | null;
  expanded: boolean;
  busy: boolean;
  status: Status | "failed";
}

const CHEVRON = "M6 9.5l6 6 6-6";
const HANG_UP =
  "M3.6 14.4c-.8-.8-.9-2 0-2.9C6 9.2 9 8.2 12 8.200s6 1 8.4 3.300c.9.9.8 2.1 0 2.900l-1 1c-.6.6-1.5.7-2.2.2l-1.9-1.300c-.5-.4-.8-1-.7-1.600l.1-1.100a9.5 9.5 0 0 0-5.4 0l.1 1.100c.1.6-.2 1.2-.7 1.600l-1.9 1.300c-.7.5-1.6.4-2.2-.2z";

/**
 * The button that is there before anything else is loaded: drawn by hand, so that a page pays for no renderer before
 * the click.
 */
export class Launcher {
  readonly root = make("div", "dock");
  readonly button = make("button", "launcher");
  readonly end = make("button", "end");
  readonly #mark = make("span", "mark");
  readonly #label = make("span", "label");

  constructor() {
    const { button, end } = this;
    for (const each of [button, end]) each.type = "button";
    button.setAttribute("part", "launcher");
    button.setAttribute("aria-haspopup", "dialog");
    for (let bar = 0; bar < 4; bar++) this.#mark.append(make("i"));
    const slot = make("slot");
    slot.name = "launcher";
    slot.append(this.#mark, this.#label);
    button.append(slot, icon(CHEVRON, "chevron"));
    end.setAttribute("part", "launcher-end");
    end.append(icon(HANG_UP, "hang-up"));
    this.root.append(button, end);
  }

  render(view: LauncherView): void {
    const { button, end } = this;
    const name = view.notice ? `${view.label}: ${view.notice}` : view.label;
    this.#label.textContent = view.notice ?? view.label;
    button.setAttribute("aria-label", name);
    button.setAttribute("aria-expanded", String(view.expanded));
    button.setAttribute("aria-busy", String(view.busy));
    this.root.dataset.status = view.status;
    end.hidden = view.endLabel === null;
    end.setAttribute("aria-label", view.endLabel ?? "");
  }
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, className = ""): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}

function icon(path: string, className: string): SVGElement {
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
