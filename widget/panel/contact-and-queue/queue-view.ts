import type { ReactiveControllerHost } from "lit";
import { html, nothing } from "lit/html.js";
import { QUEUE_HOLD_MS } from "../../../shared/limits.ts";
import type { QueuePlace } from "../../../shared/queue.ts";
import type { Service } from "../../config/service.ts";
import type { SessionErrorCode } from "../../errors.ts";
import enErrors from "../../i18n/en-errors.ts";
import type { ContactAndQueueMessages, Messages, PanelMessages } from "../../i18n/messages.ts";
import { askService, mayPass } from "../ask-service.ts";
import { isPageHidden } from "../page-hidden.ts";

const POLL_MS = 5_000;

/** The element that shows the queue. */
export type QueueHost = ReactiveControllerHost & Pick<Element, "isConnected">;

/** The visitor's place in the queue for a voice line: updated by itself, with a question when it is the visitor's turn. */
export class QueueView {
  readonly #host: QueueHost;
  readonly #service: () => Service;
  readonly #agentId: () => number | null;
  readonly #start: (ticket: string) => void;
  readonly #turnChanged: () => void;
  #place: QueuePlace | null = null;
  #waits = false;
  /** When the turn came, unix milliseconds of this browser's clock. */
  #turnAt: number | null = null;
  /** Why the last question was not answered. */
  #failure: SessionErrorCode | null = null;
  /** The visitor wants a second minute of their turn, and the service has not answered yet. */
  #extend = false;
  /** Numbers the questions: only the newest one's answer counts. */
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param start begins the conversation on the voice line that is held for the ticket
   * @param turnChanged called when `ready` may have changed
   */
  constructor(
    host: QueueHost,
    service: () => Service,
    agentId: () => number | null,
    start: (ticket: string) => void,
    turnChanged: () => void,
  ) {
    this.#host = host;
    this.#service = service;
    this.#agentId = agentId;
    this.#start = start;
    this.#turnChanged = turnChanged;
  }

  /** Whether the visitor waits, or reads why they do not any more. */
  get begun(): boolean {
    return this.#waits || this.#failure !== null;
  }

  /** Whether it is the visitor's turn. */
  get ready(): boolean {
    return this.#turnAt !== null;
  }

  view({ errors }: PanelMessages, texts: ContactAndQueueMessages, contact: (() => void) | null) {
    const { ready } = this;
    return html`<section class="card queue" part="queue" aria-labelledby="queue-title">
      <h2 id="queue-title" tabindex="-1">${ready ? texts.yourTurn : texts.busyTitle}</h2>
      <p role="status">${this.#sentence({ ...enErrors, ...errors }, texts)}</p>
      <div class="choices">
        ${
          ready
            ? html`<button class="primary" part="queue-start" type="button" @click=${this.#take}>${texts.startNow}</button>
                <button class="secondary" part="queue-leave" type="button" @click=${this.leave}>${texts.notNow}</button>
                ${
                  this.#place?.can_extend && !this.#extend
                    ? html`<button class="secondary" part="queue-extend" type="button" @click=${this.#holdLonger}>${texts.oneMoreMinute}</button>`
                    : nothing
                }`
            : this.#waits
              ? html`<button class="secondary" part="queue-leave" type="button" @click=${this.leave}>${texts.stopWaiting}</button>`
              : html`<button class="primary" part="queue-wait" type="button" @click=${this.#wait}>${texts.wait}</button>`
        }
        ${
          contact
            ? html`<button class="secondary" part="queue-contact" type="button" @click=${contact}>${texts.leaveContact}</button>`
            : nothing
        }
      </div>
    </section>`;
  }

  #sentence(errors: Messages["errors"], texts: ContactAndQueueMessages) {
    if (this.#failure === "unreachable") return texts.queueLost;
    if (this.#failure) return html`${errors[this.#failure].title}<br />${errors[this.#failure].help}`;
    if (this.ready) return texts.yourTurnHelp;
    return this.#place?.place ? texts.place(this.#place.place) : texts.busyHelp;
  }

  readonly #wait = () => {
    this.#waits = true;
    this.#failure = null;
    this.#host.requestUpdate();
    void this.#ask();
  };

  readonly #take = () => {
    const ticket = this.#place?.ticket;
    this.stop();
    if (ticket) this.#start(ticket);
  };

  readonly #holdLonger = ({ currentTarget }: Event) => {
    this.#extend = true;
    // The button goes: the focus stays here, and on nothing that a second press would set off.
    (currentTarget as HTMLElement).closest("section")?.querySelector("h2")?.focus();
    this.#host.requestUpdate();
    void this.#ask();
  };

  /** Gives the place up, and tells the service. */
  readonly leave = () => {
    const [ticket, agent_id] = [this.#place?.ticket, this.#agentId()];
    this.stop();
    if (ticket && agent_id !== null)
      void askService(this.#service(), "session/queue", { agent_id, ticket, leave: true });
  };

  /** Stops asking the service. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#waits = false;
    this.#place = null;
    this.#turnAt = null;
    this.#extend = false;
    this.#failure = null;
    this.#changed();
  }

  #changed(): void {
    this.#host.requestUpdate();
    this.#turnChanged();
  }

  /** How long a voice line has been held for a visitor who does not take it, milliseconds. */
  get #heldFor(): number {
    return this.#turnAt === null ? 0 : Date.now() - this.#turnAt;
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    const agent_id = this.#agentId();
    if (!this.#waits || agent_id === null) return;
    // A service that knows of no second minute does not say that it is used.
    const hold = QUEUE_HOLD_MS * (this.ready && this.#place?.can_extend === false ? 2 : 1);
    if (!this.#host.isConnected || this.#heldFor > hold) return this.leave();
    const asked = ++this.#asked;
    const extend = this.#extend || undefined;
    const ask = { agent_id, ticket: this.#place?.ticket ?? undefined, extend, hidden: isPageHidden() || undefined };
    const { body, failure } = await askService(this.#service(), "session/queue", ask);
    if (!this.#waits || asked !== this.#asked) return;
    this.#failure = failure;
    if (failure === null) {
      this.#place = body as QueuePlace;
      this.#extend = false;
      // The service counts from before the answer: it has given the line to the next one and put this one last.
      if (!this.#place.ready && this.#heldFor > hold - 2 * POLL_MS) return this.leave();
      this.#turnAt = this.#place.ready ? (this.#turnAt ?? Date.now()) : null;
    }
    // The place is kept for a visitor who waits again.
    this.#waits = failure === null || mayPass(failure);
    if (this.#waits) this.#timer = setTimeout(() => void this.#ask(), POLL_MS);
    else this.#turnAt = null;
    this.#changed();
  }
}
