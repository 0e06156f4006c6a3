import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { DAYS, type Day, isTimeZone, type OpeningHours } from "../../shared/hours-clock.ts";
import { MAX_HOUR_EXCEPTIONS } from "../../shared/limits.ts";
import { type FaultAt, type Fields, type Form, fieldsBelow, LocalFaults } from "../controllers/form.ts";
import { READER } from "../locale.ts";
import { View } from "../view.ts";
import { dayRows } from "./day-rows.ts";
import { valueIn } from "./event-value.ts";
import { field } from "./field.ts";
import {
  type DraftException,
  draftOf,
  faultsOf,
  type HoursDraft,
  hoursOf,
  newException,
  timeZones,
  withMonday,
} from "./hours-draft.ts";

const DAY_NAMES: Record<Day, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};
const CLOSED = [
  ["notice", "Say when it opens"],
  ["contact", "Offer the contact form"],
  ["hide", "Hide the widget"],
  ["", "Calls stay possible"],
] as const;

/** The week of a shop, day by day, and the dates that differ. @fires input - at each change */
export class HoursEditor extends View {
  static override properties = {
    form: { attribute: false },
    faults: { attribute: false },
    hours: { attribute: false },
    draft: { state: true },
  };
  declare form: Form;
  /** Faults of `hours`. */
  declare faults: readonly FaultAt[];
  /** As they are stored. */
  declare hours: OpeningHours | null;
  declare draft: HoursDraft;
  #of: OpeningHours | null | undefined;
  readonly #browser = Intl.DateTimeFormat().resolvedOptions().timeZone;

  constructor() {
    super();
    this.faults = [];
  }

  override willUpdate(): void {
    if (this.#of === this.hours) return;
    this.#of = this.hours;
    this.draft = draftOf(this.hours, this.#browser);
  }

  /** As the API takes them. @throws LocalFaults with everything that is wrong */
  take(): OpeningHours {
    const [first, ...others] = faultsOf(this.draft);
    if (first) throw new LocalFaults(first.path, first.msg, others);
    return hoursOf(this.draft);
  }

  override render() {
    const fields = fieldsBelow(this.form, "hours", this.faults);
    return html`${this.#general(fields)} ${this.#week(fields)} ${this.#exceptions(fields)}`;
  }

  #general(fields: Fields) {
    const { time_zone, closed } = this.draft;
    const zones = timeZones(this.#browser, time_zone);
    return html`<div class="columns">
      ${field(fields, {
        kind: "select",
        name: "time_zone",
        label: "Time zone",
        plain: true,
        value: time_zone,
        options: zones.map((zone) => [zone, zone.replaceAll("_", " ")] as const),
        hint: this.#clock(time_zone),
        onInput: (event) => this.#set({ time_zone: valueIn(event) }),
      })}
      ${field(fields, {
        kind: "select",
        name: "closed",
        label: "While closed",
        plain: true,
        value: closed,
        options: CLOSED,
        hint: "What visitors see outside these hours.",
        onInput: (event) => this.#set({ closed: CLOSED.find(([value]) => value === valueIn(event))?.[0] ?? "" }),
      })}
    </div>`;
  }

  /** Shows whether the time zone is the right one. */
  #clock(time_zone: string): string {
    if (!isTimeZone(time_zone)) return "";
    const now = new Intl.DateTimeFormat(READER, { timeZone: time_zone, timeStyle: "short" }).format(Date.now());
    return `It is now ${now} there.`;
  }

  #week(fields: Fields) {
    const { week } = this.draft;
    return html`<fieldset class="week">
      <legend>Each week</legend>
      ${DAYS.map((name) => {
        const path = `week.${name}`;
        return html`<div class="day" role="group" aria-label=${DAY_NAMES[name]}>
          <b aria-hidden="true">${DAY_NAMES[name]}</b>
          ${dayRows({
            id: `hours-${name}`,
            name: DAY_NAMES[name],
            day: week[name],
            faults: fields.faultsAt(path),
            change: (day, focus) => this.#set({ week: { ...week, [name]: day } }, path, focus),
          })}
          ${name === "mon" ? this.#copy() : nothing}
        </div>`;
      })}
      <p class="hint">An end at 00:00 means midnight.</p>
    </fieldset>`;
  }

  #copy() {
    return html`<button
      type="button"
      class="small quiet copy"
      @click=${() => {
        this.#set({ week: withMonday(this.draft.week) }, "week");
        this.notice("Monday’s hours copied to Tuesday through Friday");
      }}
    >
      Copy to Tuesday–Friday
    </button>`;
  }

