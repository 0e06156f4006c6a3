import type { Item, MessageItem } from "./wire.ts";

/** Items that a conversation keeps; the oldest leave it first. */
export const MAX_ITEMS = 300;

/** An item with what only this side knows of it. */
export interface Entry {
  item: Item;
  /** Milliseconds of the agent's audio in it. */
  audio_ms: number;
}

/** Where the conversation is written down, so that it outlives the object's memory. */
export interface ConversationStore {
  saveEntry(entry: Entry): void;
  removeEntry(item_id: string): void;
  saveOrder(order: string[]): void;
}

/** The items in their order, and the audio of the visitor's as long as memory holds it. */
export class Conversation {
  readonly #store: ConversationStore;
  readonly #entries: Map<string, Entry>;
  readonly #heard = new Map<string, Int16Array>();
  #order: string[];

  constructor(store: ConversationStore, order: string[] = [], entries: Entry[] = []) {
    this.#store = store;
    this.#order = order;
    this.#entries = new Map(entries.map((entry) => [entry.item.id, entry]));
  }

  get items(): Item[] {
    return this.#order.flatMap((id) => this.#entries.get(id)?.item ?? []);
  }

  get(item_id: string): Entry | undefined {
    return this.#entries.get(item_id);
  }

  previousOf(item_id: string): string | null {
    return this.#order[this.#order.indexOf(item_id) - 1] ?? null;
  }

  get last(): string | null {
    return this.#order.at(-1) ?? null;
  }

  /** @param after `null` puts it first. */
  insert(item: Item, after: string | null = this.last): Entry {
    const entry = { item, audio_ms: 0 };
    this.#entries.set(item.id, entry);
    this.#order.splice(after === null ? 0 : this.#order.indexOf(after) + 1, 0, item.id);
    const oldest = this.#order.length > MAX_ITEMS ? this.#order.shift() : undefined;
    if (oldest !== undefined) this.#forget(oldest);
    this.#store.saveEntry(entry);
    this.#store.saveOrder(this.#order);
    return entry;
  }

  changed(entry: Entry): void {
    // An item of a response out of the conversation has no place here.
    if (this.#entries.get(entry.item.id) === entry) this.#store.saveEntry(entry);
  }

  remove(item_id: string): void {
    this.#order = this.#order.filter((id) => id !== item_id);
    this.#forget(item_id);
    this.#store.saveOrder(this.#order);
  }

  #forget(item_id: string): void {
    this.#entries.delete(item_id);
    this.#heard.delete(item_id);
    this.#store.removeEntry(item_id);
  }

  /** Keeps what the visitor said until it has been played back, three utterances at most. */
  keepAudio(item_id: string, samples: Int16Array): void {
    this.#heard.set(item_id, samples);
    const oldest = this.#heard.size > 3 ? this.#heard.keys().next().value : undefined;
    if (oldest !== undefined) this.#heard.delete(oldest);
  }

  audioOf(item_id: string): Int16Array | null {
    return this.#heard.get(item_id) ?? null;
  }

  hasCall(call_id: string): boolean {
    return this.items.some((item) => item.type === "function_call" && item.call_id === call_id);
  }
}

export const isMessageOf = (item: Item | undefined, role: MessageItem["role"]): item is MessageItem =>
  item?.type === "message" && item.role === role;
