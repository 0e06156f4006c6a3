import { html, nothing } from "lit/html.js";
import type { CollectContact } from "../../../shared/contacts.ts";
import { isClosed, type PageConfig } from "../../config/read-config.ts";
import type { Service } from "../../config/service.ts";
import { contactAndQueueMessages } from "../../i18n/contact-and-queue-messages.ts";
import type { PanelMessages } from "../../i18n/messages.ts";
import { conversationOf } from "../../session/selectors.ts";
import type { InputMode } from "../../session/state.ts";
import { askService } from "../ask-service.ts";
import type { Dispatch } from "../panel-command.ts";
import type { ViewModel } from "../view-model.ts";
import { closedNotice } from "./closed-notice.ts";
import { ContactForm, type Draft } from "./contact-form.ts";
import { type QueueHost, QueueView } from "./queue-view.ts";

export { contactAndQueueStyles } from "./contact-and-queue-styles.ts";

interface ContactAndQueueHost {
  panel: QueueHost;
  service(): Service;
  agentId(): number | null;
  sessionId(): string | null;
  dispatch: Dispatch;
  /** The visitor's turn has come, or is over. */
  turnChanged(): void;
}

/** Contact form, opening hours and queue, shown when no call is possible. */
export class ContactAndQueue {
  readonly #host: ContactAndQueueHost;
  readonly #queue: QueueView;
  /** What the visitor tried last, by voice or in writing: their turn begins the same. */
  #input: InputMode = "voice";
  #form: ContactForm | null = null;
  /** The id of the session whose agent asked for the form. */
  #askedIn: string | null = null;
  #turnstile: PageConfig["turnstile"] = null;

  constructor(host: ContactAndQueueHost) {
    this.#host = host;
    const start = (ticket: string) => host.dispatch({ type: "start_with_ticket", ticket, input: this.#input });
    this.#queue = new QueueView(host.panel, host.service, host.agentId, start, host.turnChanged);
  }

  /** Says that it is the visitor's turn, else null. */
  turn(texts: PanelMessages): string | null {
    return this.#queue.ready ? contactAndQueueMessages(texts).yourTurn : null;
  }

  /** Shows the form that the agent asks for. Returns what the agent is told. */
  showForm(): string {
    this.#askedIn = this.#host.sessionId();
    this.#form = new ContactForm(this.#host.panel, this.#send, this.#closeForm);
    this.#host.panel.requestUpdate();
    return "The form is on the visitor's screen. Ask them to fill it in; you will be told when it was sent.";
  }

  view(model: ViewModel, config: PageConfig) {
    const texts = contactAndQueueMessages(model.texts);
    const { state } = model;
    this.#input = model.input;
    this.#turnstile = config.turnstile;
    const form = this.#formOf(model, config);
    if (conversationOf(state) === null && isClosed(config.hours)) {
      const asks = config.hours?.closed === "contact";
      if (asks) this.#form ??= new ContactForm(this.#host.panel, this.#send, null);
      return html`${config.hours && closedNotice(config.hours, model.texts.tag, texts)}
        ${asks ? this.#form?.view(form, model, texts) : nothing}`;
    }
    const busy = state.status === "error" && state.error.code === "lines_busy";
    if (!busy) {
      if (this.#queue.begun) this.#queue.stop();
      return this.#form?.view(form, model, texts) ?? nothing;
    }
    const mayLeave = form !== null && this.#form === null;
    return html`${this.#queue.view(model.texts, texts, mayLeave ? () => this.showForm() : null)}
      ${this.#form?.view(form, model, texts) ?? nothing}`;
  }

  /** The agent's form, else a plain one where the opening hours offer it; `null` where the service takes none. */
  #formOf({ agent, texts }: ViewModel, { hours }: PageConfig): CollectContact | null {
    if (agent?.collect_contact) return agent.collect_contact;
    return hours?.closed === "contact"
      ? { fields: ["name", "email", "phone", "message"], consent_text: contactAndQueueMessages(texts).consent }
      : null;
  }

  readonly #closeForm = () => {
    this.#form = null;
    this.#host.panel.requestUpdate();
  };

  readonly #send = async (contact: Draft) => {
    const session_id = this.#askedIn ?? this.#host.sessionId();
    const within = session_id === null ? null : await this.#report(session_id, contact);
    // A session that ended long ago takes no events any more: the contact is sent without it.
    const { failure } = within?.failure === null ? within : await this.#post(contact);
    if (within?.failure === null && session_id === this.#host.sessionId())
      this.#host.dispatch({ type: "send_note", text: "The visitor has sent the contact form." });
    return failure;
  };

  #report(session_id: string, contact: Draft) {
    return askService(this.#host.service(), `session/${session_id}/events`, {
      events: [{ type: "contact", ...contact }],
    });
  }

  /** Without a session nobody has passed the challenge yet. */
  async #post(contact: Draft) {
    const agent_id = this.#host.agentId() ?? undefined;
    const turnstile_token = await this.#token();
    return askService(this.#host.service(), "contacts", { ...contact, agent_id, turnstile_token });
  }

  /** What is not passed the service refuses in words. */
  async #token(): Promise<string | undefined> {
    if (!this.#turnstile) return undefined;
    const { passTurnstile } = await import("../../session/turnstile.ts");
    return passTurnstile(this.#turnstile, new AbortController().signal).catch(() => undefined);
  }
}
