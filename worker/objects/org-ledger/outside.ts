import type { LedgerEntry, LedgerNotice } from "./account.ts";
import type { Lease } from "./lease.ts";
import type { LateReport } from "./rpc.ts";

/** What the object has others do, outside of itself: injected by `worker/index.ts`, since objects never import storage. */

/** What the object hands to D1, and to the stores of projects, at least once; applying it twice changes nothing. */
export interface Publication {
  org_id: number;
  entries: LedgerEntry[];
  sessions: Lease[];
}

/** What the object hands on for follow-up, at least once: sessions whose end their store has, and notices of the account. */
export interface FollowUpBatch {
  org_id: number;
  ended: Lease[];
  notices: LedgerNotice[];
}

/** What was not taken: projects whose stores have none of their sessions; `null` for entries. Each with the error. */
export type FailedPublications = Map<number | null, unknown>;

/** Writes a publication to D1 and to the stores. */
export type Publish = (publication: Publication) => Promise<FailedPublications>;

/** Projects for which nothing is done yet, each with the error; `null` for notices to all projects. */
export type FailedFollowUps = Map<number | null, unknown>;

/** Does what follows an end: webhooks, analysis, search. No publication waits for it. */
export type FollowUp = (batch: FollowUpBatch) => Promise<FailedFollowUps>;

/**
 * Ends a session's call at its vendor, where the vendor can; throws where that must be tried again. It is over within
 * seconds, answered or not.
 */
export type HangUp = (lease: Lease) => Promise<void>;
/**
 * How many calls of a vendor a ledger ends at a time, and whether it rests after each as long as that took while others
 * wait.
 */
export type HangUpPace = (vendor: string) => { at_a_time: number; rests: boolean };

/** Tells the desks of projects what changed of their sessions, each as it is now. */
export type TellDesk = (leases: Lease[]) => Promise<void>;

/** Hands a report to the store of its project, at least once; there it is kept once. @param lease its session's, where the ledger has it still */
export type DeliverLate = (report: LateReport, lease: Lease | null) => Promise<void>;

/** Notes in D1 that a store lacks something of this organization's ledger. */
export type NoteLate = (org_id: number) => Promise<void>;

export interface LedgerOutside {
  publish: Publish;
  followUp: FollowUp;
  hangUp: HangUp;
  tellDesk: TellDesk;
  deliverLate: DeliverLate;
  hangUpPace: HangUpPace;
  noteLate: NoteLate;
}
