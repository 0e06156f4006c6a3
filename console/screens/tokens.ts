import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { OrgToken, OrgTokenCreated } from "../answers.ts";
import type { Api } from "../api.ts";
import { Form } from "../controllers/form.ts";
import { Pages } from "../controllers/pages.ts";
import { Confirm } from "../parts/confirm.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { field, read } from "../parts/field.ts";
import { moment } from "../parts/format.ts";
import { dialogButtons, modal } from "../parts/modal.ts";
import { type OnceShown, onceDialog } from "../parts/once.ts";
import { badge } from "../parts/page.ts";
import { View } from "../view.ts";

/** Tokens with which an organization runs its own projects. */
export class Tokens extends View {
  static override properties = {
    api: { attribute: false },
    orgId: { type: Number },
    creating: { state: true },
    once: { state: true },
  };
  declare api: Api;
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
        list: (items) => html`<div class="scroll">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Created</th>
                <th scope="col">State</th>
                <th scope="col"><span class="visually-hidden">Actions</span></th>
              </tr>
            </thead>
            <tbody>
              ${items.map((token) => this.#row(token))}
            </tbody>
          </table>
        </div>`,
      })}
      ${this.creating ? this.#dialog() : nothing}
      ${onceDialog(this.once, () => {
        this.once = null;
      })}
    `;
  }

  #row(token: OrgToken) {
    const name = token.name ?? `Token ${token.id}`;
    return html`<tr class=${token.revoked_at === null ? "" : "dim"}>
      <td><strong>${name}</strong></td>
      <td data-label="Created">${moment(token.created_at)}</td>
      <td data-label="State">${token.revoked_at === null ? badge("good", "usable") : badge("plain", "revoked")}</td>
      <td class="act">
        ${
          token.revoked_at === null
            ? html`<button type="button" class="small bad" aria-label="Revoke ${name}" @click=${() => this.#revoke(token)}>
                Revoke
              </button>`
            : nothing
        }
      </td>
    </tr>`;
  }

  #open(): void {
    this.#form.reset();
    this.creating = true;
  }

  #dialog() {
    return html`<dialog
      aria-labelledby="new-token-title"
      ${modal(() => {
        this.creating = false;
      })}
    >
      <form @submit=${this.#form.submit((form) => this.#create(form))}>
        <h2 id="new-token-title">New token</h2>
        ${field(this.#form, {
          kind: "text",
          name: "name",
          label: "Name",
          maxlength: LENGTHS.name,
          placeholder: "Deploy script",
          hint: "Who or what uses this token.",
        })}
        ${this.#form.summary()} ${dialogButtons("Create token", this.#form.busy)}
      </form>
    </dialog>`;
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
