import type { ServiceEvent, SessionEvent } from "../../shared/events.ts";
import type { Bindings } from "../env.ts";
import { logError } from "../log-error.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { DeliverLate } from "../objects/org-ledger/outside.ts";
import { callStoreWithin, type StoreBindings } from "../objects/project-store/client.ts";
import type { ContactGiven } from "../objects/project-store/contact-rpc.ts";
import type { EventBatch } from "../objects/project-store/rpc.ts";

/** How long a report waits for its project's store, milliseconds. */
const STORE_LIMIT = 5_000;

/** Whose events they are. */
export interface OfSession {
  project_id: number;
  org_id: number;
  session_id: string;
  /** What the contacts among its events come to. */
  contacts?: ContactGiven[];
  /** When it began, where a rating may be among the events; unix milliseconds. */
  started_at?: number;
}

/** A name for what is reported once. */
const newBatch = (): number => {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0xf_ffff) * 2 ** 32 + low;
};

/** @throws what the store threw, or that it did not answer in time: it may have kept them all the same */
const keepInStore = (bindings: StoreBindings, project_id: number, batch: EventBatch, repeated: boolean) =>
  callStoreWithin(STORE_LIMIT, bindings, project_id, (store, first) =>
    store.keepEvents(project_id, batch, repeated || !first),
  );

/**
 * Keeps what a session reported. Where the project's store cannot be reached the ledger keeps it until it can be.
 * @param at when the ledger took it, unix milliseconds
 * @param batch a name that is unique within the session, where they may be told again: then they are kept once
 * @throws what the ledger threw
 */
export async function keepEvents(
  bindings: Bindings,
  { project_id, org_id, session_id, started_at, contacts }: OfSession,
  events: (SessionEvent | ServiceEvent)[],
  at: number,
  batch?: number,
): Promise<void> {
  const report: EventBatch = {
    session_id,
    org_id,
    batch: batch ?? newBatch(),
    at,
    events,
    ...(started_at !== undefined && { started_at }),
    ...(contacts && { contacts }),
  };
  try {
    await keepInStore(bindings, project_id, report, batch !== undefined);
  } catch (error) {
    logError("events_late", error, { project_id, session_id });
    await callLedger(bindings, org_id, (ledger) => ledger.keepLate({ project_id, ...report }));
  }
}

/** Gives a project's store what the ledger kept for it; it may run twice. */
export const deliverLate =
  (bindings: Bindings): DeliverLate =>
  async ({ project_id, ...report }, lease) => {
    const started_at = lease && { started_at: lease.started_at };
    await keepInStore(bindings, project_id, { ...report, ...started_at }, true);
  };
