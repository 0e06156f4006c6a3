import { html, nothing } from "lit";
import type { Agent, Page, SessionListed } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { Pages } from "../controllers/pages.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { read } from "../parts/field.ts";
import { ago, count, duration } from "../parts/format.ts";
import { pageHead } from "../parts/page.ts";
import { saveExport } from "../parts/save-export.ts";
import { sessionBadge, stars, talkTime } from "../parts/session-badge.ts";
import { type Filters, filterFields, filtersIn, readFilters, toSessions } from "../parts/session-filters.ts";
import { aboutSession, beginning, testBadge } from "../parts/session-lines.ts";
import { type Columns, NONE, numbers, table } from "../parts/table.ts";
import { to } from "../router.ts";
import { ProjectView } from "../view.ts";

/** The conversations of a project, newest first. */
export class Sessions extends ProjectView {
  static override properties = { site: {}, query: { attribute: false } };
  /** The name of the site, for files. */
  declare site: string;
  /** What the list is narrowed to. */
  declare query: URLSearchParams;
  readonly #form = new Form(this, "filters");

  get #filters(): Filters {
    return filtersIn(this.query);
  }

  readonly #sessions = new Pages<SessionListed>(
    this,
    (cursor, signal) =>
      this.api.get(`/projects/${this.projectId}/sessions`, { query: { ...this.#filters, cursor, limit: 50 }, signal }),
    () => [this.api, this.projectId, this.query.toString()],
  );

  readonly #agents = new Load<Agent[]>(
    this,
    async (signal) => {
      const query = { project_id: this.projectId, limit: 200 };
      return (await this.api.get<Page<Agent>>("/agents", { query, signal })).items;
    },
    () => [this.api, this.projectId],
  );

  override render() {
    const path = `/projects/${this.projectId}/sessions`;
    const filters = this.#filters;
    const narrowed = Object.keys(filters).length > 0;
    return html`
      ${pageHead({
        title: "Conversations",
        actions: html`<button type="button" @click=${this.attempt(() => saveExport(this.api, path, this.site, filters))}>Download CSV</button>
          <button type="button" @click=${this.attempt(() => this.#sessions.reload())}>Refresh</button>`,
      })}
      <form
        class="filters"
        role="search"
        @submit=${this.#form.submit(async (form) => this.#show(readFilters(read(form))))}
      >
        ${filterFields(this.#form, filters, this.#agents.value ?? [])} ${this.#form.summary()}
      </form>
      ${narrowed ? html`<p class="narrowed">Only some conversations are shown. <a href=${to.project(this.projectId, "sessions")}>Show all</a></p>` : nothing}
      ${this.#sessions.render({
        empty: () =>
          narrowed
            ? emptyNote("Nothing found", "No conversation matches these words and filters.")
            : emptyNote("No conversation yet", "Every conversation that a visitor starts on your site appears here."),
        list: (items) => table(items, this.#columns),
      })}
    `;
  }

  #show(filters: Filters): void {
    location.hash = toSessions(this.projectId, filters);
  }

  readonly #columns: Columns<SessionListed> = {
    Conversation: (session) => html`<span>
      <a class="about" dir="auto" href=${toSessions(this.projectId, this.#filters, session.id)}>${aboutSession(session)}</a>
      <span class="sub">${ago(session.started_at)} · ${session.agent_name}${beginning(session)} ${testBadge(session)}</span>
    </span>`,
    State: (session) => {
      const { failure } = session;
      const note = failure && failure !== aboutSession(session) ? html`<span class="sub">${failure}</span>` : nothing;
      return html`<span>${sessionBadge(session)}${note}</span>`;
    },
    Length: numbers((session) => {
      const talked = talkTime(session, Date.now());
      return talked === null ? NONE : duration(talked);
    }),
    Credits: numbers(({ charged }) => (charged === null ? NONE : count(charged))),
    Rating: ({ rating }) => stars(rating),
    Visitor: ({ subject, contact_id }) =>
      subject === null && contact_id === null
        ? NONE
        : html`<span>
            ${subject === null ? nothing : html`<code class="short" title=${subject}>${subject}</code>`}
            ${contact_id === null ? nothing : html`<span class="badge good">Contact</span>`}
          </span>`,
  };
}
