import { html, svg } from "lit";
import type { AnalyticsCount, Page } from "../answers.ts";
import type { Api } from "../api.ts";
import { Form, LocalFaults } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { field, read } from "../parts/field.ts";
import { count, words } from "../parts/format.ts";
import { emptyNote } from "../parts/notes.ts";
import { to } from "../router.ts";
import { View } from "../view.ts";

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;
/** The way of a visitor, in its order; a site's own names follow. */
const FUNNEL = ["impression", "open", "start", "connected", "ended", "failed", "mic_denied", "feedback", "close"];

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Counts per day and name: what visitors did with the widget. Days are UTC. */
export class Analytics extends View {
  static override properties = {
    api: { attribute: false },
    projectId: { type: Number },
    query: { attribute: false },
  };
  declare api: Api;
  declare projectId: number;
  declare query: URLSearchParams;
  readonly #form = new Form(this, "analytics");

  get #range(): { from: string; to: string } {
    const now = Date.now();
    const day = /^\d{4}-\d{2}-\d{2}$/;
    const [from, until] = [this.query.get("from") ?? "", this.query.get("to") ?? ""];
    return {
      from: day.test(from) ? from : dayOf(now - (SHOWN_DAYS - 1) * DAY_MS),
      to: day.test(until) ? until : dayOf(now),
    };
  }

  readonly #counts = new Load<AnalyticsCount[]>(
    this,
    async (signal) => {
      const items: AnalyticsCount[] = [];
      let cursor: string | null = null;
      do {
        const page: Page<AnalyticsCount> = await this.api.get(`/projects/${this.projectId}/analytics`, {
          query: { ...this.#range, cursor },
          signal,
        });
        items.push(...page.items);
        cursor = page.next_cursor ?? null;
      } while (cursor !== null);
      return items;
    },
    () => [this.api, this.projectId, this.#range.from, this.#range.to],
  );

  override render() {
    const range = this.#range;
    return html`
      <form
        class="range"
        @submit=${this.#form.submit(async (form) => {
          const values = read(form);
          if (values.text("from") > values.text("to"))
            throw new LocalFaults("from", "Choose a day that is not after the last one");
          const query = new URLSearchParams({ from: values.text("from"), to: values.text("to") });
          location.hash = `${to.project(this.projectId, "analytics")}?${query}`;
        })}
      >
        ${field(this.#form, { kind: "date", name: "from", label: "From", value: range.from, required: true })}
        ${field(this.#form, { kind: "date", name: "to", label: "To", value: range.to, required: true })}
        <button>Show</button>
      </form>
      ${this.#counts.render((counts) => (counts.length === 0 ? this.#empty() : this.#table(counts, range)))}
    `;
  }

  #empty() {
    return emptyNote(
      "Nothing counted in these days",
      "Once the widget stands on a page, it counts how often it was seen, opened and talked to. Never who did.",
    );
  }

  #table(counts: readonly AnalyticsCount[], range: { from: string; to: string }) {
    const names = [...new Set(counts.map(({ name }) => name))].sort(
      (a, b) => place(a) - place(b) || a.localeCompare(b),
    );
    const days = daysBetween(range.from, range.to);
    return html`<div class="scroll">
      <table class="rows counts">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" class="number">Count</th>
            <th scope="col">Per day, ${range.from} to ${range.to}</th>
          </tr>
        </thead>
        <tbody>
          ${names.map((name) => {
            const perDay = new Map(counts.filter((one) => one.name === name).map((one) => [one.day, one.count]));
            const total = [...perDay.values()].reduce((sum, value) => sum + value, 0);
            return html`<tr>
              <td>${words(name)}</td>
              <td class="number" data-label="Count">${count(total)}</td>
              <td class="wide">${bars(name, days, perDay)}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }
}

const place = (name: string): number => (FUNNEL.includes(name) ? FUNNEL.indexOf(name) : FUNNEL.length);

/** At most a year, so that a slip of the keyboard draws no million bars. */
function daysBetween(from: string, until: string): string[] {
  const first = Date.parse(from);
  const length = Math.min(366, Math.max(0, Math.round((Date.parse(until) - first) / DAY_MS)) + 1);
  return Array.from({ length }, (_, index) => dayOf(first + index * DAY_MS));
}

/** One bar a day, as tall as its share of the best day. */
function bars(name: string, days: readonly string[], perDay: ReadonlyMap<string, number>) {
  const most = Math.max(1, ...perDay.values());
  const best = [...perDay].sort((a, b) => b[1] - a[1])[0];
  const label = best ? `${words(name)}: most on ${best[0]}, ${count(best[1])}` : words(name);
  return html`<svg class="bars" viewBox="0 0 ${days.length * 10} 100" preserveAspectRatio="none" role="img" aria-label=${label}>
    ${days.map((day, index) => {
      const value = perDay.get(day) ?? 0;
      const height = value === 0 ? 4 : Math.max(8, (value / most) * 100);
      return svg`<rect class=${value === 0 ? "none" : ""} x=${index * 10 + 1} y=${100 - height} width="8" height=${height}>
        <title>${day}: ${count(value)}</title>
      </rect>`;
    })}
  </svg>`;
}
