import { SLOTS, type Slot } from "../../shared/providers.ts";
import type { SessionStart, SessionStarted } from "../../shared/session.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/error.ts";
import { behind } from "../providers/registry.ts";
import { settings } from "../settings.ts";
import { loadSnapshot, type SnapshotAgent } from "../storage/snapshots.ts";
import type { Caller } from "./caller.ts";
import { checkBinding, checkPlan, chooseAgent, usedBy } from "./choose-agent.ts";
import { connect } from "./connect.ts";
import { subjectOf } from "./identity.ts";
import { newSessionId } from "./session-id.ts";
import { openingOf, underLease } from "./under-lease.ts";

/** A visitor starts to talk: a line and credit are taken, then the vendor is asked for a token; or nothing is taken. */
export async function openSession(
  bindings: Bindings,
  caller: Caller,
  body: SessionStart,
  service_origin: string,
): Promise<SessionStarted> {
  const { policy, project_version, waitUntil } = caller;
  const snapshot = await loadSnapshot(bindings, policy.project_id, project_version, waitUntil);
  if (!snapshot) throw new ApiError("project_not_found");
  const subject = await subjectOf(snapshot.project.identity_secret, body);
  checkBinding(policy, body.agent_id);
  const agent = await chooseAgent(bindings.DB, snapshot, body.agent_id);
  const slot = slotFor(agent, body.model);
  const organization = checkPlan(snapshot, usedBy(agent, slot));

  const { vendor, provider } = behind(slot, settings(bindings));
  const opening = openingOf(caller, agent, {
    session_id: newSessionId(organization.id),
    provider: slot,
    vendor,
    llm_model: (agent.provider === slot && agent.model) || (provider.default_model ?? null),
    subject,
    memory: agent.memory && subject !== null,
    takes_line: true,
  });
  return underLease(bindings, caller, opening, organization.terms, (remaining_seconds) =>
    connect(bindings, caller, {
      opening,
      org_id: organization.id,
      agent,
      context: body.context,
      voice: body.voice,
      said_in: [],
      remaining_seconds,
      service_origin,
    }),
  );
}

/** What the project's own server signs its visitors with. */
export async function identitySecret(bindings: Bindings, caller: Caller): Promise<string | undefined> {
  const { policy, project_version, waitUntil } = caller;
  return (await loadSnapshot(bindings, policy.project_id, project_version, waitUntil))?.project.identity_secret;
}

/** What was asked for if it names a slot, else the agent's own. */
function slotFor(agent: SnapshotAgent, asked: string | null | undefined): Slot {
  const slot = SLOTS.find((name) => name === asked) ?? agent.provider;
  if (slot === "provider_x") throw new ApiError("agent_external");
  return slot;
}
