import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { OrgToken, OrgTokenCreated } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Pages } from "../controllers/pages.ts";
import { Confirm } from "../parts/confirm.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { field, read } from "../parts/field.ts";
import { moment } from "../parts/format.ts";
import { formDialog } from "../parts/modal.ts";
import { type OnceShown, onceDialog } from "../parts/once.ts";
import { badge } from "../parts/page.ts";
import { actions, type Columns, table } from "../parts/table.ts";
import { ApiView } from "../view.ts";

const nameOf = ({ id, name }: OrgToken) => name ?? `Token ${id}`;
const isRevoked = ({ revoked_at }: OrgToken) => revoked_at !== null;

/** Tokens with which an organization runs its own projects. */
export class Tokens extends ApiView {
  static override properties = { orgId: { type: Number }, creating: { state: true }, once: { state: true } };
  declare orgId: number;
  declare creating: boolean;
  declare once: OnceShown | null;
  readonly #form = new Form(this, "new-token");

  readonly #tokens = new Pages<OrgToken>(
    this,
    (cursor, signal) => this.api.get(`/organizations/${this.orgId}/tokens`, { query: { cursor, limit: 50 }, signal }),
    () => [this.api, this.orgId],
  );

  constructor() {
    super();
    this.creating = false;
    this.once = null;
  }

  override render() {
    const create = html`<button type="button" class="primary" @click=${() => this.#open()}>New token</button>`;
    return html`
      <div class="section-head">
        <h2>Tokens</h2>
        ${create}
        <p>A token sees and changes this organization only. Use it in this console or as a Bearer token.</p>
      </div>
      ${this.#tokens.render({
        empty: () =>
          emptyNote("No token yet", "Create one for each person or program that runs this organization.", create),
        list: (items) => table(items, this.#columns, { isDim: isRevoked }),
      })}
      ${this.creating ? this.#dialog() : nothing}
      ${onceDialog(this.once, () => {
        this.once = null;
      })}
    `;
  }

  readonly #columns: Columns<OrgToken> = {
    Name: (token) => html`<strong>${nameOf(token)}</strong>`,
    Created: ({ created_at }) => moment(created_at),
    State: (token) => (isRevoked(token) ? badge("plain", "revoked") : badge("good", "usable")),
    ...actions((token) =>
      isRevoked(token)
        ? nothing
        : html`<button type="button" class="small bad" aria-label="Revoke ${nameOf(token)}" @click=${() => this.#revoke(token)}>
            Revoke
          </button>`,
    ),
  };

  #open(): void {
    this.#form.reset();
    this.creating = true;
  }

  #dialog() {
    return formDialog(this.#form, {
      title: "New token",
      fields: field(this.#form, {
        kind: "text",
        name: "name",
        label: "Name",
        maxlength: LENGTHS.name,
        placeholder: "Deploy script",
        hint: "Who or what uses this token.",
      }),
      action: "Create token",
      send: (form) => this.#create(form),
      closed: () => {
        this.creating = false;
      },
    });
  }

  async #create(form: HTMLFormElement): Promise<void> {
    const name = read(form).text("name");
    const { token } = await this.api.post<OrgTokenCreated>(`/organizations/${this.orgId}/tokens`, {
      body: name ? { name } : {},
    });
    this.creating = false;
    this.once = {
      title: "Copy the token now",
      text: "Use it to sign in to this console, or as a Bearer token.",
      label: "token",
      value: token,
      file: "voice-widget-token.txt",
      lost: "It is shown only once: the server stores just a hash of it. If you lose it, create another and revoke this one.",
    };
    await this.#tokens.reload();
  }

  async #revoke(token: OrgToken): Promise<void> {
    const done = await Confirm.ask({
      title: `Revoke ${token.name ?? `token ${token.id}`}?`,
      text: "It stops working at once. This cannot be undone.",
      verb: "Revoke token",
      danger: true,
      run: () => this.api.delete(`/tokens/${token.id}`),
    });
    if (!done) return;
    this.notice("Token revoked");
    await this.#tokens.reload();
  }
}
