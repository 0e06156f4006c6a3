import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import { OPERATOR_EVENT_NAMES, WEBHOOK_EVENT_NAMES } from "../../shared/webhook-events.ts";
import type { Delivery, DeliveryShown, Page, Webhook, WebhookCreated } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Pages } from "../controllers/pages.ts";
import { Confirm } from "../parts/confirm.ts";
import { deliveryTable } from "../parts/delivery-table.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { field, read } from "../parts/field.ts";
import { moment } from "../parts/format.ts";
import { dialogButtons, modal } from "../parts/modal.ts";
import { onceDialog } from "../parts/once.ts";
import { pageHead } from "../parts/page.ts";
import { webhookSecret } from "../parts/webhook-secret.ts";
import { ApiView } from "../view.ts";

/** The preselected events. */
const CHOSEN = new Set(["session.ended", "contact.created", "alert.raised", "alert.resolved"]);

/** Marked while nothing was accepted after it. */
function failureLine(active: boolean, { at, detail, recovered_at }: NonNullable<Webhook["last_failure"]>) {
  const last = html`${detail}, ${moment(at)}`;
  if (!active) return html`<p class="failed">Switched off. Last failure: ${last}</p>`;
  if (recovered_at === undefined)
    return html`<p class="failed">The last failure: ${last}. Nothing was accepted since.</p>`;
  return html`<p>Works again since ${moment(recovered_at)}. Before: ${last}</p>`;
}

/** Where the events of a project, or alerts of the service itself, are sent, and the state of each delivery. */
export class Webhooks extends ApiView {
  static override properties = {
    projectId: { attribute: false },
    secret: { state: true },
    shown: { state: true },
    deliveries: { state: true },
    opened: { state: true },
    edited: { state: true },
  };
  /** `null` for those of the operators themselves. */
  declare projectId: number | null;
  /** Secret of the webhook that was just created, or whose secret was renewed. */
  declare secret: string | null;
  /** Whose deliveries are listed. */
  declare shown: number | null;
  declare deliveries: Delivery[];
  /** The delivery whose body and answers are shown. */
  declare opened: DeliveryShown | null;
  /** In the dialog. */
  declare edited: Webhook | null;
  readonly #form = new Form(this, "webhook");
  readonly #edit = new Form(this, "webhook-edit");

  readonly #webhooks = new Pages<Webhook>(
    this,
    (cursor, signal) => this.api.get(this.#path, { query: { cursor, limit: 50 }, signal }),
    () => [this.api, this.projectId],
  );

  constructor() {
    super();
    this.secret = null;
    this.shown = null;
    this.deliveries = [];
    this.opened = null;
    this.edited = null;
  }

