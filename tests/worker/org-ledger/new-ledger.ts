import type { LedgerNotice, Terms } from "../../../worker/objects/org-ledger/account.ts";
import type { DayUsage } from "../../../worker/objects/org-ledger/caps.ts";
import { scopesOf } from "../../../worker/objects/org-ledger/caps.ts";
import type {
  Account,
  CallToEnd,
  GrantOperation,
  KeptBytes,
  LedgerArchive,
} from "../../../worker/objects/org-ledger/changes.ts";
import { LedgerEngine } from "../../../worker/objects/org-ledger/engine.ts";
import type { Lease, LeaseRequest, SessionScope, SessionSignals } from "../../../worker/objects/org-ledger/lease.ts";

/** A moment that is a whole second, so that sums in tests can be read. Unix milliseconds. */
export const NOON = Date.UTC(2026, 0, 15, 12);

export const terms = (change: Partial<Terms> = {}): Terms => ({
  org_id: 7,
  version: 1,
  subscription: "active",
  voice_lines: 5,
  credits_per_minute: { provider_a: 60, provider_b: 90, provider_x: 0 },
  ...change,
});

export const opening = (session_id: string, change: Partial<LeaseRequest> = {}): LeaseRequest => ({
  session_id,
  project_id: 1,
  agent_id: 2,
  agent_name: "Ava",
  key_id: 3,
  provider: "provider_a",
  vendor: "demo",
  llm_model: null,
  subject: null,
  memory: false,
  takes_line: true,
  watched: true,
  max_duration_seconds: 3600,
  ...change,
});

export const signals = (change: Partial<SessionSignals> = {}): SessionSignals => ({
  connected: false,
  failed: false,
  ended: null,
  call_id: null,
  late_allowed: false,
  contradicts: false,
  events: 0,
  bytes: 0,
  contacts: 0,
  only_end: false,
  ...change,
});

export const scope: SessionScope = { project_id: 1, agent_id: null };

/** What the table would hold: so that an engine can be thrown away and made again from it. */
class Store implements LedgerArchive {
  account: Account = { terms: terms(), balance: 0, last_entry: 0, last_grant: null, low_told: false };
  leases = new Map<string, Lease>();
  entries: { id: number; amount: number; session_id: string | null; at: number }[] = [];
  notices: LedgerNotice[] = [];
  days = new Map<string, DayUsage>();
  operations = new Map<string, GrantOperation>();
  #hangUps: CallToEnd[] = [];

  constructor(first: Terms = terms()) {
    this.account = { ...this.account, terms: first };
  }

  ended(session_id: string): Lease | null {
    const lease = this.leases.get(session_id);
    return lease && lease.ended_at !== null ? { ...lease } : null;
  }

  endedBy(visitor: string, since: number): Lease[] {
    const theirs = (lease: Lease) => (lease.visitor ?? "") === visitor && (lease.ended_at ?? 0) > since;
    return [...this.leases.values()].filter(theirs);
  }

  keptSince(what: KeptBytes, since: number): { visitor: string; bytes: number }[] {
    const kept = [...this.leases.values()].filter(({ ended_at }) => ended_at === null || ended_at >= since);
    return kept.map((lease) => ({ visitor: lease.visitor ?? "", bytes: lease[what] ?? 0 }));
  }

  operation(operation: string): GrantOperation | null {
    return this.operations.get(operation) ?? null;
  }

  usages(day: string): DayUsage[] {
    return structuredClone([...this.days.values()].filter((usage) => usage.day === day));
  }

  chargedSince(scope: string, at: number) {
    const found = { sessions: 0, charged: 0 };
    for (const entry of this.entries) {
      const lease = entry.session_id === null ? undefined : this.leases.get(entry.session_id);
      if (!lease || entry.at < at || !scopesOf(lease).includes(scope)) continue;
      found.sessions += 1;
      found.charged -= entry.amount;
    }
    return found;
  }

  keep(engine: LedgerEngine): void {
    const changes = engine.changes();
    if (changes.account) this.account = changes.account;
    for (const lease of changes.leases) this.leases.set(lease.session_id, { ...lease });
    this.entries.push(...changes.entries);
    this.notices.push(...changes.notices);
    this.#hangUps.push(...changes.hang_ups);
    for (const usage of structuredClone(changes.usages)) this.days.set(usage.scope, usage);
    for (const operation of changes.operations) this.operations.set(operation.operation, operation);
  }

  /** Calls that were to be ended since the last call. */
  takeHangUps(): CallToEnd[] {
    return this.#hangUps.splice(0);
  }

  engine(): LedgerEngine {
    const live = [...this.leases.values()].filter((lease) => lease.ended_at === null);
    return new LedgerEngine(
      this.account,
      live.map((lease) => ({ ...lease })),
      this,
    );
  }
}

/**
 * A ledger with `credits`, and a call that sweeps, works and stores, as the object does.
 * @param most the leases that one sweep deals with; then it sweeps until none is due
 */
export function newLedger(credits: number, first: Terms = terms(), most?: number) {
  const store = new Store(first);
  let engine = store.engine();
  const at = <T>(now: number, work: (engine: LedgerEngine) => T): T => {
    do engine.sweep(now, null, most);
    while (most !== undefined && engine.due <= now);
    const result = work(engine);
    store.keep(engine);
    return result;
  };
  const evict = () => {
    engine = store.engine();
  };
  if (credits > 0) at(NOON, (e) => e.grant({ operation: "first", amount: credits, note: null }, NOON));
  return { store, at, evict };
}
