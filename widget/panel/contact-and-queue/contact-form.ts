import type { ReactiveControllerHost } from "lit";
import { html, nothing } from "lit/html.js";
import type { CollectContact, ContactField } from "../../../shared/contacts.ts";
import { normalizeContact } from "../../../shared/normalize-contact.ts";
import type { SessionErrorCode } from "../../errors.ts";
import enErrors from "../../i18n/en-errors.ts";
import type { ContactAndQueueMessages, Messages } from "../../i18n/messages.ts";
import type { ViewModel } from "../view-model.ts";

/** The fields of a form, and how long each may be. No field has a `maxlength`, by which browsers cut what is pasted. */
const MAX = { name: 200, email: 254, phone: 40, message: 4_000 } as const;
const EMAIL = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(\.[^\s@<>"(),:;[\]\\.]+)+$/;
const PHONE = /^[+(]?[\d\s()./-]*(x\d+|ext\.? ?\d+)?$/i;
const AUTOCOMPLETE = { name: "name", email: "email", phone: "tel" } as const;
const TYPE = { name: "text", email: "email", phone: "tel" } as const;

export type Draft = Partial<Record<ContactField, string>> & { consent?: boolean; consent_text?: string };
type Place = ContactField | "consent";
type Filled = { fields: readonly ContactField[]; consent_text: string };

/** Sends the contact. Resolves to why it was not taken, or to `null`. */
export type Send = (contact: Draft) => Promise<SessionErrorCode | null>;

/** What is wrong with a draft, by field; empty when nothing is. */
function draftFaults(
  draft: Draft,
  fields: readonly ContactField[],
  texts: ContactAndQueueMessages,
  locale: string | undefined,
): Partial<Record<Place, string>> {
  const faults: Partial<Record<Place, string>> = {};
  const value = (field: ContactField) => (fields.includes(field) ? (draft[field] ?? "").trim() : "");
  const [email, phone] = [normalizeContact(value("email")), normalizeContact(value("phone"))];
  if (email && !EMAIL.test(email)) faults.email = texts.needEmail;
  if (phone && (phone.replace(/\D/g, "").length < 5 || !PHONE.test(phone))) faults.phone = texts.needPhone;
  const reach: ContactField = fields.includes("email") ? "email" : "phone";
  if (!email && !phone && !faults[reach]) faults[reach] = texts.needReach;
  for (const field of fields)
    if (value(field).length > MAX[field]) faults[field] = texts.tooLong(MAX[field].toLocaleString(locale));
  if (!draft.consent) faults.consent = texts.needConsent;
  return faults;
}

/** A form for the visitor's contact details, shown in the conversation. What was typed stays until it has been sent. */
export class ContactForm {
  readonly #host: ReactiveControllerHost;
  readonly #send: Send;
  readonly #close: (() => void) | null;
  #draft: Draft = {};
  #faults: Partial<Record<Place, string>> = {};
  #state: "open" | "sending" | "sent" = "open";
  /** Why the last try failed. */
  #failure: SessionErrorCode | null = null;

  /** @param close takes the form away; null where the form is all there is to do */
  constructor(host: ReactiveControllerHost, send: Send, close: (() => void) | null) {
    this.#host = host;
    this.#send = send;
    this.#close = close;
  }

  get sent(): boolean {
    return this.#state === "sent";
  }

  view(
    form: CollectContact | null,
    { texts: { errors }, locale }: Pick<ViewModel, "texts" | "locale">,
    texts: ContactAndQueueMessages,
  ) {
    if (this.#state === "sent")
      return html`<p class="card contact-sent" part="contact-sent" role="status" tabindex="-1">${texts.contactSent}</p>`;
    const { fields, consent_text } = form ?? {
      fields: ["name", "email", "phone", "message"] as const,
      consent_text: texts.consent,
    };
    return html`<form
      class="contact"
      part="contact-form"
      novalidate
      aria-labelledby="contact-title"
    >
      <h2 id="contact-title">${texts.contactTitle}</h2>
      ${fields.map((field) => this.#field(field, texts))}
      <label class="agree">
        <input
          type="checkbox"
          name="consent"
          .checked=${this.#draft.consent ?? false}
          aria-invalid=${this.#faults.consent ? "true" : "false"}
          aria-describedby=${this.#faults.consent ? "contact-consent-fault" : nothing}
          @change=${(event: Event) => this.#change("consent", (event.target as HTMLInputElement).checked)}
        />
        <span dir="auto">${consent_text}</span>
      </label>
      ${this.#fault("consent")}
      ${this.#failure && html`<p class="fault" role="alert">${this.#reason(this.#failure, { ...enErrors, ...errors }, texts)}</p>`}
      <div class="row">
        <button
          class="primary"
          part="contact-send"
          type="submit"
          aria-disabled=${this.#state === "sending"}
          @click=${(event: Event) => this.#submit(event, { fields, consent_text }, texts, locale)}
        >
          ${this.#state === "sending" ? texts.sending : texts.sendContact}
        </button>
        ${
          this.#close
            ? html`<button class="secondary" part="contact-cancel" type="button" @click=${this.#close}>${texts.cancel}</button>`
            : nothing
        }
      </div>
    </form>`;
  }

  #reason(failure: SessionErrorCode, errors: Messages["errors"], texts: ContactAndQueueMessages) {
    if (failure === "invalid_request") return texts.contactRefused;
    if (failure === "unreachable") return texts.contactFailed;
    const { title, help } = errors[failure];
    return html`${title}<br />${help}`;
  }

  #field(field: ContactField, texts: ContactAndQueueMessages) {
    const id = `contact-${field}`;
    const fault = this.#faults[field];
    const described = fault ? `${id}-fault` : nothing;
    const input = (event: Event) => this.#change(field, (event.target as HTMLInputElement).value);
    const value = this.#draft[field] ?? "";
    return html`<div class="field">
      <label for=${id}>${texts[field]}${field === "message" || field === "name" ? html` <small>(${texts.optional})</small>` : nothing}</label>
      ${
        field === "message"
          ? html`<textarea id=${id} name=${field} rows="3" dir="auto" .value=${value}
              aria-describedby=${described} aria-invalid=${fault ? "true" : "false"} @input=${input}></textarea>`
          : html`<input id=${id} name=${field} type=${TYPE[field]} autocomplete=${AUTOCOMPLETE[field]}
              dir=${field === "name" ? "auto" : "ltr"} .value=${value} aria-describedby=${described}
              aria-invalid=${fault ? "true" : "false"} @input=${input} />`
      }
      ${this.#fault(field)}
    </div>`;
  }

  #fault(place: Place) {
    const fault = this.#faults[place];
    return fault ? html`<p class="fault" id="contact-${place}-fault">${fault}</p>` : nothing;
  }

  #change(place: Place, value: string | boolean): void {
    this.#draft = { ...this.#draft, [place]: value };
    if (!this.#faults[place]) return;
    const { [place]: _, ...left } = this.#faults;
    this.#faults = left;
    this.#host.requestUpdate();
  }

  /** On the button's click, which Enter in a field makes as well: a sandboxed frame may forbid to submit. */
  async #submit(
    event: Event,
    { fields, consent_text }: Filled,
    texts: ContactAndQueueMessages,
    locale: string | undefined,
  ): Promise<void> {
    event.preventDefault();
    if (this.#state === "sending") return;
    const { form } = event.currentTarget as HTMLButtonElement;
    this.#faults = draftFaults(this.#draft, fields, texts, locale);
    const first = [...fields, "consent" as const].find((place) => this.#faults[place]);
    if (first) {
      this.#host.requestUpdate();
      form?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    this.#state = "sending";
    this.#failure = null;
    this.#host.requestUpdate();
    const filled = fields
      .map((field) => [field, (this.#draft[field] ?? "").trim()] as const)
      .filter(([, text]) => text);
    this.#failure = await this.#send({ ...Object.fromEntries(filled), consent: true, consent_text });
    this.#state = this.#failure ? "open" : "sent";
    this.#host.requestUpdate();
  }
}
