import { html, nothing } from "lit";
import type { Delivery, DeliveryShown } from "../answers.ts";
import { duration, moment } from "./format.ts";
import { badge } from "./page.ts";
import { actions, NONE, numbers, table } from "./table.ts";

const TONES: Record<Delivery["status"], "good" | "bad" | "plain"> = {
  pending: "plain",
  delivered: "good",
  failed: "bad",
};

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
  open: (delivery: Delivery) => (event: Event) => void;
  replay: (delivery: Delivery) => (event: Event) => void;
}

/** What was sent to a webhook, and what became of it. */
export function deliveryTable({ deliveries, opened, open, replay }: Deliveries) {
  if (deliveries.length === 0) return html`<p>Nothing has been sent yet.</p>`;
  return table(
    deliveries,
    {
      When: ({ created_at }) => moment(created_at),
      // A line ends after a dot, not within a word.
      Event: ({ event }) =>
        html`${event.split(".").map((part, at) => html`${at > 0 ? html`.<wbr>` : nothing}${part}`)}`,
      State: ({ status, next_attempt_at }) =>
        html`${badge(TONES[status], status)}${next_attempt_at ? html` <span class="sub">next try ${moment(next_attempt_at)}</span>` : nothing}`,
      Tries: numbers(({ attempts }) => attempts),
      "Last answer": ({ last_attempt }) => last_attempt?.detail ?? last_attempt?.status ?? NONE,
      ...actions(
        (delivery) => html`<button
            type="button"
            class="small"
            aria-expanded=${opened?.id === delivery.id}
            @click=${open(delivery)}
          >
            Details
          </button>
          <button type="button" class="small quiet" @click=${replay(delivery)}>Send again</button>`,
      ),
    },
    { below: ({ id }) => (opened?.id === id ? details(opened) : null) },
  );
}
