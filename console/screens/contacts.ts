import { html } from "lit";
import type { Contact } from "../answers.ts";
import type { Api } from "../api.ts";
import { Pages } from "../controllers/pages.ts";
import { Confirm } from "../parts/confirm.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { moment } from "../parts/format.ts";
import { pageHead } from "../parts/page.ts";
import { saveExport } from "../parts/save-export.ts";
import { to } from "../router.ts";
import { View } from "../view.ts";

/** Contact details that visitors of a project left, newest first. */
export class Contacts extends View {
  static override properties = { api: { attribute: false }, projectId: { type: Number }, site: {} };
  declare api: Api;
  declare projectId: number;
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
        list: (items) => html`<div class="scroll">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Name</th>
                <th scope="col">Email</th>
                <th scope="col">Phone</th>
                <th scope="col">Message</th>
                <th scope="col"><span class="visually-hidden">Actions</span></th>
              </tr>
            </thead>
            <tbody>
              ${items.map((contact) => this.#row(contact))}
            </tbody>
          </table>
        </div>`,
      })}
    `;
  }

  #row({ id, at, name, email, phone, message, session_id }: Contact) {
    return html`<tr>
      <td>
        ${session_id ? html`<a href=${to.project(this.projectId, "sessions", session_id)}>${moment(at)}</a>` : moment(at)}
      </td>
      <td data-label="Name">${name ?? "–"}</td>
      <td data-label="Email">${email ? html`<a href="mailto:${email}">${email}</a>` : "–"}</td>
      <td data-label="Phone">${phone ?? "–"}</td>
      <td data-label="Message">${message ?? "–"}</td>
      <td class="act"><button type="button" class="small bad" @click=${() => this.#delete(id)}>Delete</button></td>
    </tr>`;
  }

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
