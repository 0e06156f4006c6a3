import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { MAX_DAY_SPANS } from "../../shared/limits.ts";
import type { FaultAt } from "../controllers/form.ts";
import { valueIn } from "./event-value.ts";
import { type DraftDay, type DraftSpan, withoutSpan, withSpan } from "./hours-draft.ts";

const OPEN: readonly (readonly [DraftDay["open"], string])[] = [
  ["closed", "Closed"],
  ["hours", "Open"],
  ["always", "Open all day"],
];

interface DayRow {
  /** Begins its ids. */
  id: string;
  /** What a screen reader calls it, e.g. "Monday". */
  name: string;
  day: DraftDay;
  /** Faults of its spans; the path is the span. */
  faults: readonly FaultAt[];
  /** @param focus the element to go to afterwards, by its id */
  change: (day: DraftDay, focus?: string) => void;
}

/** Whether a day is open: its list, then its spans. */
export function dayRows({ id, name, day, faults, change }: DayRow) {
  const general = faults.filter(({ path }) => !/^\d/.test(path));
  return html`
    <select
      id="${id}-open"
      aria-label=${name}
      @change=${(event: Event) => change({ ...day, open: OPEN.find(([open]) => open === valueIn(event))?.[0] ?? "closed" })}
    >
      ${OPEN.map(([open, label]) => html`<option value=${open} .selected=${open === day.open}>${label}</option>`)}
    </select>
    ${
      day.open === "hours"
        ? html`<div class="spans-of">
            ${day.spans.map((span, at) => spanRow({ id, name, day, faults, change }, span, at))}
            ${day.spans.length < MAX_DAY_SPANS ? addButton({ id, name, day, change }) : nothing}
          </div>`
        : nothing
    }
    ${general.length ? html`<ul class="faults">${general.map(({ msg }) => html`<li>${msg}</li>`)}</ul>` : nothing}
  `;
}

const addButton = ({ id, name, day, change }: Omit<DayRow, "faults">) =>
  html`<button
    type="button"
    class="small quiet add"
    aria-label="Add hours on ${name}"
    @click=${() => change(withSpan(day), `${id}-${day.spans.length}-from`)}
  >
    Add hours
  </button>`;

function spanRow({ id, name, day, faults, change }: DayRow, [from, to]: DraftSpan, at: number) {
  const own = faults.filter(({ path }) => path === String(at) || path.startsWith(`${at}.`));
  const which = day.spans.length > 1 ? `${name} ${at + 1}` : name;
  const set = (span: DraftSpan) => change({ ...day, spans: day.spans.with(at, span) });
  // A time that is only half typed is empty: it is left as it is.
  const time = (part: "from" | "to", value: string, write: (value: string) => void) =>
    html`<input
      type="time"
      id="${id}-${at}-${part}"
      aria-label="${which}, ${part}"
      aria-invalid=${own.length ? "true" : nothing}
      aria-describedby=${own.length ? `${id}-${at}-faults` : nothing}
      .value=${live(value)}
      @input=${(event: Event) => write(valueIn(event))}
    />`;
  return html`<div class="span">
    ${time("from", from, (value) => set([value, to]))}
    <span aria-hidden="true">to</span>
    ${time("to", to, (value) => set([from, value]))}
    <button
      type="button"
      class="small quiet remove"
      aria-label="Remove ${which}"
      title="Remove"
      @click=${() => change(withoutSpan(day, at), `${id}-open`)}
    >
      ×
    </button>
    ${
      own.length
        ? html`<ul class="faults" id="${id}-${at}-faults">${own.map(({ msg }) => html`<li>${msg}</li>`)}</ul>`
        : nothing
    }
  </div>`;
}
