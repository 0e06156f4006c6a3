import type { Entry } from "./conversation.ts";
import type { PaidState } from "./paid-work.ts";
import type { CompatibleCall, DemoCall, WorkersAiCall } from "./rpc.ts";
import type { CallStore, SavedCall } from "./saved-call.ts";
import type { Session } from "./session.ts";
import type { Stock } from "./stock.ts";

/** A call, and the hash of the token that opens it once. */
export interface Ticket {
  /**
   * Of a relayed call nothing is stored that its server got, since such a call does not survive the object's memory.
   */
  call: DemoCall | WorkersAiCall | Omit<CompatibleCall, "key" | "session" | "url">;
  /** SHA-256 of the token, hex. */
  token_hash: string;
  used: boolean;
}

const ENTRY = "entry:";

/** Stores one call: no audio, and once it is over nothing but what its session may still ask for, while that counts. */
export class Store implements CallStore {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  get ticket(): Ticket | undefined {
    return this.#kv.get<Ticket>("ticket");
  }
  set ticket(ticket: Ticket) {
    this.#kv.put("ticket", ticket);
  }

  /** Of the call before. */
  get paid(): PaidState | undefined {
    return this.#kv.get<PaidState>("paid");
  }
  set paid(paid: PaidState) {
    this.#kv.put("paid", paid);
  }

  /** Of the call before. */
  get events(): Stock["state"] | undefined {
    return this.#kv.get<Stock["state"]>("events");
  }
  set events(events: Stock["state"]) {
    this.#kv.put("events", events);
  }

  /** @returns `null` if no call was begun or it is over */
  load(position: number): SavedCall | null {
    const session = this.#kv.get<Session>("session");
    const ticket = this.ticket;
    if (!session || !ticket || ticket.call.kind === "compatible") return null;
    return {
      session,
      initial_message: ticket.call.initial_message,
      order: this.#kv.get<string[]>("order") ?? [],
      entries: [...this.#kv.list<Entry>({ prefix: ENTRY })].map(([, entry]) => entry),
      response_id: this.#kv.get<string>("response") ?? null,
      position,
    };
  }

  saveSession(session: Session): void {
    this.#kv.put("session", session);
  }
  saveOrder(order: string[]): void {
    this.#kv.put("order", order);
  }
  saveEntry(entry: Entry): void {
    this.#kv.put(ENTRY + entry.item.id, entry);
  }
  removeEntry(item_id: string): void {
    this.#kv.delete(ENTRY + item_id);
  }
  saveResponse(response_id: string | null): void {
    if (response_id === null) this.#kv.delete("response");
    else this.#kv.put("response", response_id);
  }
}
