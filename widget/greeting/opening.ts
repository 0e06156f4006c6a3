import type { HoursNow } from "../../shared/opening-hours.ts";
import { isClosed } from "../config/read-config.ts";
import { moment } from "../i18n/moment.ts";
import type { WidgetHost } from "../panel/widget-host.ts";

/** The longest that a timer of a browser can wait, milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Outside of opening hours the launcher says when it opens; then the settings are asked for anew. */
export function showOpening(
  host: WidgetHost,
  hours: HoursNow | null,
  tag: string,
  opensAt: (when: string) => string,
): void {
  const { dock } = host;
  const at = hours && isClosed(hours) ? hours.opens_at : null;
  delete dock.dataset.opens;
  if (at !== null) {
    // On a button, not in a sentence.
    dock.dataset.opens = opensAt(moment(at, tag)).replace(/[.。।]$/, "");
    setTimeout(() => host.element.isConnected && host.reloadConfig(), Math.min(at - Date.now() + 1_000, LONGEST_TIMER));
  }
  host.draw();
}
