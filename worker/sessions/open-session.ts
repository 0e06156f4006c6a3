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
import { checkBinding, checkPlan, chooseAgent } from "./choose-agent.ts";
import { safetyIdentifier, subjectOf } from "./identity.ts";
import { layInstructions } from "./instructions.ts";
import { onLedger } from "./ledger.ts";
import { newSessionId } from "./session-id.ts";
import { isTimeout, within } from "./time-limit.ts";
import { openingOf, underLease } from "./under-lease.ts";

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
  const { vendor, provider } = behind(slot, configured);
  // Voices and models are a vendor's own: what the agent says of them holds for its own slot only.
  const own = agent.provider === slot;
  const model = (own && agent.model) || null;
  const session_id = newSessionId(organization.id);
  const llm_model = model ?? provider.default_model ?? null;
  const lease = { session_id, provider: slot, vendor, llm_model, subject, memory, takes_line: true };
  const opening = openingOf(caller, agent, lease);
  const tools = agent.tools.map(({ name, description, parameters, kind }) => ({ name, description, parameters, kind }));

  return underLease(bindings, caller, opening, organization.terms, async (remaining_seconds) => {
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
      max_duration_seconds: opening.max_duration_seconds,
      service_origin,
    });
    const used = minted.voice_llm_model;
    if (used !== null && used !== llm_model)
      waitUntil(onLedger(bindings, organization.id, (ledger) => ledger.attach(session_id, { llm_model: used })));
    return {
      success: true,
      session_id,
      agent_id: agent.id,
      agent_name: agent.name,
      model: slot,
      voice_llm_model: used,
      client_secret: { ephemeral_token: minted.ephemeral_token, expires_at: minted.expires_at },
      ice_servers: minted.ice_servers,
      initial_message: agent.initial_message,
      connection: minted.connection,
      tools,
      remaining_seconds,
    };
  });
}

/** What was asked for if it names a slot, else the agent's own. */
function slotFor(agent: SnapshotAgent, asked: string | null | undefined): Slot {
  const slot = SLOTS.find((name) => name === asked) ?? agent.provider;
  if (slot === "provider_x") throw new ApiError("agent_external");
  return slot;
}

/** @throws ApiError that says in plain words why there is no session; the vendor's own words go to the log at most */
async function mint(bindings: Bindings, slot: Slot, request: MintRequest): Promise<Minted> {
  const configured = settings(bindings);
  const { provider } = behind(slot, configured);
  const refused = (reason: string, cause?: unknown) =>
    new ApiError("session_not_set_up", { detail: `The session could not be set up: ${reason}`, cause });
  const reason = provider.unconfigured(configured);
  if (reason !== null) throw refused(`the slot ${slot} ${reason}`);
  let minted: Minted;
  try {
    minted = await within(VENDOR_LIMIT_MS, (signal) =>
      provider.mint(request, { bindings, settings: configured, signal }),
    );
  } catch (error) {
    if (error instanceof VendorError) throw refused(error.reason, error.cause ?? error);
    throw refused(
      isTimeout(error) ? "the voice vendor did not answer in time" : "the voice vendor could not be reached",
      error,
    );
  }
  if (minted.expires_at * 1000 <= Date.now()) throw refused("the voice vendor gave a token that has expired");
  return minted;
}
