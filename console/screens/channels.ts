import { html, nothing } from "lit";
import type { Agent, ApiKey, Channel, ChannelCreated, ChannelRegenerated } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { channelCard } from "../parts/channel-card.ts";
import { createChannelForm, domainsForm, editChannelForm, keyForm } from "../parts/channel-forms.ts";
import { Confirm } from "../parts/confirm.ts";
import type { Domains } from "../parts/domains.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { read } from "../parts/field.ts";
import { endKey } from "../parts/key-rows.ts";
import { modal } from "../parts/modal.ts";
import { type OnceShown, onceDialog } from "../parts/once.ts";
import { readAll } from "../parts/read-all.ts";
import { snippetShown } from "../parts/snippet-shown.ts";
import { to } from "../router.ts";
import { ProjectView } from "../view.ts";

type Dialog =
  | { kind: "create" }
  | { kind: "edit" | "domains"; channel: Channel }
  | { kind: "key"; channel: Channel; domains: string[]; replaces: boolean };

interface Shown {
  channels: Channel[];
  agents: Agent[];
  keys: ApiKey[];
}

/** Websites that the widget is on: one agent and one or more keys each. @fires keys-changed */
export class Channels extends ProjectView {
  static override properties = { query: { attribute: false }, dialog: { state: true }, once: { state: true } };
  declare query: URLSearchParams;
  declare dialog: Dialog | null;
  declare once: OnceShown | null;
  readonly #form = new Form(this, "channel");

