import { render } from "lit/html.js";
import type { Message } from "../session/state.ts";

/**
 * Keeps one element for each message. Inserting a message in the middle, as happens once a visitor's words have been
 * recognised, or removing one must not move the others: a screen reader would read those again, and a selection would be lost.
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
