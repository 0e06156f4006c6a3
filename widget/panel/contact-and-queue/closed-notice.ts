import { html, nothing } from "lit/html.js";
import type { HoursNow } from "../../../shared/opening-hours.ts";
import type { ContactAndQueueMessages } from "../../i18n/messages.ts";

/** The next opening in the visitor's own time zone and language. */
function moment(at: number, tag: string): string {
  const soon = at - Date.now() < 6 * 86_400_000;
  const day = soon ? ({ weekday: "long" } as const) : ({ day: "numeric", month: "long" } as const);
  return new Intl.DateTimeFormat(tag, { ...day, hour: "numeric", minute: "2-digit" }).format(at);
}

/** Outside of opening hours: says so, and when it opens again. */
export function closedNotice(hours: HoursNow, tag: string, texts: ContactAndQueueMessages) {
  return html`<section class="closed" part="closed" aria-labelledby="closed-title">
    <h2 id="closed-title">${texts.closedTitle}</h2>
    ${hours.opens_at === null ? nothing : html`<p>${texts.opensAt(moment(hours.opens_at, tag))}</p>`}
    ${hours.closed === "contact" ? html`<p>${texts.closedContact}</p>` : nothing}
  </section>`;
}
