import { html, nothing } from "lit";
import type { Agent, ApiKey, Channel, ChannelCreated, ChannelRegenerated, Page } from "../answers.ts";
import type { Api } from "../api.ts";
import { Form } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { Pages } from "../controllers/pages.ts";
import type { Domains } from "../parts/domains.ts";
import { field, read } from "../parts/field.ts";
import { moment } from "../parts/format.ts";
import { dialogButtons, modal } from "../parts/modal.ts";
import { domainsText, newKey } from "../parts/new-key.ts";
import { emptyNote } from "../parts/notes.ts";
import { pinned } from "../parts/pinned.ts";
import { to } from "../router.ts";
import { View } from "../view.ts";

type Dialog =
  | { kind: "create" }
  | { kind: "regenerate"; channel: Channel; domains: string[] }
  | { kind: "made"; title: string; key: string; snippet: string; pinned: string | null };

/** Websites that the widget stands on: one agent, one key, one snippet each. @fires keys-changed */
export class Channels extends View {
  static override properties = { api: { attribute: false }, projectId: { type: Number }, dialog: { state: true } };
  declare api: Api;
  declare projectId: number;
  declare dialog: Dialog | null;
  readonly #form = new Form(this, "channel");

  readonly #channels = new Pages<Channel>(
    this,
    (cursor, signal) => this.api.get(`/projects/${this.projectId}/channels`, { query: { cursor, limit: 50 }, signal }),
    () => [this.api, this.projectId],
  );
  /** Names for the rows and choices for a new channel. */
  readonly #context = new Load<{ agents: Agent[]; keys: ApiKey[] }>(
    this,
    async (signal) => {
      const [agents, keys] = await Promise.all([
        this.api.get<Page<Agent>>("/agents", { query: { project_id: this.projectId, limit: 100 }, signal }),
        this.api.get<Page<ApiKey>>(`/projects/${this.projectId}/keys`, { query: { limit: 100 }, signal }),
      ]);
      return { agents: agents.items, keys: keys.items };
    },
    () => [this.api, this.projectId],
  );

  constructor() {
    super();
    this.dialog = null;
  }

  /** Reads names and list again: a key was revoked beside it. */
  async refresh(): Promise<void> {
    await Promise.all([this.#channels.reload(), this.#context.reload()]);
  }

  override render() {
    return this.#context.render(({ agents, keys }) => {
      const create =
        agents.length > 0
          ? html`<button type="button" class="primary" @click=${() => this.#open({ kind: "create" })}>New channel</button>`
          : html`<a class="button primary" href=${to.project(this.projectId, "agents", "new")}>Make an agent first</a>`;
      return html`
        <div class="section-head">
          <h2>Channels</h2>
          ${create}
          <p>A channel puts one agent on one website. Its key is public, so name the domains it may be used on.</p>
        </div>
        ${this.#channels.render({
          empty: () =>
            emptyNote(
              "Not on any site yet",
              "Make a channel and paste its snippet into your page. That is all.",
              create,
            ),
          list: (items) => html`<div class="scroll">
            <table class="rows">
              <thead>
                <tr>
                  <th scope="col">Channel</th>
                  <th scope="col">Agent</th>
                  <th scope="col">Key</th>
                  <th scope="col">Domains</th>
                  <th scope="col">Created</th>
                  <th scope="col"><span class="visually-hidden">Actions</span></th>
                </tr>
              </thead>
              <tbody>
                ${items.map((channel) => this.#row(channel, agents, keys))}
              </tbody>
            </table>
          </div>`,
        })}
        ${this.dialog ? this.#dialog(this.dialog, agents) : nothing}
      `;
    });
  }

  #row(channel: Channel, agents: readonly Agent[], keys: readonly ApiKey[]) {
    const agent = agents.find(({ id }) => id === channel.agent_id);
    const key = keys.find(({ id }) => id === channel.key_id);
    const dead = !key || key.revoked_at !== null;
    return html`<tr>
      <td><strong>${channel.name}</strong></td>
      <td data-label="Agent">
        <a href=${to.project(this.projectId, "agents", channel.agent_id)}>${agent?.name ?? `Agent ${channel.agent_id}`}</a>
      </td>
      <td data-label="Key">${key ? html`<code>${key.display}…</code>` : nothing} ${dead ? "no usable key" : nothing}</td>
      <td data-label="Domains">${key ? domainsText(key.allowed_domains) : nothing}</td>
      <td data-label="Created">${moment(channel.created_at)}</td>
      <td class="act">
        <button
          type="button"
          class="small"
          aria-label="New key for ${channel.name}"
          @click=${() => this.#open({ kind: "regenerate", channel, domains: key?.allowed_domains ?? [] })}
        >
          New key or domains
        </button>
      </td>
    </tr>`;
  }

  #open(dialog: Dialog): void {
    this.#form.reset();
    this.dialog = dialog;
  }

  #dialog(dialog: Dialog, agents: readonly Agent[]) {
    return html`<dialog
      aria-labelledby="new-key-title"
      ${modal(() => {
        this.dialog = null;
      })}
    >
      ${this.#content(dialog, agents)}
    </dialog>`;
  }

  #content(dialog: Dialog, agents: readonly Agent[]) {
    switch (dialog.kind) {
      case "create":
        return html`<form @submit=${this.#form.submit((form) => this.#create(form))}>
          <h2 id="new-key-title">New channel</h2>
          ${field(this.#form, { kind: "text", name: "name", label: "Name", required: true, maxlength: 120, placeholder: "Shop front page" })}
          ${field(this.#form, {
            kind: "select",
            name: "agent_id",
            label: "Agent",
            required: true,
            value: String(agents[0]?.id),
            options: agents.map(({ id, name, active }) => [String(id), active ? name : `${name} (inactive)`] as const),
            hint: "The key works with this agent only.",
          })}
          <vc-domains .scope=${this.#form.scope} .faults=${this.#form.faultsAt("allowed_domains")}></vc-domains>
          ${this.#form.summary()} ${dialogButtons("Create channel", this.#form.busy)}
        </form>`;
      case "regenerate":
        return html`<form @submit=${this.#form.submit((form) => this.#regenerate(form, dialog.channel))}>
          <h2 id="new-key-title">New key for ${dialog.channel.name}</h2>
          <p>
            Domains change only together with the key. The old key stops working as soon as the new one is made, so have
            the page ready to be changed.
          </p>
          <vc-domains .scope=${this.#form.scope} .faults=${this.#form.faultsAt("allowed_domains")} .value=${dialog.domains}></vc-domains>
          ${this.#form.summary()} ${dialogButtons("Replace key", this.#form.busy, "danger")}
        </form>`;
      case "made":
        return newKey(dialog.title, dialog.key, dialog.snippet, dialog.pinned);
    }
  }

  async #create(form: HTMLFormElement): Promise<void> {
    const values = read(form);
    const made = await this.api.post<ChannelCreated>(`/projects/${this.projectId}/channels`, {
      body: {
        name: values.text("name"),
        agent_id: values.number("agent_id"),
        allowed_domains: form.querySelector<Domains>("vc-domains")?.take() ?? [],
      },
    });
    await this.#made(`${made.name} is ready`, made);
  }

  async #regenerate(form: HTMLFormElement, channel: Channel): Promise<void> {
    const made = await this.api.post<ChannelRegenerated>(`/channels/${channel.id}/regenerate`, {
      body: { allowed_domains: form.querySelector<Domains>("vc-domains")?.take() ?? [] },
    });
    await this.#made(`New key for ${channel.name}`, made);
  }

  async #made(title: string, { key, snippet }: ChannelRegenerated): Promise<void> {
    this.dialog = { kind: "made", title, key, snippet, pinned: await pinned(key) };
    this.dispatchEvent(new CustomEvent("keys-changed"));
    await this.updateComplete;
    this.querySelector<HTMLElement>("dialog vc-copy button")?.focus();
    await this.refresh();
  }
}
