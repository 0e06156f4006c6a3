import { render } from "lit/html.js";
import type { Message } from "../session/state.ts";

/**
 * One element for each message, which stays with it. A message that comes in between, as a visitor's words do once they have
 * been understood, moves no other, nor does one that is taken back: a screen reader would say those again, and what is
 * selected in them would not stay so.
 */
export class MessageList {
  readonly element = document.createElement("div");
  #entries = new Map<string, HTMLElement>();

  constructor() {
    this.element.className = "messages";
  }

  show(messages: readonly Message[], view: (message: Message) => unknown): HTMLElement {
    const before = this.#entries;
    this.#entries = new Map(messages.map(({ id }) => [id, before.get(id) ?? document.createElement("div")]));
    for (const [id, entry] of before) if (!this.#entries.has(id)) entry.remove();
    let next = this.element.firstChild;
    for (const message of messages) {
      const entry = this.#entries.get(message.id) as HTMLElement;
      if (entry === next) next = next.nextSibling;
      else this.element.insertBefore(entry, next);
      render(view(message), entry);
    }
    return this.element;
  }
}
