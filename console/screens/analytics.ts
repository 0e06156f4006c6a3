import { html, nothing } from "lit";
import { MAX_STATISTICS_DAYS } from "../../shared/limits.ts";
import { DAY_MS, dayOf } from "../../shared/time.ts";
import type { Agent, AnalyticsCount, Page, StatisticsDay } from "../answers.ts";
import { Form, LocalFaults } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { callCharts, callFigures, joinedBy } from "../parts/call-charts.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { field, read } from "../parts/field.ts";
import { dayBegins } from "../parts/format.ts";
import { pageHead } from "../parts/page.ts";
import { visitorCounts } from "../parts/visitor-counts.ts";
import { to, withQuery } from "../router.ts";
import { ProjectView } from "../view.ts";

const SHOWN_DAYS = 30;
const SPANS = [7, 30, 90] as const;

interface Reading {
  days: StatisticsDay[];
  /** Test calls from the console, which are in no other number. */
  tests: number;
  counts: AnalyticsCount[];
  agents: Agent[];
}

/** Calls, talk time, cost and ratings by day, and what visitors did with the widget. Days are UTC. */
export class Analytics extends ProjectView {
  static override properties = { query: { attribute: false } };
  declare query: URLSearchParams;
  readonly #form = new Form(this, "analytics");

  get #range(): { from: string; to: string; agent: string } {
    const now = Date.now();
    const day = /^\d{4}-\d{2}-\d{2}$/;
    const [from, until] = [this.query.get("from") ?? "", this.query.get("to") ?? ""];
    return {
      from: day.test(from) ? from : dayOf(now - (SHOWN_DAYS - 1) * DAY_MS),
      to: day.test(until) ? until : dayOf(now),
      agent: this.query.get("agent") ?? "",
    };
  }

  readonly #reading = new Load<Reading>(
    this,
    async (signal) => {
      const { from, to: until, agent } = this.#range;
      const path = `/projects/${this.projectId}`;
      const statistics = (test: "true" | "false") =>
        this.api.get<Page<StatisticsDay>>(`${path}/statistics`, { query: { from, to: until, agent, test }, signal });
      const [days, tested, counts, agents] = await Promise.all([
        statistics("false"),
        statistics("true"),
        this.api.get<Page<AnalyticsCount>>(`${path}/analytics`, { query: { from, to: until }, signal }),
        this.api.get<Page<Agent>>("/agents", { query: { project_id: this.projectId, limit: 200 }, signal }),
      ]);
      const tests = tested.items.reduce((sum, { sessions }) => sum + sessions, 0);
      return { days: days.items, tests, counts: counts.items, agents: agents.items };
    },
    () => [this.api, this.projectId, ...Object.values(this.#range)],
  );

  override render() {
    const range = this.#range;
    return html`
      ${pageHead({ title: "Analytics" })}
      <form class="range" @submit=${this.#form.submit(async (form) => this.#choose(form))}>
        ${field(this.#form, { kind: "date", name: "from", label: "From", value: range.from, required: true })}
        ${field(this.#form, { kind: "date", name: "to", label: "To", value: range.to, required: true })}
        ${field(this.#form, {
          kind: "select",
          name: "agent",
          label: "Agent",
          plain: true,
          value: range.agent,
          options: [
            ["", "All agents"],
            ...(this.#reading.value?.agents ?? []).map(({ id, name }) => [String(id), name] as const),
          ],
        })}
        <button>Show</button>
        <nav class="spans" aria-label="Days">
          ${SPANS.map((days) => html`<a href=${this.#spanHref(days)}><bdi>${days} days</bdi></a>`)}
        </nav>
        ${this.#form.summary()}
      </form>
      ${dayBegins(range.from)} ${this.#reading.render((reading) => this.#report(reading))}
    `;
  }

  #report({ days, tests, counts }: Reading) {
    const called = days.some(({ sessions }) => sessions > 0);
    if (!called && counts.length === 0)
      return emptyNote(
        "Nothing happened on these days",
        "Once the widget is on a page, this shows calls and what visitors do with it, without identifying visitors.",
      );
    return html`${callFigures(days, tests)} ${called ? html`<h2>Day by day</h2>${callCharts(days)}` : nothing}
    ${joinedBy(days)}
    ${counts.length === 0 ? nothing : visitorCounts(counts, days)}`;
  }

  #href(query: Record<string, string>): string {
    return withQuery(to.project(this.projectId, "analytics"), query);
  }

  #spanHref(days: number): string {
    const now = Date.now();
    return this.#href({ from: dayOf(now - (days - 1) * DAY_MS), to: dayOf(now), agent: this.#range.agent });
  }

  #choose(form: HTMLFormElement): void {
    const values = read(form);
    const [from, until] = [values.text("from"), values.text("to")];
    if (from > until) throw new LocalFaults("from", "Choose a day that is not after the last day");
    if (Date.parse(until) - Date.parse(from) >= MAX_STATISTICS_DAYS * DAY_MS)
      throw new LocalFaults("from", "Choose a day at most a year before the last day");
    location.hash = this.#href({ from, to: until, agent: values.text("agent") });
  }
}
