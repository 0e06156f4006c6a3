import { asRecord } from "../config/overlay.ts";
import type { PanelController } from "../panel/panel-controller.ts";
import type { WidgetHost } from "../panel/widget-host.ts";
import { ENGLISH_LABEL, launcherLabel } from "./launcher-label.ts";

/** The label when nothing can be loaded: needs no language. */
const FAILED = "⚠ ↻";

/**
 * The button that exists before anything else is loaded. It is drawn by hand, so that a page loads no renderer before the
 * click.
 */
export function createLauncher() {
  const root = make("div", "dock");
  const button = make("button", "launcher");
  const mark = make("span", "mark");
  const words = make("span", "label");
  const slot = make("slot", "");
  button.part = slot.name = "launcher";
  slot.append(mark, words);
  button.append(slot);
  root.append(button);

  return {
    root,
    button,
    /**
     * @param controller none until the panel has been loaded
     * @param busy whether it is loading
     * @param failed whether it could not be loaded
     * @returns its language and the status, and whether it is hidden while the panel is closed
     */
    draw(
      { config: { answer, error }, isOpen, locales }: WidgetHost,
      controller: PanelController | undefined,
      busy: boolean,
      failed?: boolean,
    ) {
      const [label, locale] = launcherLabel(answer, locales());
      const { open, closed } = asRecord(asRecord(answer).hours);
      const status = controller?.session.state.status ?? "idle";
      const broken = failed || error;
      const notice = controller?.notice || root.dataset.opens;
      // The accessible name must begin with the visible text, also where the page has put its own text there.
      const own = slot.assignedElements().map((one) => one.textContent?.trim());
      words.textContent = notice || (broken ? FAILED : label);
      button.ariaLabel = [own.join(" ") || label, notice].filter(Boolean).join(": ") || ENGLISH_LABEL;
      button.ariaHasPopup = "dialog";
      // The browser writes them as texts.
      (button.ariaExpanded as unknown) = isOpen();
      (button.ariaBusy as unknown) = busy && isOpen();
      root.dataset.status = broken ? "failed" : status;
      const hidden = (!open && closed === "hide" && status === "idle") || !(label || answer || error);
      return [locale, status, hidden] as const;
    },
  };
}

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  return element;
}
