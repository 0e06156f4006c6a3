import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Credit, LedgerEntry } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Pages } from "../controllers/pages.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { field, read } from "../parts/field.ts";
import { duration, moment, signed } from "../parts/format.ts";
import { Attempt } from "../parts/idempotency-key.ts";
import { formDialog } from "../parts/modal.ts";
import { badge } from "../parts/page.ts";
import { type Columns, NONE, numbers, table } from "../parts/table.ts";
import { to } from "../router.ts";
import { ApiView } from "../view.ts";

/** The site of a charge, which leads to the conversation; where the site was deleted, only the id of that is left. */
const session = (id: string, { project_id, project_name }: LedgerEntry) =>
  project_id === null
    ? html`<code>${id}</code>`
    : html`<a href=${to.project(project_id, "sessions", id)} title=${id} dir="auto">${project_name}</a>`;

/** Every credit that came and went. @fires credit - the credit after a grant */
export class Ledger extends ApiView {
  static override properties = {
    operator: { type: Boolean },
    orgId: { type: Number },
    query: { attribute: false },
    granting: { state: true },
  };
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
        list: (items) => table(items, this.#columns),
      })}
      ${this.granting ? this.#dialog() : nothing}
    `;
  }

  readonly #columns: Columns<LedgerEntry> = {
    When: ({ at }) => moment(at),
    Kind: ({ kind }) => badge(kind === "grant" ? "good" : "plain", kind),
    Credits: numbers(
      ({ amount }) => signed(amount),
      ({ amount }) => (amount > 0 ? "plus" : ""),
    ),
    For: (entry) =>
      entry.note === null && entry.session_id === null
        ? NONE
        : html`${entry.note} ${entry.session_id ? session(entry.session_id, entry) : nothing}
          ${entry.person_seconds === null ? nothing : html`<p class="hint">${duration(entry.person_seconds * 1000)} with a person besides, free</p>`}`,
  };

  #open(): void {
    this.#form.reset();
    this.#attempt = new Attempt();
    this.granting = true;
  }

  #dialog() {
    const form = this.#form;
    return formDialog(form, {
      title: "Grant credit",
      fields: html`${field(form, {
        kind: "number",
        name: "amount",
        label: "Credits",
        required: true,
        hint: "At the default rate one credit is one second of a call. A negative number takes credit back.",
      })}
      ${field(form, {
        kind: "text",
        name: "note",
        label: "Note",
        maxlength: LENGTHS.note,
        placeholder: "Invoice 2026-114",
        hint: "Shown in the ledger.",
      })}`,
      action: "Grant credit",
      send: (element) => this.#grant(element),
      closed: () => {
        this.granting = false;
      },
    });
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
