import type { Slot } from "../../shared/providers.ts";
import type { SessionReconnect, SessionReconnected } from "../../shared/session.ts";
import type { Vendor } from "../../shared/vendors.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { Lease, LeaseRequest } from "../objects/org-ledger/lease.ts";
import { newSessionId } from "../session-id.ts";
import type { ProjectSnapshot, SnapshotAgent } from "../storage/snapshots.ts";
import { readVariables } from "../variables.ts";
import type { Caller } from "./caller.ts";
import { loadCallersProject } from "./callers-project.ts";
import { checkPlan, chooseAgent, featuresUsed } from "./choose-agent.ts";
import { connectVendor, type ReservedSession } from "./connect-vendor.ts";
import { capsFor } from "./daily-caps.ts";
import { hangUp } from "./hang-up.ts";
import { connectExternal, externalAgentId } from "./open-external.ts";
import { checkHours } from "./opening-hours.ts";
import { organizationOfSession, sessionEndedError, unknownSessionError } from "./report-events.ts";
import { isSessionSecret } from "./session-secret.ts";
import { dropPlannedCall } from "./vendor-call.ts";
import { LINES_RETRY_AFTER, leaseRequest, withReservation } from "./with-reservation.ts";

/** How many sessions of one conversation are remembered. */
const MAX_CHAIN = 10;

/**
 * Gives a conversation whose connection broke a new one; the agent knows what was said. A running session keeps its voice line,
 * credit and name. One that its visitor left a moment ago, as by reloading the page, is over and charged: the
 * conversation goes on in a new session.
 */
export async function reconnectSession(
  bindings: Bindings,
  caller: Caller,
  session_id: string,
  body: SessionReconnect,
  service_origin: string,
): Promise<SessionReconnected> {
  const { policy } = caller;
  // Before anything is looked up: a wrong secret tells nothing of any session.
  if (!(await isSessionSecret(readVariables(bindings).KEY_SECRET, session_id, body.session_secret ?? "")))
    throw new ApiError("invalid_session_secret");
  const org_id = await organizationOfSession(bindings, caller, session_id);
  const scope = { project_id: policy.project_id, agent_id: policy.agent_id };
  const result = await callLedger(bindings, org_id, (ledger) => ledger.reconnect(session_id, scope, body.page_id));
  if (!result.ok) {
    if (result.error === "session_ended") throw sessionEndedError(result.end_reason);
    if (result.error === "lines_busy")
      throw new ApiError("lines_busy", { headers: { "Retry-After": LINES_RETRY_AFTER } });
    throw result.error === "reconnects_used" || result.error === "with_person"
      ? new ApiError(result.error)
      : await unknownSessionError(bindings, scope, session_id);
  }
  const { lease } = result;
  const snapshot = await loadCallersProject(bindings, caller);
  const agent = await chooseAgent(bindings.DB, snapshot, lease.agent_id);
  // A new session begins, as any other does; of a project that has moved since, nothing goes on.
  if (lease.ended_at !== null) {
    if (snapshot.organization?.id !== org_id) throw sessionEndedError(lease.end_reason);
    checkHours(snapshot, Date.now());
  }
  const organization = checkPlan(snapshot, featuresUsed(agent, lease.provider));
  const said_in = [...(lease.continues ?? []), session_id];
  const again = { agent, body, said_in, service_origin };

  if (lease.ended_at === null) {
    // Or the session could have a second call, placed with the token of its start.
    if (lease.places_call && body.offer) await dropPlannedCall(bindings, session_id);
    const { remaining_seconds, placement } = result;
    const connected = await connectAgain(bindings, caller, lease, { ...again, org_id, remaining_seconds, placement });
    await checkStillRuns(bindings, org_id, lease);
    return connected;
  }
  const next = nextLeaseRequest(caller, lease, agent, organization, said_in);
  const request = { ...next, ...capsFor(policy, snapshot) };
  return withReservation(bindings, caller, request, organization.terms, (remaining_seconds) =>
    connectAgain(bindings, caller, request, { ...again, org_id: organization.id, remaining_seconds }),
  );
}

/** It may have ended while the vendor was asked, and its calls been hung up before this one was. */
async function checkStillRuns(bindings: Bindings, org_id: number, { session_id }: Lease): Promise<void> {
  const lease = await callLedger(bindings, org_id, (ledger) => ledger.lease(session_id));
  if (lease?.ended_at === null) return;
  if (lease) await hangUp(bindings, readVariables(bindings), lease);
  throw sessionEndedError(lease?.end_reason ?? null);
}

function nextLeaseRequest(
  caller: Caller,
  left: Lease,
  agent: SnapshotAgent,
  organization: NonNullable<ProjectSnapshot["organization"]>,
  said_in: string[],
): LeaseRequest {
  const { provider, vendor, llm_model, subject, takes_line, watched = false, page = null } = left;
  return leaseRequest(caller, agent, {
    session_id: newSessionId(organization.id, caller.policy.project_id),
    provider,
    vendor,
    llm_model,
    subject,
    memory: left.memory && agent.memory,
    takes_line,
    watched,
    page,
    continues: said_in.slice(-MAX_CHAIN),
    ...(left.places_call && { places_call: true }),
  });
}

function connectAgain(
  bindings: Bindings,
  caller: Caller,
  request: LeaseRequest,
  again: Omit<ReservedSession, "lease_request">,
): Promise<SessionReconnected> {
  const { agent, body, ...rest } = again;
  const { session_id, provider } = request;
  if (provider === "provider_x")
    return connectExternal(bindings, caller, { session_id, agent, external_agent: externalAgentId(agent), ...rest });
  // A session of a slot always has that slot's vendor.
  const lease_request = request as LeaseRequest & { provider: Slot; vendor: Vendor };
  return connectVendor(bindings, caller, { lease_request, ...again });
}
