import type { LedgerEntry, LedgerNotice, Summary, Terms } from "./account.ts";
import type { Account, GrantOperation, LedgerArchive } from "./changes.ts";
import type { GrantResult } from "./rpc.ts";

/** Balances must stay exact as JavaScript numbers. */
const MAX_BALANCE = Number.MAX_SAFE_INTEGER;
/** Below this part of the last grant the owner hears that credit is low. */
const LOW = 0.2;

/** What changed in an account since it was last stored. */
export interface AccountChanges {
  account: Account | null;
  entries: LedgerEntry[];
  operations: GrantOperation[];
  notices: LedgerNotice[];
}

/** The balance of an organization, its entries, and what its running sessions have set aside. Pure. */
export class AccountBook {
  /** Credits that running sessions have set aside. */
  reserved = 0;
  #account: Account;
  #archive: Pick<LedgerArchive, "operation">;
  #changed = false;
  #entries: LedgerEntry[] = [];
  #operations: GrantOperation[] = [];
  #notices: LedgerNotice[] = [];

  constructor(account: Account, archive: Pick<LedgerArchive, "operation">) {
    this.#account = account;
    this.#archive = archive;
  }

  get terms(): Terms {
    return this.#account.terms;
  }

  get available(): number {
    return this.#account.balance - this.reserved;
  }

  get credit(): Summary["credit"] {
    return { balance: this.#account.balance, reserved: this.reserved, available: this.available };
  }

  /** Takes these terms if they are newer than its own. */
  configure(terms: Terms): void {
    if (terms.version <= this.#account.terms.version) return;
    this.#change({ terms });
  }

  grant(grant: { operation: string; amount: number; note: string | null }, now: number): GrantResult {
    const earlier = this.#archive.operation(grant.operation);
    if (earlier) {
      const same = earlier.amount === grant.amount && earlier.note === grant.note;
      return same
        ? { ok: true, credit: earlier.credit, repeated: true }
        : { ok: false, error: "conflict", credit: this.credit };
    }
    const balance = this.#account.balance + grant.amount;
    if (balance < this.reserved || balance > MAX_BALANCE)
      return { ok: false, error: "out_of_range", credit: this.credit };
    const kind = grant.amount > 0 ? "grant" : "correction";
    this.post({ amount: grant.amount, kind, session_id: null, note: grant.note, person_seconds: null, at: now });
    if (grant.amount > 0) {
      const { last_entry: entry } = this.#account;
      this.#change({ last_grant: { entry, amount: grant.amount }, low_told: false });
    }
    this.#operations.push({ ...grant, credit: this.credit });
    return { ok: true, credit: this.credit, repeated: false };
  }

  /** Adds an entry: the only way in which the balance changes. */
  post(entry: Omit<LedgerEntry, "id">): void {
    const { balance, last_entry } = this.#account;
    this.#change({ balance: balance + entry.amount, last_entry: last_entry + 1 });
    this.#entries.push({ id: last_entry + 1, ...entry });
    this.#watchCredit(entry.at);
  }

  /** Takes what must be stored since the last call. */
  drain(): AccountChanges {
    const drained = {
      account: this.#changed ? this.#account : null,
      entries: this.#entries,
      operations: this.#operations,
      notices: this.#notices,
    };
    this.#changed = false;
    this.#entries = [];
    this.#operations = [];
    this.#notices = [];
    return drained;
  }

  #change(change: Partial<Account>): void {
    this.#account = { ...this.#account, ...change };
    this.#changed = true;
  }

  /** Once for each grant, with what took the balance below a fifth of it. */
  #watchCredit(now: number): void {
    const { balance, last_grant, low_told } = this.#account;
    if (last_grant === null || low_told || balance >= last_grant.amount * LOW) return;
    this.#change({ low_told: true });
    this.#notices.push({
      key: `credit:${last_grant.entry}`,
      type: "credit.low",
      project_id: null,
      at: now,
      data: { balance, last_grant: last_grant.amount },
    });
  }
}
