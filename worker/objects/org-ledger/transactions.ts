import type { Terms } from "./account.ts";
import type { Changes } from "./changes.ts";
import { LedgerEngine } from "./engine.ts";
import type { LedgerTable } from "./table.ts";

type Work<T> = (engine: LedgerEngine, now: number) => T;

interface Around {
  /** The account was read, after a start or after a call that threw. */
  loaded(terms: Terms): void;
  stored(changes: Changes, now: number): void;
  /** A call of an object with an account is over. */
  done(now: number): void;
}

const NO_CHANGES: Omit<Changes, "account"> = {
  leases: [],
  revised: new Set(),
  entries: [],
  operations: [],
  hang_ups: [],
  usages: [],
  notices: [],
  publishable: false,
};

/** Runs the ledger's calls, each as one synchronous transaction: they never interleave. */
export class Transactions {
  readonly #storage: DurableObjectStorage;
  readonly #table: LedgerTable;
  readonly #around: Around;
  /** `null` before the first call, where nothing was ever stored, and after a call that threw. */
  engine: LedgerEngine | null = null;

  constructor(storage: DurableObjectStorage, table: LedgerTable, around: Around) {
    this.#storage = storage;
    this.#table = table;
    this.#around = around;
  }

  /**
   * One call: load, end what is due, do the work, store the changes, set the alarm; with no `await` in between. Without
   * `terms` an object that has no account yet answers `null` and stores nothing.
   */
  act<T>(terms: Terms, work: Work<T>, session_id?: string): T;
  act<T>(terms: Terms | null, work: Work<T>, session_id?: string): T | null;
  act<T>(terms: Terms | null, work: Work<T>, session_id?: string): T | null {
    const now = Date.now();
    try {
      this.engine ??= this.#storage.transactionSync(() => this.#load(terms));
      const { engine } = this;
      if (!engine) return null;
      if (terms) engine.configure(terms);
      engine.sweep(now, session_id);
      const result = work(engine, now);
      this.#keep(engine.changes(), now);
      return result;
    } catch (error) {
      // Nothing was stored, so the state in memory is wrong: load it again.
      this.engine = null;
      throw error;
    } finally {
      if (this.engine) this.#around.done(now);
    }
  }

  /** Stores all of a call's changes or none. Most calls change one row, which needs no transaction. */
  #keep(changes: Changes, now: number): void {
    const { account, leases, entries, operations, hang_ups, usages, notices } = changes;
    const lists = [leases, entries, operations, hang_ups, usages, notices];
    const rows = lists.reduce((sum, list) => sum + list.length, account ? 1 : 0);
    if (rows > 1) this.#storage.transactionSync(() => this.#table.write(changes, now));
    else if (rows === 1) this.#table.write(changes, now);
    this.#around.stored(changes, now);
  }

  #load(terms: Terms | null): LedgerEngine | null {
    if (!this.#table.exists() && !terms) return null;
    this.#table.migrate();
    let account = this.#table.account();
    if (!account) {
      if (!terms) return null;
      account = { terms, balance: 0, last_entry: 0, last_grant: null, low_told: false };
      this.#table.write({ account, ...NO_CHANGES }, Date.now());
    }
    const live = this.#table.leases.load();
    this.#around.loaded(account.terms);
    return new LedgerEngine(account, live, this.#table);
  }
}
