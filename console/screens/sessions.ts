import { html } from "lit";
import type { EndReason } from "../../shared/session.ts";
import type { SessionListed } from "../answers.ts";
import type { Api } from "../api.ts";
import { Form } from "../controllers/form.ts";
import { Pages } from "../controllers/pages.ts";
import { field, read } from "../parts/field.ts";
import { count, duration, moment, words } from "../parts/format.ts";
import { emptyNote } from "../parts/notes.ts";
import { saveExport } from "../parts/save-export.ts";
import { sessionBadge, talkTime } from "../parts/session-badge.ts";
import { to } from "../router.ts";
import { View } from "../view.ts";

const REASONS = [
  "completed",
  "visitor_left",
  "failed",
  "max_duration",
  "credit_exhausted",
  "operator",
] as const satisfies readonly EndReason[];

/** The conversations of a project, newest first. */
export class Sessions extends View {
  static override properties = { api: { attribute: false }, projectId: { type: Number }, filters: { state: true } };
  declare api: Api;
  declare projectId: number;
  /** What the list is narrowed to, by the names of the query. */
  declare filters: Record<string, string>;
  readonly #form = new Form(this, "filters");

  readonly #sessions = new Pages<SessionListed>(
    this,
    (cursor, signal) =>
      this.api.get(`/projects/${this.projectId}/sessions`, { query: { ...this.#filters, cursor, limit: 50 }, signal }),
    () => [this.api, this.projectId, this.filters],
  );

  constructor() {
    super();
    this.filters = {};
  }

  get #filters(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.filters).filter(([, value]) => value !== ""));
  }

  #filterForm() {
    const reasons = REASONS.map((reason) => [reason, words(reason)] as const);
    const stars = [1, 2, 3, 4, 5].map((star) => [String(star), `${star} of 5`] as const);
    return html`<form
      class="range"
      @submit=${this.#form.submit(async (form) => {
        const values = read(form);
        const names = ["q", "from", "to", "reason", "rating"];
        this.filters = Object.fromEntries(names.map((name) => [name, values.text(name)]));
      })}
    >
      ${field(this.#form, { kind: "text", name: "q", label: "Words", value: this.filters.q ?? "", maxlength: 500 })}
      ${field(this.#form, { kind: "date", name: "from", label: "From", value: this.filters.from ?? "" })}
      ${field(this.#form, { kind: "date", name: "to", label: "To", value: this.filters.to ?? "" })}
      ${field(this.#form, { kind: "select", name: "reason", label: "Ended by", value: this.filters.reason ?? "", options: [["", "Any"], ...reasons] })}
      ${field(this.#form, { kind: "select", name: "rating", label: "Rating", value: this.filters.rating ?? "", options: [["", "Any"], ...stars] })}
      <button>Search</button>
    </form>`;
  }

  override render() {
    const path = `/projects/${this.projectId}/sessions`;
    return html`
      ${this.#filterForm()}
      <div class="section-head">
        <h2>Sessions</h2>
        <button type="button" @click=${() => saveExport(this, this.api, path, "csv", this.#filters)}>Download CSV</button>
        <button type="button" @click=${() => this.#sessions.reload()}>Refresh</button>
      </div>
      ${this.#sessions.render({
        empty: () => emptyNote("No conversation yet", "Every call that starts on a site of this project appears here."),
        list: (items) => html`<div class="scroll">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">Started</th>
                <th scope="col">Agent</th>
                <th scope="col">State</th>
                <th scope="col" class="number">Duration</th>
                <th scope="col" class="number">Charged</th>
                <th scope="col" class="number">Rating</th>
                <th scope="col">Visitor</th>
              </tr>
            </thead>
            <tbody>
              ${items.map((session) => this.#row(session))}
            </tbody>
          </table>
        </div>`,
      })}
    `;
  }

  #row(session: SessionListed) {
    const talked = talkTime(session, Date.now());
    return html`<tr>
      <td><a href=${to.project(this.projectId, "sessions", session.id)}>${moment(session.started_at)}</a></td>
      <td data-label="Agent">${session.agent_name}</td>
      <td data-label="State">${sessionBadge(session)}</td>
      <td class="number" data-label="Duration">${talked === null ? "–" : duration(talked)}</td>
      <td class="number" data-label="Charged">${session.charged === null ? "–" : count(session.charged)}</td>
      <td class="number" data-label="Rating">${session.rating ?? "–"}</td>
      <td data-label="Visitor"><code>${session.subject ?? "unknown"}</code></td>
    </tr>`;
  }
}