  get #path(): string {
    return this.projectId === null ? "/webhooks" : `/projects/${this.projectId}/webhooks`;
  }

  get #events(): readonly (readonly [name: string, label: string])[] {
    return this.projectId === null ? OPERATOR_EVENT_NAMES : WEBHOOK_EVENT_NAMES;
  }

  override render() {
    return html`
      ${this.projectId === null ? html`<h2>Webhooks for alerts</h2>` : pageHead({ title: "Webhooks" })}
      ${this.#webhooks.render({
        empty: () =>
          emptyNote(
            "No webhook yet",
            this.projectId === null
              ? "Create one to be notified when something goes wrong, and when it is resolved."
              : "Create one to send calls, contacts and warnings to your own systems.",
          ),
        list: (items) => html`${items.map((webhook) => this.#card(webhook))}`,
      })}
      ${this.#create()}
      ${onceDialog(this.secret === null ? null : webhookSecret(this.secret), () => {
        this.secret = null;
      })}
      ${this.edited === null ? nothing : this.#dialog(this.edited)}
    `;
  }

  /** @param webhook as it is; `null` for a new one */
  #fields(form: Form, webhook: Webhook | null) {
    const chosen = (name: string) => (webhook ? webhook.events.some((event) => event === name) : CHOSEN.has(name));
    return html`
      ${field(form, { kind: "text", name: "url", label: "Address", required: true, maxlength: LENGTHS.url, value: webhook?.url, placeholder: "https://example.com/hooks/voice", hint: "Public and https. Redirects are not followed." })}
      ${this.#events.map(([name, label]) => field(form, { kind: "check", name: `event_${name}`, label: `${label} (${name})`, value: chosen(name) }))}
      ${this.projectId === null ? nothing : field(form, { kind: "check", name: "include_transcript", label: "Send the transcript with each ended conversation", value: webhook?.include_transcript ?? false })}
      ${form.summary()}
    `;
  }

  #dialog(webhook: Webhook) {
    return html`<dialog
      aria-labelledby="webhook-edit-title"
      ${modal(() => {
        this.edited = null;
      })}
    >
      <form @submit=${this.#edit.submit((form) => this.#change(form, webhook))}>
        <h2 id="webhook-edit-title">Edit webhook</h2>
        ${this.#fields(this.#edit, webhook)} ${dialogButtons("Save webhook", this.#edit.busy)}
      </form>
    </dialog>`;
  }

  #create() {
    return html`<form class="card form" @submit=${this.#form.submit((form) => this.#save(form))}>
      <h2>New webhook</h2>
      ${this.#fields(this.#form, null)}
      <div class="buttons"><button class="primary" ?disabled=${this.#form.busy} aria-busy=${this.#form.busy}>Create webhook</button></div>
    </form>`;
  }

  #card(webhook: Webhook) {
    const { id, url, events, active, last_failure, previous_secret_until } = webhook;
    return html`<section class="card">
      <header>
        <h2><code>${url}</code></h2>
        <p>${active ? "On" : html`<strong>Off</strong>`} · ${events.join(", ")}</p>
        ${last_failure ? failureLine(active, last_failure) : nothing}
        ${previous_secret_until ? html`<p>Deliveries are also signed with the old secret until ${moment(previous_secret_until)}</p>` : nothing}
      </header>
      <div class="buttons">
        <button type="button" @click=${this.attempt(() => this.#test(id))}>Send test</button>
        <button type="button" @click=${this.attempt(() => this.#turn(id, !active))}>${active ? "Switch off" : "Switch on"}</button>
        <button type="button" @click=${this.attempt(() => this.#list(id))}>Deliveries</button>
        <button
          type="button"
          @click=${() => {
            this.#edit.reset();
            this.edited = webhook;
          }}
        >
          Edit
        </button>
        <button type="button" @click=${() => this.#rotate(id)}>New secret</button>
        <button type="button" class="quiet bad" @click=${() => this.#delete(id)}>Delete</button>
      </div>
      ${
        this.shown === id
          ? deliveryTable({
              deliveries: this.deliveries,
              opened: this.opened,
              open: (delivery) => this.attempt(() => this.#open(delivery)),
              replay: (delivery) => this.attempt(() => this.#replay(delivery)),
            })
          : nothing
      }
    </section>`;
  }

  #read(form: HTMLFormElement) {
    const values = read(form);
    const events = this.#events.map(([name]) => name).filter((name) => values.checked(`event_${name}`));
    const transcript = this.projectId === null ? {} : { include_transcript: values.checked("include_transcript") };
    return { url: values.address("url"), events, ...transcript };
  }

  async #change(form: HTMLFormElement, { id }: Webhook): Promise<void> {
    await this.api.patch(`/webhooks/${id}`, { body: this.#read(form) });
    form.closest("dialog")?.close();
    this.notice("Webhook saved");
    await this.#webhooks.reload();
  }

  async #open({ id }: Delivery): Promise<void> {
    this.opened = this.opened?.id === id ? null : await this.api.get<DeliveryShown>(`/deliveries/${id}`);
  }

  async #save(form: HTMLFormElement): Promise<void> {
    const body = this.#read(form);
    const made = await this.api.post<WebhookCreated>(this.#path, { body });
    this.secret = made.secret;
    form.reset();
    await this.#webhooks.reload();
  }

  async #test(id: number): Promise<void> {
    const delivery = await this.api.post<Delivery>(`/webhooks/${id}/test`, { body: {} });
    if (delivery.status === "delivered") this.notice("The receiver accepted the test");
    else this.notice(delivery.last_attempt?.detail ?? "The test failed", true);
    await Promise.all([this.#list(id), this.#webhooks.reload()]);
  }

  async #turn(id: number, active: boolean): Promise<void> {
    await this.api.patch(`/webhooks/${id}`, { body: { active } });
    await this.#webhooks.reload();
  }

  async #rotate(id: number): Promise<void> {
    let secret: string | null = null;
    await Confirm.ask({
      title: "Give this webhook a new secret?",
      text: "For 24 hours deliveries are signed with both secrets, so that you can change your receiver without losing any.",
      verb: "New secret",
      danger: false,
      run: async () => {
        secret = (await this.api.post<WebhookCreated>(`/webhooks/${id}/secret`)).secret;
      },
    });
    this.secret = secret;
    await this.#webhooks.reload();
  }

  async #list(id: number): Promise<void> {
    this.deliveries = (
      await this.api.get<Page<Delivery>>(`/webhooks/${id}/deliveries`, { query: { limit: 50 } })
    ).items;
    this.shown = id;
  }

  async #replay({ id, webhook_id }: Delivery): Promise<void> {
    await this.api.post(`/deliveries/${id}/replay`);
    this.notice("Sent again");
    await this.#list(webhook_id);
  }

  async #delete(id: number): Promise<void> {
    const deleted = await Confirm.ask({
      title: "Delete this webhook?",
      text: "Its deliveries are deleted too, including those still waiting.",
      verb: "Delete",
      danger: true,
      run: () => this.api.delete(`/webhooks/${id}`),
    });
    if (deleted) await this.#webhooks.reload();
  }
}
