import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Credit, LedgerEntry, SessionListed } from "../answers.ts";
import type { Api } from "../api.ts";
import { Form } from "../controllers/form.ts";
import { Pages } from "../controllers/pages.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { field, read } from "../parts/field.ts";
import { moment, signed } from "../parts/format.ts";
import { Attempt } from "../parts/idempotency-key.ts";
import { dialogButtons, modal } from "../parts/modal.ts";
import { badge } from "../parts/page.ts";
import { to } from "../router.ts";
import { View } from "../view.ts";

/** Every credit that came and went. @fires credit - the credit after a grant */
export class Ledger extends View {
  static override properties = {
    api: { attribute: false },
    operator: { type: Boolean },
    orgId: { type: Number },
    query: { attribute: false },
    granting: { state: true },
  };
  declare api: Api;
  declare operator: boolean;
  declare orgId: number;
  declare query: URLSearchParams;
  declare granting: boolean;
  readonly #form = new Form(this, "grant");
  /** The last attempt: repeating the same grant repeats its key, so that an answer lost on the way never doubles it. */
  #attempt = new Attempt();

  readonly #entries = new Pages<LedgerEntry>(
    this,
    (cursor, signal) => this.api.get(`/organizations/${this.orgId}/ledger`, { query: { cursor, limit: 50 }, signal }),
    () => [this.api, this.orgId],
  );

  constructor() {
    super();
    this.operator = false;
    this.granting = false;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("query") && this.query.get("do") === "add") this.#open();
  }

  override render() {
    const grant = this.operator
      ? html`<button type="button" class="primary" @click=${() => this.#open()}>Grant credit</button>`
      : nothing;
    return html`
      <div class="section-head"><h2>Ledger</h2>${grant}</div>
      ${this.#entries.render({
        empty: () =>
          emptyNote("No entries yet", "Grants and the charge of every call appear here, newest first.", grant),
        list: (items) => html`<div class="scroll">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Kind</th>
                <th scope="col" class="number">Credits</th>
                <th scope="col">For</th>
              </tr>
            </thead>
            <tbody>
              ${items.map(
                (entry) => html`<tr>
                  <td>${moment(entry.at)}</td>
                  <td data-label="Kind">${badge(entry.kind === "grant" ? "good" : "plain", entry.kind)}</td>
                  <td class="number ${entry.amount > 0 ? "plus" : ""}" data-label="Credits">${signed(entry.amount)}</td>
                  <td data-label="For">
                    ${entry.note ?? (entry.session_id ? nothing : "–")}
                    ${
                      entry.session_id
                        ? html`<button type="button" class="link" @click=${() => this.attempt(() => this.#show(entry.session_id))}>
                            <code>${entry.session_id}</code>
                          </button>`
                        : nothing
                    }
                  </td>
                </tr>`,
              )}
            </tbody>
          </table>
        </div>`,
      })}
      ${this.granting ? this.#dialog() : nothing}
    `;
  }

  /** An entry knows its session, the session its project. */
  async #show(session: string | null): Promise<void> {
    if (session === null) return;
    const { project_id } = await this.api.get<SessionListed>(`/sessions/${session}`);
    location.hash = to.project(project_id, "sessions", session);
  }

  #open(): void {
    this.#form.reset();
    this.#attempt = new Attempt();
    this.granting = true;
  }

  #dialog() {
    return html`<dialog
      aria-labelledby="grant-title"
      ${modal(() => {
        this.granting = false;
      })}
    >
      <form @submit=${this.#form.submit((form) => this.#grant(form))}>
        <h2 id="grant-title">Grant credit</h2>
        ${field(this.#form, {
          kind: "number",
          name: "amount",
          label: "Credits",
          required: true,
          hint: "At the default rate one credit is one second of a call. A negative number takes credit back.",
        })}
        ${field(this.#form, {
          kind: "text",
          name: "note",
          label: "Note",
          maxlength: LENGTHS.note,
          placeholder: "Invoice 2026-114",
          hint: "Shown in the ledger.",
        })}
        ${this.#form.summary()} ${dialogButtons("Grant credit", this.#form.busy)}
      </form>
    </dialog>`;
  }

  async #grant(form: HTMLFormElement): Promise<void> {
    const values = read(form);
    const body = { amount: values.number("amount"), note: values.textOrNull("note") };
    const answer = await this.api.post<{ credit: Credit }>(`/organizations/${this.orgId}/credits`, {
      body,
      idempotencyKey: this.#attempt.keyFor(body),
    });
    form.closest("dialog")?.close();
    this.dispatchEvent(new CustomEvent("credit", { detail: answer.credit }));
    this.notice("Credit granted");
    await this.#entries.reload();
  }
}
