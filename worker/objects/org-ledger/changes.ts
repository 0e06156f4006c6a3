import type { LedgerEntry, LedgerNotice, Summary, Terms } from "./account.ts";
import type { DayUsage, UsageArchive } from "./caps.ts";
import type { Lease } from "./lease.ts";

export interface Account {
  terms: Terms;
  balance: number;
  /** Id of the newest entry, 0 before the first. */
  last_entry: number;
  /** The newest grant, `null` before the first; `low_told` once the balance fell below a fifth of it. */
  last_grant: { entry: number; amount: number } | null;
  low_told: boolean;
}

/** A grant that was made, stored so that its repetition changes nothing. */
export interface GrantOperation {
  operation: string;
  amount: number;
  note: string | null;
  credit: Summary["credit"];
}

/** A call that is to be ended at its vendor. */
export interface CallToEnd {
  session_id: string;
  /** The id of a call that another has replaced; `null`: the last call, which the lease names. */
  call_id: string | null;
}

/** What a lease counts of what its session has left in storage: texts, answers of tools. */
export type KeptBytes = "kept_bytes" | "kept_answers";

/** Stored records that the engine does not hold in memory. */
export interface LedgerArchive extends UsageArchive {
  ended(session_id: string): Lease | null;
  operation(operation: string): GrantOperation | null;
  /** The visitor's sessions that have ended since, unix milliseconds. */
  endedBy(visitor: string, since: number): Lease[];
  /** Bytes that sessions keep which run or have ended since, by visitor. */
  keptSince(what: KeptBytes, since: number): { visitor: string; bytes: number }[];
}

/** What one call changed and the table must store. */
export interface Changes {
  account: Account | null;
  leases: Lease[];
  /** Of these leases, those whose published copies must change. */
  revised: ReadonlySet<string>;
  entries: LedgerEntry[];
  operations: GrantOperation[];
  hang_ups: CallToEnd[];
  usages: DayUsage[];
  notices: LedgerNotice[];
  /** Whether any of it must be published to D1; a sign of life is not. */
  publishable: boolean;
}