  #exceptions(fields: Fields) {
    const { exceptions } = this.draft;
    const general = fields.faultsAt("exceptions").filter(({ path }) => !/^\d/.test(path));
    return html`<fieldset class="week">
      <legend>Holidays and other dates</legend>
      ${exceptions.length ? nothing : html`<p class="hint">None. The hours of a date that you add replace those of its weekday.</p>`}
      ${exceptions.map((one, at) => this.#exception(fields, one, at))}
      ${general.length ? html`<ul class="faults">${general.map(({ msg }) => html`<li>${msg}</li>`)}</ul>` : nothing}
      <div class="buttons">
        <button
          type="button"
          class="small"
          id="hours-add-date"
          ?disabled=${exceptions.length >= MAX_HOUR_EXCEPTIONS}
          @click=${() => this.#setExceptions([...exceptions, newException()], `hours-date-${exceptions.length}`)}
        >
          Add a date
        </button>
      </div>
    </fieldset>`;
  }

  #exception(fields: Fields, one: DraftException, at: number) {
    const { exceptions } = this.draft;
    const id = `hours-date-${at}`;
    const name = one.date || "New date";
    const faults = fields.faultsAt(`exceptions.${at}.date`);
    return html`<div class="day" role="group" aria-label=${name}>
      <span class="date">
        <input
          type="date"
          id=${id}
          aria-label="Date"
          aria-invalid=${faults.length ? "true" : nothing}
          aria-describedby=${faults.length ? `${id}-faults` : nothing}
          .value=${live(one.date)}
          @input=${(event: Event) => this.#setExceptions(exceptions.with(at, { ...one, date: valueIn(event) }))}
        />
        ${faults.length ? html`<ul class="faults" id="${id}-faults">${faults.map(({ msg }) => html`<li>${msg}</li>`)}</ul>` : nothing}
      </span>
      ${dayRows({
        id: `${id}-hours`,
        name,
        day: one,
        faults: fields.faultsAt(`exceptions.${at}.spans`),
        change: (day, focus) => this.#setExceptions(exceptions.with(at, { ...day, date: one.date }), focus),
      })}
      ${this.#removeDate(at)}
    </div>`;
  }

  #removeDate(at: number) {
    const next = this.draft.exceptions.length > 1 ? `hours-date-${Math.max(0, at - 1)}` : "hours-add-date";
    return html`<button
      type="button"
      class="small quiet bad end"
      aria-label=${`Remove date ${this.draft.exceptions[at]?.date ?? ""}`.trim()}
      @click=${() => this.#setExceptions(this.draft.exceptions.toSpliced(at, 1), next)}
    >
      Remove date
    </button>`;
  }

  /** Faults name dates by number, which may no longer fit. */
  #setExceptions(exceptions: DraftException[], focus?: string): void {
    this.#set({ exceptions }, "exceptions", focus);
  }

  #set(change: Partial<HoursDraft>, forgiven?: string, focus?: string): void {
    this.draft = { ...this.draft, ...change };
    if (forgiven) this.form.forgive(`hours.${forgiven}`);
    this.dispatchEvent(new Event("input", { bubbles: true }));
    if (focus) void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#${focus}`)?.focus());
  }
}
