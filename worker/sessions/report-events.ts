import type { EventsAccepted, SessionEnded, SessionEvent } from "../../shared/events.ts";
import {
  HOUR_BYTES,
  HOUR_BYTES_OF_LINE,
  HOUR_BYTES_OF_VISITOR,
  WATCHED_HEARTBEAT_SECONDS,
} from "../../shared/limits.ts";
import type { EndReason } from "../../shared/session.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { logError } from "../log-error.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { SessionScope } from "../objects/org-ledger/lease.ts";
import type { RequestOutcome } from "../objects/project-desk/rpc.ts";
import { callStore } from "../objects/project-store/client.ts";
import { orgOfSession } from "../session-id.ts";
import type { ProjectSnapshot } from "../storage/snapshots.ts";
import type { Caller } from "./caller.ts";
import { findCallersProject, loadCallersProject } from "./callers-project.ts";
import { contactFormOf, contactsGiven } from "./contacts.ts";
import { keepEvents, type OfSession } from "./keep-events.ts";
import { NOBODY_CAME } from "./person-words.ts";
import { HANDLER_AFTER, personAskedIn, personPlanOf, type ReasonAndSummary, requestPerson } from "./request-person.ts";
import { ENDS, hasContent, sessionSignals } from "./session-signals.ts";
import { showToDesk } from "./show-to-desk.ts";

const MIB = 1024 * 1024;

const HOUR_FULL = `Too much text was reported in this hour (${HOUR_BYTES_OF_VISITOR / MIB} MiB by one visitor, ${HOUR_BYTES / MIB} MiB and ${HOUR_BYTES_OF_LINE / MIB} for each voice line by all); nothing was stored`;

/** What is stored with the page where the session began. */
const BEGINNINGS: SessionEvent["type"][] = ["connected", "failed"];

/**
 * Accepts a client's events of its session; the ledger decides whether it may report them.
 * @throws ApiError `session_not_found` also for a session of another project, or of another agent than a bound key's
 */
export async function reportEvents(
  bindings: Bindings,
  caller: Caller,
  session_id: string,
  events: SessionEvent[],
): Promise<EventsAccepted> {
  const org_id = await organizationOfSession(bindings, caller, session_id);
  const { project_id, agent_id } = caller.policy;
  const scope: SessionScope = { project_id, agent_id };
  const asked = personAskedIn(events);
  // Refused before anything of the batch is stored.
  const snapshot = asked ? await loadCallersProject(bindings, caller) : null;
  if (snapshot) await checkPersonOffered(bindings, snapshot, org_id, session_id);
  const form = await contactFormOf(bindings, caller, org_id, session_id, events);
  const signals = sessionSignals(events);
  const before = events.filter(({ type }) => !ENDS.includes(type));
  // What a batch says besides its end is stored before the session ends: what follows an end is told of all of it. That it
  // connected comes with the end all the same, which is charged by that.
  const first = signals.ended !== null && hasContent(before);
  const report = first ? { ...signals, connected: false, ended: null, late_allowed: false } : signals;
  let result = await callLedger(bindings, org_id, (ledger) => ledger.report(session_id, scope, report));
  if (!result.ok) {
    if (result.error === "session_ended") throw sessionEndedError(result.end_reason);
    if (result.error === "session_full") throw new ApiError("session_full");
    if (result.error === "hour_full") throw new ApiError("session_full", { detail: HOUR_FULL });
    throw await unknownSessionError(bindings, scope, session_id);
  }
  // What the service itself writes down is not stored as the page says it.
  const { page } = result;
  const kept = events
    .filter(({ type }) => type !== "person_requested")
    .map((event) => (page !== undefined && BEGINNINGS.includes(event.type) ? { ...event, page } : event));
  const session = {
    ...{ project_id, org_id, session_id, started_at: result.started_at },
    ...(form && { contacts: await contactsGiven(session_id, form, events) }),
  };
  if (result.keep && hasContent(kept)) await storeEvents(bindings, session, kept, result.at);
  if (result.watched || result.handled_by !== "agent")
    caller.waitUntil(showToDesk(bindings, caller.policy.project_id, session_id, kept, result.at));
  if (first) {
    const end = { ...signals, events: 0, bytes: 0, contacts: 0, only_end: true };
    const ended = await callLedger(bindings, org_id, (ledger) => ledger.report(session_id, scope, end));
    // Somebody else may have ended it meanwhile: what was told came before.
    if (ended.ok) result = ended;
    else if (ended.error === "session_ended")
      result = { ...result, state: "ended", remaining_seconds: 0, end_reason: ended.end_reason };
  }
  if (result.state === "ended") await publishEnd(bindings, org_id, session_id);
  const { whispers } = result;
  let { handled_by } = result;
  if (asked && snapshot && result.state !== "ended") {
    const outcome = await askForPerson(bindings, snapshot, org_id, session_id, asked);
    handled_by = HANDLER_AFTER[outcome];
    if (outcome === "missed") whispers.push(NOBODY_CAME);
  }
  return {
    success: true,
    accepted: events.length,
    session: {
      status: result.state,
      remaining_seconds: result.remaining_seconds,
      end_reason: result.end_reason,
      handled_by,
      ...((result.watched || handled_by !== "agent" || whispers.length > 0) && {
        heartbeat_seconds: WATCHED_HEARTBEAT_SECONDS,
      }),
      ...(whispers.length > 0 && { whispers }),
    },
  };
}

