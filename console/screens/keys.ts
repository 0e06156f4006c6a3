import { html, nothing } from "lit";
import { PERMISSIONS, type Permission } from "../../shared/keys.ts";
import { CONSOLE_KEY_LIMITS } from "../../shared/limits.ts";
import type { ApiKey, ApiKeyCreated } from "../answers.ts";
import type { Api } from "../api.ts";
import { Form } from "../controllers/form.ts";
import { Pages } from "../controllers/pages.ts";
import { Confirm } from "../parts/confirm.ts";
import type { Domains } from "../parts/domains.ts";
import { field, read } from "../parts/field.ts";
import { count, moment } from "../parts/format.ts";
import { dialogButtons, modal } from "../parts/modal.ts";
import { domainsText, newKey } from "../parts/new-key.ts";
import { emptyNote } from "../parts/notes.ts";
import { badge } from "../parts/page.ts";
import { View } from "../view.ts";

const PERMISSION_LABELS: Record<Permission, string> = {
  "widget:read": "Read: config, context, session events",
  "widget:session": "Session: start calls, which cost credit",
  "widget:tools": "Tools: run the agent’s webhooks",
};

/** Every key of a project: those of channels, and those made here for own clients. */
export class Keys extends View {
  static override properties = {
    api: { attribute: false },
    projectId: { type: Number },
    creating: { state: true },
    created: { state: true },
  };
  declare api: Api;
  declare projectId: number;
  declare creating: boolean;
  declare created: ApiKeyCreated | null;
  readonly #form = new Form(this, "new-key");

  readonly #keys = new Pages<ApiKey>(
    this,
    (cursor, signal) => this.api.get(`/projects/${this.projectId}/keys`, { query: { cursor, limit: 50 }, signal }),
    () => [this.api, this.projectId],
  );

  constructor() {
    super();
    this.creating = false;
    this.created = null;
  }

  /** Reads the list again: a channel made or changed a key. */
  refresh(): Promise<void> {
    return this.#keys.reload();
  }

  override render() {
    const create = html`<button type="button" @click=${() => this.#open()}>New key</button>`;
    return html`
      <div class="section-head">
        <h2>Keys</h2>
        ${create}
        <p>All keys of this project. Make one here for your own programs; a website gets its key from a channel.</p>
      </div>
      ${this.#keys.render({
        empty: () => emptyNote("No key yet", "The first channel or key appears here."),
        list: (items) => html`<div class="scroll">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">Key</th>
                <th scope="col">May</th>
                <th scope="col">Domains</th>
                <th scope="col" class="number">Limits</th>
                <th scope="col">Created</th>
                <th scope="col"><span class="visually-hidden">Actions</span></th>
              </tr>
            </thead>
            <tbody>
              ${items.map((key) => this.#row(key))}
            </tbody>
          </table>
        </div>`,
      })}
      ${this.creating ? this.#dialog() : nothing}
    `;
  }

  #row(key: ApiKey) {
    const may = key.permissions.map((permission) => permission.replace("widget:", "")).join(", ");
    return html`<tr class=${key.revoked_at === null ? "" : "dim"}>
      <td>
        <span><strong>${key.name}</strong> <span class="sub"><code>${key.display}…</code>${key.channel_id === null ? "" : " · channel"}</span></span>
      </td>
      <td data-label="May">${may}</td>
      <td data-label="Domains">${domainsText(key.allowed_domains)}</td>
      <td class="number" data-label="Limits">
        <span>${count(key.minute_limit)}/min <span class="sub">${count(key.day_limit)}/day</span></span>
      </td>
      <td data-label="Created">${moment(key.created_at)}</td>
      <td class="act">
        ${
          key.revoked_at === null
            ? html`<button type="button" class="small bad" aria-label="Revoke ${key.name}" @click=${() => this.#revoke(key)}>
                Revoke
              </button>`
            : badge("plain", "revoked")
        }
      </td>
    </tr>`;
  }

  #open(): void {
    this.#form.reset();
    this.created = null;
    this.creating = true;
  }

  #dialog() {
    const created = this.created;
    return html`<dialog
      aria-labelledby="new-key-title"
      ${modal(() => {
        this.creating = false;
        this.created = null;
      })}
    >
      ${
        created
          ? newKey("Copy the key now", created.key, startsCalls(created) ? snippetOf(created.key) : null)
          : html`<form @submit=${this.#form.submit((form) => this.#create(form))}>
              <h2 id="new-key-title">New key</h2>
              ${field(this.#form, { kind: "text", name: "name", label: "Name", required: true, maxlength: 120, placeholder: "Status board" })}
              <fieldset>
                <legend>Permissions</legend>
                <div>
                  ${PERMISSIONS.map((permission) =>
                    field(this.#form, {
                      kind: "check",
                      name: `permissions.${permission}`,
                      label: PERMISSION_LABELS[permission],
                      value: permission === "widget:read",
                    }),
                  )}
                </div>
              </fieldset>
              <vc-domains .scope=${this.#form.scope} .faults=${this.#form.faultsAt("allowed_domains")}></vc-domains>
              <div class="columns">
                ${field(this.#form, { kind: "number", name: "minute_limit", label: "Requests a minute", min: 1, placeholder: String(CONSOLE_KEY_LIMITS.minute) })}
                ${field(this.#form, { kind: "number", name: "day_limit", label: "Requests a day", min: 1, placeholder: String(CONSOLE_KEY_LIMITS.day) })}
              </div>
              ${this.#form.summary()} ${dialogButtons("Create key", this.#form.busy)}
            </form>`
      }
    </dialog>`;
  }

  async #create(form: HTMLFormElement): Promise<void> {
    const values = read(form);
    const domains = form.querySelector<Domains>("vc-domains");
    this.created = await this.api.post<ApiKeyCreated>(`/projects/${this.projectId}/keys`, {
      body: {
        name: values.text("name"),
        permissions: PERMISSIONS.filter((permission) => values.checked(`permissions.${permission}`)),
        allowed_domains: domains?.take() ?? [],
        minute_limit: values.number("minute_limit"),
        day_limit: values.number("day_limit"),
      },
    });
    await this.updateComplete;
    this.querySelector<HTMLElement>("dialog vc-copy button")?.focus();
    await this.#keys.reload();
  }

  async #revoke(key: ApiKey): Promise<void> {
    const done = await Confirm.ask({
      title: `Revoke ${key.name}?`,
      text: html`Every request with <code>${key.display}…</code> is refused as soon as you confirm. A revoked key never
        works again.`,
      verb: "Revoke key",
      danger: true,
      run: () => this.api.delete(`/keys/${key.id}`),
    });
    if (!done) return;
    this.notice("Key revoked");
    this.dispatchEvent(new CustomEvent("revoked"));
    await this.#keys.reload();
  }
}

const startsCalls = (key: ApiKey): boolean => key.permissions.includes("widget:session");
const snippetOf = (key: string): string =>
  `<script type="module" src="${location.origin}/voice-widget.js"></script>\n<voice-widget api-key="${key}"></voice-widget>`;
