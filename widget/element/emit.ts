import type { WidgetEvent } from "../panel/widget-events.ts";

/** Tells the page; answers whether the page let it happen. */
export function emitFrom(element: HTMLElement, { type, detail }: WidgetEvent, cancelable = false): boolean {
  if (type === "status") element.dataset.status = detail.status;
  return element.dispatchEvent(
    new CustomEvent(`voice-widget:${type}`, { detail, cancelable, bubbles: true, composed: true }),
  );
}
