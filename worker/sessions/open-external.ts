import type { SignedUrl } from "../../shared/session.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { loadAgentKnowledge, toolsWithSearch } from "../knowledge/agent-knowledge.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { withTimeout } from "../outbound/time-limit.ts";
import { CONNECTION, signConversation } from "../providers/elevenlabs.ts";
import { newSessionId } from "../session-id.ts";
import type { SnapshotAgent } from "../storage/snapshots.ts";
import { readVariables, type Variables } from "../variables.ts";
import type { Caller } from "./caller.ts";
import { loadCallersProject } from "./callers-project.ts";
import { checkChallenge } from "./challenge.ts";
import { checkKeyBinding, checkPlan, chooseAgent, featuresUsed } from "./choose-agent.ts";
import { contactTool } from "./contact-tool.ts";
import { capsFor } from "./daily-caps.ts";
import { interruptionsOf } from "./interruptions.ts";
import { checkHours } from "./opening-hours.ts";
import { pageOrigin } from "./page-address.ts";
import { personTool } from "./person-tool.ts";
import { sessionSecret } from "./session-secret.ts";
import { VENDOR_LIMIT_MS } from "./vendor-failure.ts";
import { leaseRequest, withReservation } from "./with-reservation.ts";

/** A conversation with an agent of the external provider: charged against credit, but without a voice line. */
export async function openExternal(
  bindings: Bindings,
  caller: Caller,
  agent_id: number,
  page_origin: string | null,
  turnstile_token?: string,
): Promise<SignedUrl> {
  const { policy } = caller;
  checkKeyBinding(policy, agent_id);
  const snapshot = await loadCallersProject(bindings, caller);
  const agent = await chooseAgent(bindings.DB, snapshot, agent_id);
  const external_agent = externalAgentId(agent);
  checkHours(snapshot, Date.now());
  const organization = checkPlan(snapshot, featuresUsed(agent, "provider_x"));
  await checkChallenge(bindings, turnstile_token, "external_provider_unavailable");

  const session_id = newSessionId(organization.id, caller.policy.project_id);
  const request = leaseRequest(caller, agent, {
    session_id,
    provider: "provider_x",
    vendor: "elevenlabs",
    llm_model: null,
    subject: null,
    memory: false,
    takes_line: false,
    page: pageOrigin(page_origin),
    ...capsFor(policy, snapshot),
  });
  return withReservation(bindings, caller, request, organization.terms, (remaining_seconds) =>
    connectExternal(bindings, caller, {
      session_id,
      org_id: organization.id,
      agent,
      external_agent,
      remaining_seconds,
    }),
  );
}

/** The agent's id at the external provider. */
export function externalAgentId(agent: SnapshotAgent): string {
  if (agent.extprovider_convai_agent_id === null) throw new ApiError("agent_not_external");
  return agent.extprovider_convai_agent_id;
}

/** An address for a session that has its lease. */
export async function connectExternal(
  bindings: Bindings,
  caller: Caller,
  session: {
    session_id: string;
    org_id: number;
    agent: SnapshotAgent;
    external_agent: string;
    remaining_seconds: number;
  },
): Promise<SignedUrl> {
  const { session_id, org_id, agent, remaining_seconds } = session;
  const [{ signed_url, conversation_id }, knowledge] = await Promise.all([
    sign(session.external_agent, readVariables(bindings)),
    // Its instructions are not ours to write, so it learns only what it searches for.
    loadAgentKnowledge(bindings, agent, false),
  ]);
  if (conversation_id !== null)
    caller.waitUntil(callLedger(bindings, org_id, (ledger) => ledger.attach(session_id, { call_id: conversation_id })));
  return {
    signed_url,
    session_id,
    session_secret: await sessionSecret(readVariables(bindings).KEY_SECRET[0], session_id),
    server_time: Date.now(),
    agent_id: agent.id,
    agent_name: agent.name,
    remaining_seconds,
    tools: [...toolsWithSearch(agent, knowledge), ...contactTool(agent), ...personTool(agent)],
    connection: { ...CONNECTION, url: signed_url, ...interruptionsOf(agent) },
  };
}

/** @throws ApiError 502 for a refusal, 503 if no answer comes in time */
async function sign(agent_id: string, variables: Variables) {
  try {
    return await withTimeout(VENDOR_LIMIT_MS, (signal) => signConversation(agent_id, variables, signal));
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError("external_provider_unavailable", { cause: error });
  }
}
