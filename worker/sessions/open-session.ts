import { DEFAULT_MAX_DURATION_SECONDS } from "../../shared/limits.ts";
import { SLOTS, type Slot } from "../../shared/providers.ts";
import type { SessionStart, SessionStarted } from "../../shared/session.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/error.ts";
import { type Minted, type MintRequest, VendorError } from "../providers/provider.ts";
import { behind } from "../providers/registry.ts";
import { settings } from "../settings.ts";
import { findMemory } from "../storage/memories.ts";
import { loadSnapshot, type SnapshotAgent } from "../storage/snapshots.ts";
import type { Caller } from "./caller.ts";
import { checkBinding, checkPlan, chooseAgent, granted, leaseOf } from "./choose-agent.ts";
import { safetyIdentifier, subjectOf } from "./identity.ts";
import { layInstructions } from "./instructions.ts";
import { onLedger } from "./ledger.ts";
import { newSessionId } from "./session-id.ts";
import { isTimeout, within } from "./time-limit.ts";

/** Milliseconds that a vendor has for its token. */
const VENDOR_LIMIT_MS = 8_000;

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
  const organization = checkPlan(snapshot, [
    ...(agent.memory ? (["memory"] as const) : []),
    ...(agent.tools.length > 0 ? (["tools"] as const) : []),
  ]);
  const memory = agent.memory && subject !== null;

  const configured = settings(bindings);
  const { vendor } = behind(slot, configured);
  // Voices and models are a vendor's own: what the agent says of them holds for its own slot only.
  const own = agent.provider === slot;
  const model = (own && agent.model) || null;
  const session_id = newSessionId(organization.id);
  const max_duration_seconds = agent.max_duration_seconds ?? DEFAULT_MAX_DURATION_SECONDS;
  const lease = { session_id, provider: slot, vendor, llm_model: model, subject, memory, takes_line: true };
  const opened = await onLedger(bindings, organization.id, (ledger) =>
    ledger.open(leaseOf(policy, agent, lease, max_duration_seconds), organization.terms),
  );
  const { remaining_seconds } = granted(opened);

  const tools = agent.tools.map(({ name, description, parameters, kind }) => ({ name, description, parameters, kind }));
  try {
    const remembered = memory ? await findMemory(bindings.DB, agent.id, subject ?? "", Date.now()) : null;
    const minted = await mint(bindings, slot, {
      slot,
      session_id,
      instructions: layInstructions(agent.instructions, body.context, remembered),
      initial_message: agent.initial_message,
      voice: body.voice?.trim() || (own && agent.voice) || null,
      model,
      tools,
      safety_identifier: await safetyIdentifier(configured.KEY_SECRET[0] ?? "", policy.project_id, subject),
      service_origin,
    });
    return {
      success: true,
      session_id,
      agent_id: agent.id,
      agent_name: agent.name,
      model: slot,
      voice_llm_model: minted.voice_llm_model,
      client_secret: { ephemeral_token: minted.ephemeral_token, expires_at: minted.expires_at },
      ice_servers: minted.ice_servers,
      initial_message: agent.initial_message,
      connection: minted.connection,
      tools,
      remaining_seconds,
    };
  } catch (error) {
    // Before the answer leaves: whoever is refused may ask again at once.
    await onLedger(bindings, organization.id, (ledger) => ledger.release(session_id));
    throw error instanceof VendorError ? refusal(error) : error;
  }
}

/** What was asked for if it names a slot, else the agent's own. */
function slotFor(agent: SnapshotAgent, asked: string | null | undefined): Slot {
  const slot = SLOTS.find((name) => name === asked) ?? agent.provider;
  if (slot === "provider_x") throw new ApiError("agent_external");
  return slot;
}

/** @throws VendorError */
async function mint(bindings: Bindings, slot: Slot, request: MintRequest): Promise<Minted> {
  const configured = settings(bindings);
  const { provider } = behind(slot, configured);
  const reason = provider.unconfigured(configured);
  if (reason !== null) throw new VendorError(`the slot ${slot} ${reason}`);
  try {
    const minted = await within(VENDOR_LIMIT_MS, (signal) =>
      provider.mint(request, { bindings, settings: configured, signal }),
    );
    if (minted.expires_at * 1000 <= Date.now()) throw new VendorError("the voice vendor gave a token that has expired");
    return minted;
  } catch (error) {
    if (error instanceof VendorError) throw error;
    const reason = isTimeout(error)
      ? "the voice vendor did not answer in time"
      : "the voice vendor could not be reached";
    throw new VendorError(reason, error);
  }
}

const refusal = (error: VendorError) =>
  new ApiError("session_not_set_up", { detail: `The session could not be set up: ${error.reason}`, cause: error });
