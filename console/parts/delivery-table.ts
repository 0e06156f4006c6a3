import { html, nothing } from "lit";
import type { Delivery, DeliveryShown } from "../answers.ts";
import { duration, moment } from "./format.ts";

/** What a delivery sends, and what the receiver answered to each try. */
const details = ({ body, history }: DeliveryShown) => html`<div class="form">
  ${
    history.length === 0
      ? html`<p>It has not been tried yet.</p>`
      : html`<ul class="lines" aria-label="Tries">
          ${history.map(
            ({ at, status, detail, ms }) => html`<li>
              <span>${status === null ? "No answer" : `Answered ${status}`}</span>
              <span class="sub">${moment(at)}, after ${ms < 1000 ? `${ms} ms` : duration(ms)}${detail ? html`: ${detail}` : ""}</span>
            </li>`,
          )}
        </ul>`
  }
  <pre class="json" tabindex="0" role="region" aria-label="Body">${JSON.stringify(body, null, 2)}</pre>
</div>`;

interface Deliveries {
  deliveries: readonly Delivery[];
  /** The one whose body and answers are shown. */
  opened: DeliveryShown | null;
  open: (delivery: Delivery) => void;
  replay: (delivery: Delivery) => void;
}

/** What was sent to a webhook, and what became of it. */
export function deliveryTable({ deliveries, opened, open, replay }: Deliveries) {
  if (deliveries.length === 0) return html`<p>Nothing has been sent yet.</p>`;
  return html`<div class="scroll">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Event</th>
            <th scope="col">State</th>
            <th scope="col" class="number">Tries</th>
            <th scope="col">Last answer</th>
            <th scope="col"><span class="visually-hidden">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          ${deliveries.map(
            (delivery) => html`<tr>
              <td>${moment(delivery.created_at)}</td>
              <td data-label="Event">${delivery.event}</td>
              <td data-label="State">${delivery.status}${delivery.next_attempt_at ? html`, next try ${moment(delivery.next_attempt_at)}` : nothing}</td>
              <td class="number" data-label="Tries">${delivery.attempts}</td>
              <td data-label="Last answer">${delivery.last_attempt?.detail ?? delivery.last_attempt?.status ?? "–"}</td>
              <td class="act">
                <button
                  type="button"
                  class="small"
                  aria-expanded=${opened?.id === delivery.id}
                  @click=${() => open(delivery)}
                >
                  Details
                </button>
                <button type="button" class="small quiet" @click=${() => replay(delivery)}>Send again</button>
              </td>
            </tr>
            ${opened?.id === delivery.id ? html`<tr><td colspan="6">${details(opened)}</td></tr>` : nothing}`,
          )}
        </tbody>
      </table>
    </div>`;
}
