import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Contact } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Pages } from "../controllers/pages.ts";
import { Confirm } from "../parts/confirm.ts";
import { mailLink, phoneLink } from "../parts/contact-links.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { type FormValues, field, read } from "../parts/field.ts";
import { moment } from "../parts/format.ts";
import { badge, pageHead } from "../parts/page.ts";
import { saveExport } from "../parts/save-export.ts";
import { actions, type Columns, table } from "../parts/table.ts";
import { to, withQuery } from "../router.ts";
import { ProjectView } from "../view.ts";

const SHOWN = [
  ["", "All contacts"],
  ["false", "Open: still to be answered"],
  ["true", "Done"],
] as const;
/** What is said where no contact is so, and where none that is so has the words. */
const NONE: Record<string, readonly [all: string, withWords: string]> = {
  "": ["", "No contact has all of these words."],
  false: ["Every contact is done.", "No open contact has all of these words."],
  true: ["No contact is marked as done.", "No contact that is done has all of these words."],
};

const NO_NAME = "No name";

/** Contact details that visitors of a project left, newest first. */
export class Contacts extends ProjectView {
  static override properties = { site: {}, query: { attribute: false } };
  /** The name of the site, for files. */
  declare site: string;
  /** What the list is narrowed to. */
  declare query: URLSearchParams;
  readonly #form = new Form(this, "contacts");

  get #filters(): Record<string, string> {
    const q = this.query.get("q")?.trim();
    const done = this.query.get("done");
    return { ...(q && { q }), ...(done && { done }) };
  }

  readonly #contacts = new Pages<Contact>(
    this,
    (cursor, signal) =>
      this.api.get(`/projects/${this.projectId}/contacts`, { query: { ...this.#filters, cursor, limit: 50 }, signal }),
    () => [this.api, this.projectId, this.query.toString()],
  );

  override render() {
    const filters = this.#filters;
    const narrowed = Object.keys(filters).length > 0;
    return html`
      ${pageHead({
        title: "Contacts",
        actions: html`<button
          type="button"
          @click=${this.attempt(() => saveExport(this.api, `/projects/${this.projectId}/contacts`, this.site, filters))}
        >
          Download CSV
        </button>`,
      })}
      <form
        class="filters"
        role="search"
        @submit=${this.#form.submit(async (form) => this.#show(read(form)))}
      >
        <div class="search-row">
          ${field(this.#form, { kind: "text", name: "q", label: "Name, address or message", value: filters.q ?? "", maxlength: LENGTHS.search, plain: true })}
          <button class="primary">Search</button>
        </div>
        ${field(this.#form, {
          kind: "select",
          name: "done",
          label: "Show",
          value: filters.done ?? "",
          options: SHOWN,
          plain: true,
          onInput: (event) => (event.target as HTMLSelectElement).form?.requestSubmit(),
        })}
        ${this.#form.summary()}
      </form>
      ${narrowed ? html`<p class="narrowed">Only some contacts are shown. <a href=${to.project(this.projectId, "contacts")}>Show all</a></p>` : nothing}
      ${this.#contacts.render({
        empty: () =>
          narrowed
            ? emptyNote("Nothing found", NONE[filters.done ?? ""]?.[filters.q ? 1 : 0] ?? "")
            : emptyNote(
                "No contact yet",
                "Visitors leave their contact details where an agent has a contact form, or where your opening hours offer one.",
              ),
        list: (items) => table(items, this.#columns, { kind: "contacts", isDim: ({ done_at }) => done_at !== null }),
      })}
    `;
  }

  #show(values: FormValues): void {
    const filters = { q: values.text("q"), done: values.text("done") };
    location.hash = withQuery(to.project(this.projectId, "contacts"), filters);
  }

  readonly #columns: Columns<Contact> = {
    Contact: ({ name, at, session_id, done_at }) => html`<span>
      <b dir="auto">${name ?? NO_NAME}</b> ${done_at === null ? nothing : badge("good", "Done")}
      <span class="sub">
        ${session_id ? html`<a href=${to.project(this.projectId, "sessions", session_id)}>${moment(at)}</a>` : moment(at)}
      </span>
    </span>`,
    Address: {
      cell: ({ email, phone }) => html`<span>
        ${email ? mailLink(email) : nothing}
        ${phone ? html`<span class="sub">${phoneLink(phone)}</span>` : nothing}
      </span>`,
      kind: "details",
    },
    Message: { cell: ({ message }) => (message ? html`<span dir="auto">${message}</span>` : nothing), kind: "details" },
    ...actions(({ id, done_at, name, email, phone }) => {
      const act = done_at === null ? "Mark as done" : "Reopen";
      const who = name ?? email ?? phone ?? NO_NAME;
      return html`<button type="button" class="small" aria-label="${act}: ${who}" @click=${this.attempt(() => this.#mark(id, done_at === null))}>
            ${act}
          </button>
          <button type="button" class="small bad" aria-label="Delete: ${who}" @click=${() => this.#delete(id)}>Delete</button>`;
    }),
  };

  async #mark(id: number, done: boolean): Promise<void> {
    try {
      await this.api.patch(`/contacts/${id}`, { body: { done } });
      this.notice(done ? "Marked as done" : "Reopened");
    } finally {
      await this.#contacts.reload();
    }
  }

  async #delete(id: number): Promise<void> {
    const deleted = await Confirm.ask({
      title: "Delete this contact?",
      text: "It is also deleted from the conversation and from the stored webhook deliveries. This cannot be undone.",
      verb: "Delete",
      danger: true,
      run: () => this.api.delete(`/contacts/${id}`),
    });
    if (deleted) await this.#contacts.reload();
  }
}
