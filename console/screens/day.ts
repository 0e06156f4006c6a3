import { html, nothing } from "lit";
import type { Contact, Page, SessionListed, Webhook } from "../answers.ts";
import type { Api } from "../api.ts";
import { Load } from "../controllers/load.ts";
import { chart } from "../parts/chart.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { count, DAY_MS, dayName, dayOf, duration, moment, words } from "../parts/format.ts";
import { talkTime } from "../parts/session-badge.ts";
import { to } from "../router.ts";
import { View } from "../view.ts";

/** The most calls of one day that are read for this page. */
const MOST = 2_000;

interface Question {
  id: number;
  text: string;
  count: number;
}
interface Day {
  day: string;
  sessions: SessionListed[];
  /** There were more than could be read. */
  cut: boolean;
  contacts: Contact[];
  questions: Question[];
  webhooks: Webhook[];
}

/** The calls, contacts and ratings of a day, and what went wrong. */
export class DayReport extends View {
  static override properties = { api: { attribute: false }, projectId: { type: Number }, day: {} };
  declare api: Api;
  declare projectId: number;
  /** A UTC day, `YYYY-MM-DD`. */
  declare day: string;

  readonly #day = new Load<Day>(
    this,
    (signal) => this.#read(this.day, signal),
    () => [this.api, this.projectId, this.day],
  );

  async #read(day: string, signal: AbortSignal): Promise<Day> {
    const path = `/projects/${this.projectId}`;
    const sessions: SessionListed[] = [];
    let cursor: string | null = null;
    do {
      const query = { from: day, to: day, limit: 200, cursor };
      const page: Page<SessionListed> = await this.api.get(`${path}/sessions`, { query, signal });
      sessions.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null && sessions.length < MOST);
    const [contacts, questions, webhooks] = await Promise.all([
      this.api.get<Page<Contact>>(`${path}/contacts`, { query: { limit: 100 }, signal }),
      this.api.get<Page<Question>>(`${path}/questions`, { query: { limit: 10 }, signal }),
      this.api.get<Page<Webhook>>(`${path}/webhooks`, { query: { limit: 50 }, signal }),
    ]);
    const since = Date.parse(day);
    return {
      day,
      sessions,
      cut: cursor !== null,
      contacts: contacts.items.filter(({ at }) => at >= since && at < since + DAY_MS),
      questions: questions.items,
      webhooks: webhooks.items.filter(({ active }) => !active),
    };
  }

  override render() {
    return html`${this.#title()} ${this.#day.render(
      (day) => html`
      ${day.cut ? html`<p>Only the newest ${count(MOST)} calls are counted here.</p>` : nothing}
      ${this.#numbers(day)}
      <div class="charts">${this.#hours(day.sessions)} ${this.#ratings(day.sessions)}</div>
      ${this.#wrong(day)}
      ${this.#contacts(day.contacts)} ${this.#questions(day.questions)}
    `,
    )}`;
  }

  /** The day, and the ways to those beside it. */
  #title() {
    const now = Date.now();
    const href = (day: string) => to.project(this.projectId) + (day === dayOf(now) ? "" : `?day=${day}`);
    const [before, after] = [-DAY_MS, DAY_MS].map((step) => dayOf(Date.parse(this.day) + step)) as [string, string];
    const today = this.day === dayOf(now);
    const name = today ? "Today, " : this.day === dayOf(now - DAY_MS) ? "Yesterday, " : "";
    return html`<div class="day-head">
      <h2>${name}${dayName(this.day)}</h2>
      <nav aria-label="Days">
        <a href=${href(before)} aria-label="The day before" title="The day before">‹</a>
        ${today ? nothing : html`<a href=${href(after)} aria-label="The day after" title="The day after">›</a>`}
        ${today ? nothing : html`<a href=${href(dayOf(now))}>Today</a>`}
      </nav>
    </div>`;
  }

  #numbers({ sessions, contacts }: Day) {
    const talked = sessions.reduce((sum, session) => sum + (talkTime(session, Date.now()) ?? 0), 0);
    const charged = sessions.reduce((sum, session) => sum + (session.charged ?? 0), 0);
    const facts: [string, string][] = [
      ["Calls", count(sessions.length)],
      ["Connected", count(sessions.filter(({ connected_at }) => connected_at !== null).length)],
      ["Talk time", duration(talked)],
      ["Credits", count(charged)],
      ["Contacts", count(contacts.length)],
    ];
    return html`<dl class="figures">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
  }

  #hours(sessions: readonly SessionListed[]) {
    const hours = Array.from(
      { length: 24 },
      (_, hour) => sessions.filter(({ started_at }) => new Date(started_at).getUTCHours() === hour).length,
    );
    return chart({
      title: "Calls by hour (UTC)",
      parts: [{ name: "Calls", tone: "accent" }],
      bars: hours.map((value, hour) => ({ label: `${String(hour).padStart(2, "0")}:00`, values: [value] })),
    });
  }

  #ratings(sessions: readonly SessionListed[]) {
    const bars = [1, 2, 3, 4, 5].map((star) => ({
      label: `${star} of 5`,
      values: [sessions.filter(({ rating }) => rating === star).length],
    }));
    if (bars.every(({ values }) => values[0] === 0)) return nothing;
    return chart({ title: "Ratings", parts: [{ name: "Calls", tone: "good" }], bars });
  }

  #wrong({ sessions, webhooks }: Day) {
    const bad = sessions.filter(({ end_reason }) => end_reason === "failed" || end_reason === "credit_exhausted");
    if (bad.length === 0 && webhooks.length === 0)
      return html`<section class="card"><h3>What went wrong</h3><p>Nothing.</p></section>`;
    return html`<section class="card">
      <h3>What went wrong</h3>
      <ul>
        ${bad.slice(0, 20).map(
          ({ id, started_at, end_reason, agent_name, failure }) => html`<li>
          <a href=${to.project(this.projectId, "sessions", id)}>${moment(started_at)}</a>: ${agent_name}, ${failure ?? words(end_reason ?? "")}
        </li>`,
        )}
        ${webhooks.map(
          ({ url, last_failure }) => html`<li>
          <a href=${to.project(this.projectId, "webhooks")}>Webhook ${url}</a> is off${last_failure ? html`: ${last_failure.detail}` : nothing}
        </li>`,
        )}
      </ul>
    </section>`;
  }

  #contacts(contacts: readonly Contact[]) {
    if (contacts.length === 0) return nothing;
    return html`<section class="card">
      <h3>Contacts</h3>
      <ul>${contacts.map(({ name, email, phone, message }) => html`<li>${[name, email, phone].filter(Boolean).join(", ")}${message ? html`: ${message}` : nothing}</li>`)}</ul>
      <a href=${to.project(this.projectId, "contacts")}>All contacts</a>
    </section>`;
  }

  #questions(questions: readonly Question[]) {
    return html`<section class="card">
      <h3>Questions without an answer</h3>
      ${
        questions.length === 0
          ? emptyNote("None", "Questions for which an agent found no answer in its sources appear here.")
          : html`<ul>${questions.map((question) => html`<li>${question.text} (${count(question.count)})</li>`)}</ul>`
      }
    </section>`;
  }
}
