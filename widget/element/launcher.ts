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
export function createLauncher() {
  const root = make("div", "dock");
  const button = make("button", "launcher");
  const mark = make("span", "mark");
  const words = make("span", "label");
  const slot = make("slot");
  button.type = "button";
  button.setAttribute("part", "launcher");
  button.setAttribute("aria-haspopup", "dialog");
  mark.append(make("i"), make("i"), make("i"), make("i"));
  slot.name = "launcher";
  slot.append(mark, words);
  button.append(slot);
  root.append(button);

  return {
    root,
    button,
    render({ label, notice, expanded, busy, status }: LauncherView): void {
      // What is read out begins with what is seen, also where the page has put its own words there.
      const own = slot.assignedElements().map(({ textContent }) => textContent?.trim());
      words.textContent = notice ?? label;
      button.setAttribute("aria-label", [own.join(" ") || label, notice].filter(Boolean).join(": ") || ENGLISH_LABEL);
      button.setAttribute("aria-expanded", String(expanded));
      button.setAttribute("aria-busy", String(busy));
      root.dataset.status = status;
    },
  };
}

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = "",
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}