/** @throws ApiError `person_not_offered` */
async function checkPersonOffered(
  bindings: Bindings,
  snapshot: ProjectSnapshot,
  org_id: number,
  session_id: string,
): Promise<void> {
  const lease = await callLedger(bindings, org_id, (ledger) => ledger.lease(session_id));
  // The report itself refuses a session that is unknown or another project's.
  if (lease?.project_id === snapshot.project.id) personPlanOf(snapshot, lease.agent_id);
}

async function askForPerson(
  bindings: Bindings,
  snapshot: ProjectSnapshot,
  org_id: number,
  session_id: string,
  asked: ReasonAndSummary,
): Promise<RequestOutcome> {
  const lease = await callLedger(bindings, org_id, (ledger) => ledger.lease(session_id));
  return lease ? requestPerson(bindings, snapshot, lease, asked) : "over";
}

/**
 * The organization of the session. It must be the caller's own, or have been when the session began, so that a forged id
 * reaches no other object.
 */
export async function organizationOfSession(bindings: Bindings, caller: Caller, session_id: string): Promise<number> {
  const { policy } = caller;
  const org_id = orgOfSession(session_id);
  if (org_id === null) throw new ApiError("session_not_found");
  if (org_id === policy.org_id) return org_id;
  // The project may have moved to another organization and the gate may not know it yet.
  const snapshot = await findCallersProject(bindings, caller);
  if (snapshot?.organization?.id === org_id) return org_id;
  const { project_id } = policy;
  if (!(await callStore(bindings, project_id, (store) => store.session(project_id, session_id))))
    throw new ApiError("session_not_found");
  return org_id;
}

/** 409, with the reason of the end. */
export const sessionEndedError = (end_reason: EndReason | null): ApiError =>
  new ApiError("session_ended", {
    more: { session: { status: "ended", end_reason, remaining_seconds: 0 } } satisfies Omit<
      SessionEnded,
      "detail" | "code"
    >,
  });

/** The ledger deletes a session some time after its end; the store tells whether it ever existed. */
export async function unknownSessionError(
  bindings: Bindings,
  { project_id, agent_id }: SessionScope,
  session_id: string,
): Promise<ApiError> {
  const row = await callStore(bindings, project_id, (store) => store.session(project_id, session_id));
  const theirs = row && (agent_id ?? row.agent_id) === row.agent_id;
  return theirs ? sessionEndedError(row.end_reason) : new ApiError("session_not_found");
}

/** Stores events in their order, and usage by the vendor's ids. Heartbeats alone are not stored: the lease has them. */
async function storeEvents(bindings: Bindings, session: OfSession, events: SessionEvent[], at: number): Promise<void> {
  const usage = events.filter((event) => event.type === "usage");
  const others = events.filter(({ type }) => type !== "usage");
  const kept = hasContent(others) ? events : usage;
  if (kept.length > 0) await keepEvents(bindings, session, kept, at);
}

/** Publishes end and charge before the answer; what fails here is done later by the ledger's alarm. */
async function publishEnd(bindings: Bindings, org_id: number, session_id: string): Promise<void> {
  try {
    await callLedger(bindings, org_id, (ledger) => ledger.publishPending(session_id));
  } catch (error) {
    logError("session_settle_failed", error, { session_id });
  }
}
