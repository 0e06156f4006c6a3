import type { ReactiveControllerHost } from "lit";
import { html, nothing } from "lit/html.js";
import type { QueuePlace } from "../../../shared/queue.ts";
import type { Service } from "../../config/service.ts";
import type { ContactAndQueueMessages } from "../../i18n/messages.ts";
import { askService } from "./ask-service.ts";

const POLL_MS = 5_000;

/** The visitor's place in the queue for a voice line: updated by itself, with a question when it is the visitor's turn. */
export class QueueView {
  readonly #host: ReactiveControllerHost;
  readonly #service: () => Service;
  readonly #agentId: () => number | null;
  readonly #start: (ticket: string) => void;
  #place: QueuePlace | null = null;
  #waits = false;
  #lost = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param start begins the conversation on the voice line that is held for the ticket */
  constructor(
    host: ReactiveControllerHost,
    service: () => Service,
    agentId: () => number | null,
    start: (ticket: string) => void,
  ) {
    this.#host = host;
    this.#service = service;
    this.#agentId = agentId;
    this.#start = start;
  }

  get waits(): boolean {
    return this.#waits;
  }

  view(texts: ContactAndQueueMessages, contact: (() => void) | null) {
    const ready = this.#waits && this.#place?.ready;
    return html`<section class="queue" part="queue" aria-labelledby="queue-title">
      <h2 id="queue-title">${ready ? texts.yourTurn : texts.busyTitle}</h2>
      <p role="status">${this.#sentence(texts)}</p>
      <div class="row">
        ${
          ready
            ? html`<button class="primary" part="queue-start" type="button" @click=${this.#take}>${texts.startNow}</button>
                <button class="secondary" part="queue-leave" type="button" @click=${this.leave}>${texts.notNow}</button>`
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

  #sentence(texts: ContactAndQueueMessages): string {
    if (!this.#waits) return texts.busyHelp;
    if (this.#lost) return texts.queueLost;
    if (this.#place?.ready) return texts.yourTurnHelp;
    return this.#place?.place ? texts.place(this.#place.place) : texts.busyHelp;
  }

  readonly #wait = () => {
    this.#waits = true;
    this.#host.requestUpdate();
    void this.#ask();
  };

  readonly #take = () => {
    const ticket = this.#place?.ticket;
    this.stop();
    if (ticket) this.#start(ticket);
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
    this.#lost = false;
    this.#host.requestUpdate();
  }

  async #ask(): Promise<void> {
    const agent_id = this.#agentId();
    if (!this.#waits || agent_id === null) return;
    const ticket = this.#place?.ticket ?? undefined;
    const answered = await askService(this.#service(), "session/queue", { agent_id, ticket });
    if (!this.#waits) return;
    this.#lost = !answered?.ok;
    if (answered?.ok) this.#place = answered.answer as QueuePlace;
    this.#host.requestUpdate();
    this.#timer = setTimeout(() => void this.#ask(), POLL_MS);
  }
}
