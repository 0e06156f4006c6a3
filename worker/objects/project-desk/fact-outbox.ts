import { backoff } from "../backoff.ts";
import type { DeskFact } from "./rpc.ts";
import type { DeskTable } from "./table.ts";

interface Outlet {
  tell(fact: DeskFact): Promise<void>;
  /** Another try is due then, unix milliseconds. */
  again(at: number): Promise<void>;
}

/** What D1, the webhooks and the audit log are still to have: one fact after the other, in their order, as often as it takes. */
export class FactOutbox {
  readonly #table: DeskTable;
  readonly #outlet: Outlet;
  #telling: Promise<void> = Promise.resolve();
  #failures = 0;

  constructor(table: DeskTable, outlet: Outlet) {
    this.#table = table;
    this.#outlet = outlet;
  }

  /** @throws what kept it from being told; another try is set by then */
  tellAll(): Promise<void> {
    const mine = this.#telling.catch(() => {}).then(() => this.#tellWaiting());
    this.#telling = mine;
    return mine;
  }

  retryAt(): number {
    return Date.now() + backoff(this.#failures);
  }

  async #tellWaiting(): Promise<void> {
    if (!this.#table.exists()) return;
    for (let facts = this.#table.facts(); facts.length > 0; facts = this.#table.facts())
      for (const fact of facts) {
        await this.#tell(fact);
        if (!this.#table.exists()) return;
        this.#table.told(fact.id);
        this.#failures = 0;
      }
  }

  async #tell(fact: DeskFact): Promise<void> {
    try {
      await this.#outlet.tell(fact);
    } catch (error) {
      this.#failures += 1;
      await this.#outlet.again(this.retryAt());
      throw error;
    }
  }
}
