import { html, nothing } from "lit";
import type { OpenQuestion } from "../../shared/knowledge.ts";
import { DAY_MS, dayOf } from "../../shared/time.ts";
import type { Contact, Organization, Page, Project, SessionListed, SiteDay, Webhook } from "../answers.ts";
import { Load } from "../controllers/load.ts";
import { count, dayBegins, dayName } from "../parts/format.ts";
import { readAll } from "../parts/read-all.ts";
import { toSessions } from "../parts/session-filters.ts";
import { sessionLines } from "../parts/session-lines.ts";
import { siteFigures } from "../parts/site-figures.ts";
import { to, withQuery } from "../router.ts";
import { ApiView } from "../view.ts";

/** Conversations of the day that are listed; the others are one link away. */
const LISTED = 8;
const READ = 100;

interface Day {
  sites: SiteDay[];
  sessions: SessionListed[];
  failures: SessionListed[];
  contacts: Contact[];
  questions: OpenQuestion[];
  webhooks: Webhook[];
}

/** What visitors asked on a day, what had no answer, what failed and why, and how long the credit lasts. */
export class DayReport extends ApiView {
  static override properties = { project: { attribute: false }, organization: { attribute: false }, day: {} };
  declare project: Project;
  /** Who pays; `null` for nobody. */
  declare organization: Organization | null;
  /** A UTC day, `YYYY-MM-DD`. */
  declare day: string;

  readonly #day = new Load<Day>(
    this,
    async (signal) => {
      const { day } = this;
      const path = `/projects/${this.project.id}`;
      const get = <T>(name: string, query: Record<string, string | number>) =>
        this.api.get<Page<T>>(`${path}/${name}`, { query, signal });
      const [sites, sessions, failed, unpaid, contacts, questions, webhooks] = await Promise.all([
        readAll<SiteDay>(this.api, "/sites", { query: { org_id: this.project.org_id, day }, signal }),
        get<SessionListed>("sessions", { from: day, to: day, limit: LISTED }),
        get<SessionListed>("sessions", { from: day, to: day, reason: "failed", limit: READ }),
        get<SessionListed>("sessions", { from: day, to: day, reason: "credit_exhausted", limit: READ }),
        get<Contact>("contacts", { limit: READ }),
        get<OpenQuestion>("questions", { limit: LISTED }),
        get<Webhook>("webhooks", { limit: 50 }),
      ]);
      const since = Date.parse(day);
      return {
        sites,
        sessions: sessions.items,
        failures: [...failed.items, ...unpaid.items],
        contacts: contacts.items.filter(({ at }) => at >= since && at < since + DAY_MS),
        questions: questions.items,
        webhooks: webhooks.items.filter(({ active }) => !active),
      };
    },
    () => [this.api, this.project.id, this.day],
  );

  override render() {
    return html`${this.#title()} ${this.#day.render((day) => this.#report(day))}`;
  }

  /** The day, and the ways to those beside it. */
  #title() {
    const now = Date.now();
    const href = (day: string) => withQuery(to.project(this.project.id), { day: day === dayOf(now) ? "" : day });
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
    </div>
    ${dayBegins(this.day)}`;
  }

  #report(day: Day) {
    const { id } = this.project;
    const all = toSessions(id, { from: this.day, to: this.day });
    return html`
      ${siteFigures(day.sites, id, this.organization)}
      <div class="sides">
        <section>
          <h3>What was asked</h3>
          ${sessionLines(id, day.sessions, "Nobody called on this day.")}
          ${day.sessions.length === LISTED ? html`<p><a href=${all}>All conversations of this day</a></p>` : nothing}
        </section>
        <div class="side">
          ${this.#unanswered(day.questions)} ${this.#failed(day)} ${this.#contacts(day.contacts)}
        </div>
      </div>
    `;
  }

  #unanswered(questions: readonly OpenQuestion[]) {
    return html`<section>
      <h3>Still without an answer</h3>
      ${
        questions.length === 0
          ? html`<p class="muted">Nothing.</p>`
          : html`<ul class="lines counted">
                ${questions.map(
                  ({ text, count: times }) => html`<li><span dir="auto">${text}</span>
                    <span class="sub"><bdi>${times === 1 ? "once" : `${count(times)} times`}</bdi></span></li>`,
                )}
              </ul>
              <p><a href=${to.project(this.project.id, "knowledge")}>Answer them</a></p>`
      }
    </section>`;
  }

  #failed({ failures, webhooks }: Day) {
    const { id } = this.project;
    // Many calls fail for one reason.
    const reasons = new Map<string, SessionListed[]>();
    for (const session of failures) {
      const unpaid = session.end_reason === "credit_exhausted";
      const why = unpaid ? "The credit was used up" : (session.failure ?? "Nobody said why");
      reasons.set(why, [...(reasons.get(why) ?? []), session]);
    }
    return html`<section>
      <h3>What failed</h3>
      ${
        reasons.size + webhooks.length === 0
          ? html`<p class="muted">Nothing.</p>`
          : html`<ul class="lines counted">
              ${[...reasons].map(
                ([why, sessions]) => html`<li class="failed">
                  <a href=${to.project(id, "sessions", sessions[0]?.id)}>${why}</a>
                  <span class="sub"><bdi>${sessions.length === 1 ? "1 call" : `${count(sessions.length)} calls`}</bdi></span>
                </li>`,
              )}
              ${webhooks.map(
                ({ url, last_failure }) => html`<li class="failed">
                  <a href=${to.project(id, "webhooks")}>The webhook ${url} is off</a>
                  <span class="sub">${last_failure?.detail ?? nothing}</span>
                </li>`,
              )}
            </ul>`
      }
    </section>`;
  }

  #contacts(contacts: readonly Contact[]) {
    if (contacts.length === 0) return nothing;
    return html`<section>
      <h3>Who left a contact</h3>
      <ul class="lines">
        ${contacts.map(
          ({ name, email, phone, message }) => html`<li>
            <span dir="auto">${[name, email, phone].filter(Boolean).join(", ")}</span>
            ${message ? html`<span class="sub" dir="auto">${message}</span>` : nothing}
          </li>`,
        )}
      </ul>
      <p><a href=${to.project(this.project.id, "contacts")}>All contacts</a></p>
    </section>`;
  }
}
