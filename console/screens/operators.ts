import { html, nothing } from "lit";
import type { Role } from "../../shared/operators.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Operator, OperatorCreated } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Pages } from "../controllers/pages.ts";
import { Confirm } from "../parts/confirm.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { field, read } from "../parts/field.ts";
import { moment } from "../parts/format.ts";
import { formDialog } from "../parts/modal.ts";
import { type OnceShown, onceDialog } from "../parts/once.ts";
import { pageHead } from "../parts/page.ts";
import { actions, type Columns, NONE, table } from "../parts/table.ts";
import { ApiView } from "../view.ts";

const ROLES: readonly (readonly [Role, string])[] = [
  ["owner", "Owner: can do everything"],
  ["support", "Support: the daily work of any organization"],
  ["read_only", "Read only: can see everything, and change nothing"],
];
const NAMES: Record<Role, string> = { owner: "owner", support: "support", read_only: "read only" };

/** Who operates the service, besides whoever holds ADMIN_TOKEN. Only an owner changes it. */
export class Operators extends ApiView {
  static override properties = { owner: { attribute: false }, edited: { state: true }, once: { state: true } };
  /** Whether the one who looks may change anything. */
  declare owner: boolean;
  /** In the dialog: an operator, `new` for another one, `null` while it is closed. */
  declare edited: Operator | "new" | null;
  declare once: OnceShown | null;
  readonly #form = new Form(this, "operator");

  readonly #operators = new Pages<Operator>(
    this,
    (cursor, signal) => this.api.get("/operators", { query: { cursor, limit: 50 }, signal }),
    () => [this.api],
  );

  constructor() {
    super();
    this.owner = false;
    this.edited = null;
    this.once = null;
  }

  override render() {
    const add = this.owner
      ? html`<button type="button" class="primary" @click=${() => this.#open("new")}>New operator</button>`
      : nothing;
    return html`<div class="stack">
      ${pageHead({
        title: "Operators",
        actions: add,
        text: "Each operator signs in with a token of their own and is named in the audit log. Whoever has the ADMIN_TOKEN is an owner too.",
      })}
      ${this.#operators.render({
        empty: () =>
          emptyNote(
            "No operators yet",
            "Add everybody who operates this service, so that nobody has to share a token.",
          ),
        list: (items) => table(items, this.#columns),
      })}
      ${this.edited === null ? nothing : this.#dialog(this.edited)}
      ${onceDialog(this.once, () => {
        this.once = null;
      })}
    </div>`;
  }

  readonly #columns: Columns<Operator> = {
    Name: ({ name }) => html`<strong>${name}</strong>`,
    Role: ({ role }) => NAMES[role],
    Email: ({ email }) => email ?? NONE,
    Since: ({ created_at }) => moment(created_at),
    ...actions((operator) => {
      if (!this.owner) return nothing;
      const { name } = operator;
      return html`<button type="button" class="small" aria-label="Change ${name}" @click=${() => this.#open(operator)}>Change</button>
        <button type="button" class="small" aria-label="New token for ${name}" @click=${() => this.#renew(operator)}>New token</button>
        <button type="button" class="small bad" aria-label="Delete ${name}" @click=${() => this.#delete(operator)}>Delete</button>`;
    }),
  };

  #open(edited: Operator | "new"): void {
    this.#form.reset();
    this.edited = edited;
  }

  #dialog(edited: Operator | "new") {
    const operator = edited === "new" ? null : edited;
    const form = this.#form;
    return formDialog(form, {
      title: operator ? operator.name : "New operator",
      fields: html`${field(form, { kind: "text", name: "name", label: "Name", required: true, maxlength: LENGTHS.name, value: operator?.name ?? "" })}
      ${field(form, { kind: "select", name: "role", label: "Role", value: operator?.role ?? "support", options: ROLES })}
      ${field(form, {
        kind: "text",
        name: "email",
        label: "Email",
        maxlength: LENGTHS.email,
        value: operator?.email ?? "",
        hint: "Needed only with Cloudflare Access: the address with which this person signs in there.",
      })}`,
      action: operator ? "Save" : "Create operator",
      send: (element) => this.#save(element, operator),
      closed: () => {
        this.edited = null;
      },
    });
  }

  async #save(form: HTMLFormElement, known: Operator | null): Promise<void> {
    const values = read(form);
    const body = { name: values.text("name"), role: values.text("role"), email: values.text("email") || null };
    if (known) await this.api.patch(`/operators/${known.id}`, { body });
    else this.#show(await this.api.post<OperatorCreated>("/operators", { body }));
    this.edited = null;
    await this.#operators.reload();
  }

  #show({ id, name, token }: OperatorCreated): void {
    this.once = {
      title: "Copy the token now",
      text: `${name} signs in to this console with it, or uses it as a Bearer token.`,
      label: "token",
      value: token,
      file: `operator-${id}-token.txt`,
      lost: "Give them a new token: the old one then stops working.",
    };
  }

  async #renew({ id, name }: Operator): Promise<void> {
    await Confirm.ask({
      title: `Give ${name} a new token?`,
      text: "The old one, and every sign-in with it, stop working at once.",
      verb: "New token",
      danger: true,
      run: async () => this.#show(await this.api.post<OperatorCreated>(`/operators/${id}/token`)),
    });
  }

  async #delete({ id, name }: Operator): Promise<void> {
    const deleted = await Confirm.ask({
      title: `Delete ${name}?`,
      text: "The token and every sign-in with it stop working at once. What they did stays in the audit log.",
      verb: "Delete",
      danger: true,
      run: () => this.api.delete(`/operators/${id}`),
    });
    if (deleted) await this.#operators.reload();
  }
}
