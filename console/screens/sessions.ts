import { html } from "lit";
import type { SessionListed } from "../answers.ts";
import type { Api } from "../api.ts";
import { Pages } from "../controllers/pages.ts";
import { count, duration, moment } from "../parts/format.ts";
import { emptyNote } from "../parts/notes.ts";
import { sessionBadge, talkTime } from "../parts/session-badge.ts";
import { to } from "../router.ts";
import { View } from "../view.ts";

/** The conversations of a project, newest first. */
export class Sessions extends View {
  static override properties = { api: { attribute: false }, projectId: { type: Number } };
  declare api: Api;
  declare projectId: number;

  readonly #sessions = new Pages<SessionListed>(
    this,
    (cursor, signal) => this.api.get(`/projects/${this.projectId}/sessions`, { query: { cursor, limit: 50 }, signal }),
    () => [this.api, this.projectId],
  );

  override render() {
    return html`
      <div class="section-head">
        <h2>Sessions</h2>
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
      <td data-label="Visitor"><code>${session.subject ?? "unknown"}</code></td>
    </tr>`;
  }
}
