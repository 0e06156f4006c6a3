import { html } from "lit";
import type { Contact } from "../answers.ts";
import { Pages } from "../controllers/pages.ts";
import { Confirm } from "../parts/confirm.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { moment } from "../parts/format.ts";
import { pageHead } from "../parts/page.ts";
import { saveExport } from "../parts/save-export.ts";
import { actions, type Columns, table } from "../parts/table.ts";
import { to } from "../router.ts";
import { ProjectView } from "../view.ts";

/** Contact details that visitors of a project left, newest first. */
export class Contacts extends ProjectView {
  static override properties = { site: {} };
  /** The name of the site, for files. */
  declare site: string;

  readonly #contacts = new Pages<Contact>(
    this,
    (cursor, signal) => this.api.get(`/projects/${this.projectId}/contacts`, { query: { cursor, limit: 50 }, signal }),
    () => [this.api, this.projectId],
  );

  override render() {
    return html`
      ${pageHead({
        title: "Contacts",
        actions: html`<button
          type="button"
          @click=${() => saveExport(this, this.api, `/projects/${this.projectId}/contacts`, this.site, "csv")}
        >
          Download CSV
        </button>`,
      })}
      ${this.#contacts.render({
        empty: () =>
          emptyNote(
            "No contact yet",
            "Visitors leave their contact details where an agent has a contact form, or where your opening hours offer one.",
          ),
        list: (items) => table(items, this.#columns),
      })}
    `;
  }

  readonly #columns: Columns<Contact> = {
    When: ({ at, session_id }) =>
      session_id ? html`<a href=${to.project(this.projectId, "sessions", session_id)}>${moment(at)}</a>` : moment(at),
    Name: ({ name }) => name ?? "–",
    Email: ({ email }) => (email ? html`<a href="mailto:${email}">${email}</a>` : "–"),
    Phone: ({ phone }) => phone ?? "–",
    Message: ({ message }) => message ?? "–",
    ...actions(
      ({ id }) => html`<button type="button" class="small bad" @click=${() => this.#delete(id)}>Delete</button>`,
    ),
  };

  async #delete(id: number): Promise<void> {
    const deleted = await Confirm.ask({
      title: "Delete this contact?",
      text: "It is also deleted from the session and from the stored webhook deliveries. This cannot be undone.",
      verb: "Delete",
      danger: true,
      run: () => this.api.delete(`/contacts/${id}`),
    });
    if (deleted) await this.#contacts.reload();
  }
}
