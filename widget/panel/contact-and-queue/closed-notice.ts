import { html, nothing } from "lit/html.js";
import type { HoursNow } from "../../../shared/opening-hours.ts";
import type { ContactAndQueueMessages } from "../../i18n/messages.ts";
import { moment } from "../../i18n/moment.ts";

/** Outside of opening hours: says so, and when it opens again. */
export function closedNotice(hours: HoursNow, tag: string, texts: ContactAndQueueMessages) {
  return html`<section class="card closed" part="closed" aria-labelledby="closed-title">
    <h2 id="closed-title">${texts.closedTitle}</h2>
    ${hours.opens_at === null ? nothing : html`<p>${texts.opensAt(moment(hours.opens_at, tag))}</p>`}
    ${hours.closed === "contact" ? html`<p>${texts.closedContact}</p>` : nothing}
  </section>`;
}
