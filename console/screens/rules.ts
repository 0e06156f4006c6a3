import { html } from "lit";
import { DAYS, type Day } from "../../shared/hours-clock.ts";
import type { Project } from "../answers.ts";
import type { Api } from "../api.ts";
import { Form, LocalFaults } from "../controllers/form.ts";
import { field, read } from "../parts/field.ts";
import { View } from "../view.ts";

const DAY_NAMES: Record<Day, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};
type Span = [string, string];

const spansText = (spans: readonly (readonly string[])[] | undefined): string =>
  (spans ?? []).map((span) => span.join("-")).join(", ");

/** `09:00-12:00, 13:00-17:00` as spans. */
function readSpans(name: string, text: string): Span[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const found = /^(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})$/.exec(part);
      if (!found?.[1] || !found[2]) throw new LocalFaults(name, "Write times like 09:00-12:00, 13:00-17:00");
      return [found[1].padStart(5, "0"), found[2].padStart(5, "0")];
    });
}

/** A project's opening hours, daily caps, and how long conversations are kept. @fires changed */
export class Rules extends View {
  static override properties = { api: { attribute: false }, project: { attribute: false } };
  declare api: Api;
  declare project: Project;
  readonly #hours = new Form(this, "hours");
  readonly #limits = new Form(this, "limits");

  override render() {
    return html`${this.#hoursForm()} ${this.#limitsForm()}`;
  }

  #hoursForm() {
    const { hours } = this.project;
    const zone = hours?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    return html`<form class="card form" @submit=${this.#hours.submit((form) => this.#saveHours(form))}>
      <header>
        <h2>Opening hours</h2>
        <p>Outside of them the widget says so. A day without times is closed.</p>
      </header>
      <div class="columns">
        ${field(this.#hours, { kind: "text", name: "hours.time_zone", label: "Time zone", value: zone, required: true, maxlength: 64 })}
        ${field(this.#hours, {
          kind: "select",
          name: "hours.closed",
          label: "When closed",
          value: hours?.closed ?? "",
          options: [
            ["", "Calls start all the same"],
            ["notice", "Say when it opens"],
            ["contact", "Offer the contact form"],
            ["hide", "Hide the widget"],
          ],
        })}
      </div>
      <div class="columns">
        ${DAYS.map((day) =>
          field(this.#hours, {
            kind: "text",
            name: `hours.week.${day}`,
            label: DAY_NAMES[day],
            value: spansText(hours?.week[day]),
            maxlength: 200,
            placeholder: "09:00-17:00",
          }),
        )}
      </div>
      ${field(this.#hours, {
        kind: "area",
        name: "hours.exceptions",
        label: "Other days",
        rows: 4,
        value: (hours?.exceptions ?? []).map(({ date, spans }) => `${date} ${spansText(spans) || "closed"}`).join("\n"),
        placeholder: "2026-12-24 closed\n2026-12-31 09:00-12:00",
        hint: "One date a line.",
      })}
      ${this.#hours.summary()}
      <div class="buttons">
        <button class="primary" ?disabled=${this.#hours.busy}>Save opening hours</button>
        <button type="button" class="quiet" ?hidden=${hours === null} @click=${() => this.#patch({ hours: null })}>Always open</button>
      </div>
    </form>`;
  }

  #limitsForm() {
    const { daily_credit_cap, daily_session_cap, retention_days } = this.project;
    return html`<form class="card form" @submit=${this.#limits.submit((form) => this.#saveLimits(form))}>
      <header><h2>Limits</h2></header>
      <div class="columns">
        ${field(this.#limits, { kind: "number", name: "daily_credit_cap", label: "Credits a day", min: 0, value: daily_credit_cap, hint: "UTC day. Empty for none." })}
        ${field(this.#limits, { kind: "number", name: "daily_session_cap", label: "Calls a day", min: 0, value: daily_session_cap, hint: "UTC day. Empty for none." })}
        ${field(this.#limits, { kind: "number", name: "retention_days", label: "Keep conversations for", min: 0, max: 3650, value: retention_days, unit: "days", required: true, hint: "0 keeps nothing but the ledger." })}
      </div>
      ${this.#limits.summary()}
      <div class="buttons"><button class="primary" ?disabled=${this.#limits.busy}>Save limits</button></div>
    </form>`;
  }

  async #saveHours(form: HTMLFormElement): Promise<void> {
    const values = read(form);
    const week = Object.fromEntries(
      DAYS.map((day) => [day, readSpans(`hours.week.${day}`, values.text(`hours.week.${day}`))]).filter(
        ([, spans]) => spans?.length,
      ),
    );
    const exceptions = values
      .text("hours.exceptions")
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => {
        const [date = "", ...rest] = line.split(/\s+/);
        const text = rest.join(" ");
        return { date, spans: text === "closed" || text === "" ? [] : readSpans("hours.exceptions", text) };
      });
    const closed = values.text("hours.closed");
    const hours = { time_zone: values.text("hours.time_zone"), week, exceptions, ...(closed ? { closed } : {}) };
    await this.#patch({ hours });
  }

  async #saveLimits(form: HTMLFormElement): Promise<void> {
    const values = read(form);
    const number = (name: string) => (values.text(name) === "" ? null : Number(values.text(name)));
    await this.#patch({
      daily_credit_cap: number("daily_credit_cap"),
      daily_session_cap: number("daily_session_cap"),
      retention_days: Number(values.text("retention_days")),
    });
  }

  async #patch(body: object): Promise<void> {
    await this.api.patch(`/projects/${this.project.id}`, { body });
    this.notice("Saved");
    this.dispatchEvent(new CustomEvent("changed", { bubbles: true }));
  }
}