  readonly #shown = new Load<Shown>(
    this,
    async (signal) => {
      const project = `/projects/${this.projectId}`;
      const [channels, agents, keys] = await Promise.all([
        readAll<Channel>(this.api, `${project}/channels`, { signal }),
        readAll<Agent>(this.api, "/agents", { query: { project_id: this.projectId }, signal }),
        readAll<ApiKey>(this.api, `${project}/keys`, { signal }),
      ]);
      return { channels, agents, keys };
    },
    () => [this.api, this.projectId],
  );

  constructor() {
    super();
    this.dialog = null;
    this.once = null;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("query") && this.query.get("do") === "add") this.#open({ kind: "create" });
  }

  override render() {
    return this.#shown.render((shown) => {
      const create =
        shown.agents.length > 0
          ? html`<button type="button" class="primary" @click=${() => this.#open({ kind: "create" })}>New channel</button>`
          : html`<a class="button primary" href=${to.project(this.projectId, "agents", "new")}>Create an agent first</a>`;
      return html`
        <div class="section-head">
          <h2>Channels</h2>
          ${create}
          <p>A channel puts one agent on one website. Its snippet is public, so name the domains on which it may be used.</p>
        </div>
        ${
          shown.channels.length > 0
            ? shown.channels.map((channel) => this.#card(channel, shown))
            : emptyNote("No channel yet", "Create a channel and paste its snippet into your page.", create)
        }
        ${this.dialog ? this.#dialog(this.dialog, shown.agents) : nothing}
        ${onceDialog(this.once, () => {
          this.once = null;
        })}
      `;
    });
  }

  #card(channel: Channel, { agents, keys }: Shown) {
    const own = keys.filter(({ channel_id, revoked_at }) => channel_id === channel.id && revoked_at === null);
    const domains = own.find(({ id }) => id === channel.key_id)?.allowed_domains ?? own.at(-1)?.allowed_domains ?? [];
    const agent = agents.find(({ id }) => id === channel.agent_id);
    return channelCard(channel, agent, own, {
      edit: () => this.#open({ kind: "edit", channel }),
      changeDomains: () => this.#open({ kind: "domains", channel }),
      pause: channel.active ? () => void this.#pause(channel) : this.attempt(() => this.#resume(channel)),
      remove: () => void this.#remove(channel),
      addKey: () => this.#open({ kind: "key", channel, domains, replaces: false }),
      replaceKeys: () => this.#open({ kind: "key", channel, domains, replaces: true }),
      retire: (key) => void this.#retire(key),
    });
  }

  #open(dialog: Dialog): void {
    this.#form.reset();
    this.dialog = dialog;
  }

  #dialog(dialog: Dialog, agents: readonly Agent[]) {
    return html`<dialog
      aria-labelledby="channel-title"
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
        return createChannelForm(this.#form, agents, (form) => this.#create(form));
      case "edit":
        return editChannelForm(this.#form, dialog.channel, agents, (form) => this.#edit(form, dialog.channel));
      case "domains":
        return domainsForm(this.#form, dialog.channel, (form) => this.#saveDomains(form, dialog.channel));
      case "key":
        return keyForm(this.#form, dialog.channel, dialog.domains, dialog.replaces, (form) =>
          this.#makeKey(form, dialog.channel, dialog.replaces),
        );
    }
  }

  async #create(form: HTMLFormElement): Promise<void> {
    const values = read(form);
    const made = await this.api.post<ChannelCreated>(`/projects/${this.projectId}/channels`, {
      body: {
        name: values.text("name"),
        agent_id: values.number("agent_id"),
        allowed_domains: form.querySelector<Domains>("vc-domains")?.take() ?? [],
        visitor_sessions: values.number("visitor_sessions") ?? null,
      },
    });
    await this.#showOnce(`${made.name} is ready`, made);
  }

  async #edit(form: HTMLFormElement, channel: Channel): Promise<void> {
    const values = read(form);
    const body = {
      name: values.text("name"),
      agent_id: values.number("agent_id"),
      visitor_sessions: values.number("visitor_sessions") ?? null,
    };
    await this.api.patch<Channel>(`/channels/${channel.id}`, { body });
    form.closest("dialog")?.close();
    await this.#changed("Channel saved");
  }

  async #saveDomains(form: HTMLFormElement, channel: Channel): Promise<void> {
    const allowed_domains = form.querySelector<Domains>("vc-domains")?.take() ?? [];
    const keep = form.querySelector<HTMLInputElement>("input[name=keep]")?.checked === true;
    const body = { allowed_domains, keep_old_seconds: keep ? 3_600 : 0 };
    await this.api.patch<Channel>(`/channels/${channel.id}`, { body });
    form.closest("dialog")?.close();
    await this.#changed("Domains saved");
  }

  async #makeKey(form: HTMLFormElement, channel: Channel, replaces: boolean): Promise<void> {
    const body = { allowed_domains: form.querySelector<Domains>("vc-domains")?.take() ?? [] };
    const path = `/channels/${channel.id}/${replaces ? "regenerate" : "keys"}`;
    const made = await this.api.post<ChannelRegenerated>(path, { body });
    await this.#showOnce(`New key for ${channel.name}`, made);
  }

  async #showOnce(title: string, made: ChannelRegenerated): Promise<void> {
    this.dialog = null;
    this.once = await snippetShown(title, made);
    await this.#changed();
  }

  async #resume(channel: Channel): Promise<void> {
    await this.api.patch(`/channels/${channel.id}`, { body: { active: true } });
    await this.#changed("Channel resumed");
  }

  async #pause(channel: Channel): Promise<void> {
    const done = await Confirm.ask({
      title: `Pause ${channel.name}?`,
      text: "Its keys are refused at once, so the widget disappears from its pages. Running calls go on. You can resume it at any time.",
      verb: "Pause channel",
      run: async () => void (await this.api.patch(`/channels/${channel.id}`, { body: { active: false } })),
    });
    if (done) await this.#changed("Channel paused");
  }

  async #remove(channel: Channel): Promise<void> {
    const done = await Confirm.ask({
      title: `Delete ${channel.name}?`,
      text: "Its keys stop working at once and for good, so the widget disappears from its pages. The agent and past sessions stay.",
      verb: "Delete channel",
      danger: true,
      run: () => this.api.delete(`/channels/${channel.id}`),
    });
    if (done) await this.#changed("Channel deleted");
  }

  async #retire(key: ApiKey): Promise<void> {
    if (await endKey(this.api, key, "Retire")) await this.#changed("Key retired");
  }

  async #changed(notice?: string): Promise<void> {
    if (notice) this.notice(notice);
    this.dispatchEvent(new CustomEvent("keys-changed", { bubbles: true }));
    await this.#shown.reload();
  }
}
