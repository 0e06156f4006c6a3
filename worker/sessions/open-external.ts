import { DEFAULT_MAX_DURATION_SECONDS } from "../../shared/limits.ts";
import type { SignedUrl } from "../../shared/session.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/error.ts";
import { signConversation } from "../providers/elevenlabs.ts";
import { settings } from "../settings.ts";
import { loadSnapshot } from "../storage/snapshots.ts";
import type { Caller } from "./caller.ts";
import { checkBinding, checkPlan, chooseAgent, granted, leaseOf } from "./choose-agent.ts";
import { onLedger } from "./ledger.ts";
import { newSessionId } from "./session-id.ts";
import { within } from "./time-limit.ts";

/** Milliseconds that the external provider has for its address. */
const PROVIDER_LIMIT_MS = 8_000;

/** A conversation with an agent of the external provider: counted against credit, but it takes no line of ours. */
export async function openExternal(bindings: Bindings, caller: Caller, agent_id: number): Promise<SignedUrl> {
  const { policy, project_version, waitUntil } = caller;
  checkBinding(policy, agent_id);
  const snapshot = await loadSnapshot(bindings, policy.project_id, project_version, waitUntil);
  if (!snapshot) throw new ApiError("project_not_found");
  const agent = await chooseAgent(bindings.DB, snapshot, agent_id);
  const external_agent = agent.extprovider_convai_agent_id;
  if (external_agent === null) throw new ApiError("agent_not_external");
  const organization = checkPlan(snapshot, ["external_provider"]);

  const session_id = newSessionId(organization.id);
  const lease = { session_id, vendor: "elevenlabs", llm_model: null, subject: null, memory: false, takes_line: false };
  const max_duration_seconds = agent.max_duration_seconds ?? DEFAULT_MAX_DURATION_SECONDS;
  const opened = await onLedger(bindings, organization.id, (ledger) =>
    ledger.open(leaseOf(policy, agent, { ...lease, provider: "provider_x" }, max_duration_seconds), organization.terms),
  );
  granted(opened);
  try {
    const { signed_url, conversation_id } = await within(PROVIDER_LIMIT_MS, (signal) =>
      signConversation(external_agent, settings(bindings), signal),
    );
    if (conversation_id !== null)
      waitUntil(onLedger(bindings, organization.id, (ledger) => ledger.attach(session_id, conversation_id)));
    return {
      signed_url,
      session_id,
      connection: { protocol: "elevenlabs-convai", transport: "websocket", url: signed_url },
    };
  } catch (error) {
    await onLedger(bindings, organization.id, (ledger) => ledger.release(session_id));
    throw error instanceof ApiError ? error : new ApiError("external_provider_unavailable", { cause: error });
  }
}
