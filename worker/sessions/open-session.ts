import { SLOTS, type Slot } from "../../shared/providers.ts";
import type { SessionStart, SessionStarted } from "../../shared/session.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { vendorForSlot } from "../providers/registry.ts";
import { newSessionId } from "../session-id.ts";
import type { SnapshotAgent } from "../storage/snapshots.ts";
import { readVariables, type Variables } from "../variables.ts";
import type { Caller } from "./caller.ts";
import { findCallersProject, loadCallersProject } from "./callers-project.ts";
import { checkChallenge } from "./challenge.ts";
import { checkKeyBinding, checkPlan, chooseAgent, featuresUsed } from "./choose-agent.ts";
import { connectVendor } from "./connect-vendor.ts";
import { capsFor } from "./daily-caps.ts";
import { subjectOf } from "./identity.ts";
import { checkHours } from "./opening-hours.ts";
import { pageAddress, pageOrigin } from "./page-address.ts";
import { leaseRequest, withReservation } from "./with-reservation.ts";

/** Starts a session: takes a line and credit, then asks the vendor for a token. If that fails, nothing stays taken. */
export async function openSession(
  bindings: Bindings,
  caller: Caller,
  body: SessionStart,
  service_origin: string,
  page_origin: string | null,
): Promise<SessionStarted> {
  const { policy } = caller;
  const snapshot = await loadCallersProject(bindings, caller);
  const subject = await subjectOf(snapshot.project.identity_secret, body);
  checkKeyBinding(policy, body.agent_id);
  const agent = await chooseAgent(bindings.DB, snapshot, body.agent_id);
  const slot = slotFor(agent, body.model, readVariables(bindings));
  checkHours(snapshot, Date.now());
  const organization = checkPlan(snapshot, featuresUsed(agent, slot));

  const { vendor, adapter } = vendorForSlot(slot, readVariables(bindings));
  await checkChallenge(bindings, body.turnstile_token);
  const lease_request = leaseRequest(caller, agent, {
    session_id: newSessionId(organization.id, caller.policy.project_id),
    provider: slot,
    vendor,
    llm_model: (agent.provider === slot && agent.model) || (adapter.default_model ?? null),
    subject,
    memory: agent.memory && subject !== null,
    takes_line: true,
    watched: "place" in adapter || adapter.reports_calls === true,
    places_call: "place" in adapter,
    ticket: body.ticket ?? null,
    page: pageAddress(body.page) ?? pageOrigin(page_origin),
    ...capsFor(policy, snapshot),
  });
  return withReservation(bindings, caller, lease_request, organization.terms, (remaining_seconds) =>
    connectVendor(bindings, caller, {
      lease_request,
      org_id: organization.id,
      agent,
      body,
      said_in: [],
      remaining_seconds,
      service_origin,
    }),
  );
}

/** The secret with which the site's own server signs its visitors. */
export async function loadIdentitySecret(bindings: Bindings, caller: Caller): Promise<string | undefined> {
  return (await findCallersProject(bindings, caller))?.project.identity_secret;
}

/** The requested slot where the page may choose it, else the agent's own. */
function slotFor(agent: SnapshotAgent, asked: string | null | undefined, variables: Variables): Slot {
  const slot = SLOTS.find((name) => name === asked && mayChoose(agent, name, variables)) ?? agent.provider;
  if (slot === "provider_x") throw new ApiError("agent_external");
  return slot;
}

/** Where the owner said nothing, a page chooses no vendor that would show it more of the agent than its own does. */
function mayChoose({ provider, slots }: SnapshotAgent, slot: Slot, variables: Variables): boolean {
  if (slot === provider) return true;
  return slots ? slots.includes(slot) : vendorForSlot(slot, variables).adapter.shows_setup !== true;
}
