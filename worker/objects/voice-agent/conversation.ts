import { ClientError } from "./client-error.ts";
import type { Item, MessageItem } from "./wire.ts";
import type { Words } from "./words.ts";

/** The most items of a conversation; the oldest are dropped first. */
export const MAX_ITEMS = 300;
/**
 * The most characters of all items as JSON, and of one item: hours of talk. The oldest items are dropped first; a
 * larger one is refused.
 */
export const MAX_CHARACTERS = 1_000_000;
const MAX_ITEM_CHARACTERS = 250_000;

/** An item, and what only the service knows of it. */
export interface Entry {
  item: Item;
  /** Milliseconds of the agent's audio in it. */
  audio_ms: number;
}

/** Stores the conversation, so that it survives the object's memory. */
export interface ConversationStore {
  saveEntry(entry: Entry): void;
  removeEntry(item_id: string): void;
  saveOrder(order: string[]): void;
}

/** The items in order, and the audio of the visitor's items while the object's memory lasts. */
export class Conversation {
  readonly #store: ConversationStore;
  readonly #entries: Map<string, Entry>;
  readonly #heard = new Map<string, { samples: Int16Array; words: Words | null }>();
  /** Characters of each item as JSON, and of all. */
  readonly #sizes = new Map<string, number>();
  #size = 0;
  #order: string[];

  constructor(store: ConversationStore, order: string[] = [], entries: Entry[] = []) {
    this.#store = store;
    this.#order = order;
    this.#entries = new Map(entries.map((entry) => [entry.item.id, entry]));
    for (const { item } of entries) this.#measure(item);
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

  /**
   * @param after `null` puts it first.
   * @throws ClientError if the item is too large
   */
  insert(item: Item, after: string | null = this.last): Entry {
    if (sizeOf(item) > MAX_ITEM_CHARACTERS)
      throw new ClientError("item_too_large", `An item may have at most ${MAX_ITEM_CHARACTERS} characters.`, "item");
    const entry = { item, audio_ms: 0 };
    this.#entries.set(item.id, entry);
    this.#order.splice(after === null ? 0 : this.#order.indexOf(after) + 1, 0, item.id);
    this.#measure(item);
    this.#makeRoom(item.id);
    this.#store.saveEntry(entry);
    this.#store.saveOrder(this.#order);
    return entry;
  }

  changed(entry: Entry): void {
    // An item of an out-of-band response is not stored here.
    if (this.#entries.get(entry.item.id) !== entry) return;
    this.#measure(entry.item);
    if (this.#makeRoom(entry.item.id)) this.#store.saveOrder(this.#order);
    this.#store.saveEntry(entry);
  }

  remove(item_id: string): void {
    this.#order = this.#order.filter((id) => id !== item_id);
    this.#forget(item_id);
    this.#store.saveOrder(this.#order);
  }

  #measure(item: Item): void {
    const size = sizeOf(item);
    this.#size += size - (this.#sizes.get(item.id) ?? 0);
    this.#sizes.set(item.id, size);
  }

  /** @returns whether an item was dropped; `newest` stays */
  #makeRoom(newest: string): boolean {
    const before = this.#order.length;
    while (this.#order.length > MAX_ITEMS || this.#size > MAX_CHARACTERS) {
      const oldest = this.#order.find((id) => id !== newest);
      if (oldest === undefined) break;
      this.#order.splice(this.#order.indexOf(oldest), 1);
      this.#forget(oldest);
    }
    return this.#order.length < before;
  }

  #forget(item_id: string): void {
    this.#size -= this.#sizes.get(item_id) ?? 0;
    this.#sizes.delete(item_id);
    this.#entries.delete(item_id);
    this.#heard.delete(item_id);
    this.#store.removeEntry(item_id);
  }

  /** Keeps the visitor's audio until it has been played back, three utterances at most. */
  keepAudio(item_id: string, samples: Int16Array, words: Words | null = null): void {
    this.#heard.set(item_id, { samples, words });
    const oldest = this.#heard.size > 3 ? this.#heard.keys().next().value : undefined;
    if (oldest !== undefined) this.#heard.delete(oldest);
  }

  audioOf(item_id: string): Int16Array | null {
    return this.#heard.get(item_id)?.samples ?? null;
  }

  /** The words of kept audio, if they are recognised. */
  wordsOf(item_id: string): Words | null {
    return this.#heard.get(item_id)?.words ?? null;
  }

  hasCall(call_id: string): boolean {
    return this.items.some((item) => item.type === "function_call" && item.call_id === call_id);
  }
}

/** Characters of an item as JSON. */
export const sizeOf = (item: Item): number => JSON.stringify(item).length;

export const isMessageOf = (item: Item | undefined, role: MessageItem["role"]): item is MessageItem =>
  item?.type === "message" && item.role === role;
