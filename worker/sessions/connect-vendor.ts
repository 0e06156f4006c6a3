import { initialMessageFor } from "../../shared/match-language.ts";
import type { Slot } from "../../shared/providers.ts";
import type { SessionStart, SessionStarted } from "../../shared/session.ts";
import type { Vendor } from "../../shared/vendors.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { loadAgentKnowledge, toolsWithSearch } from "../knowledge/agent-knowledge.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { LeaseRequest } from "../objects/org-ledger/lease.ts";
import { withTimeout } from "../outbound/time-limit.ts";
import type { AgentSetup, CallRequest, Minted, VendorAdapter } from "../providers/provider.ts";
import { VENDOR_ADAPTERS } from "../providers/registry.ts";
import type { SnapshotAgent } from "../storage/snapshots.ts";
import { readVariables } from "../variables.ts";
import { withEndCall } from "./built-in-tools.ts";
import type { Caller } from "./caller.ts";
import { contactTool } from "./contact-tool.ts";
import { buildInstructions } from "./instructions.ts";
import { interruptionsOf } from "./interruptions.ts";
import { keepContext } from "./keep-context.ts";
import { languageLine, languageOf } from "./language.ts";
import { memoryOf } from "./memory.ts";
import { withMoreTime } from "./more-time.ts";
import { personTool } from "./person-tool.ts";
import { safetyIdentifier } from "./safety-identifier.ts";
import { sessionSecret } from "./session-secret.ts";
import { lastUtterancesIfKnown } from "./transcript.ts";
import { placeCall, planCall, type VendorCall } from "./vendor-call.ts";
import { reasonOf, VENDOR_LIMIT_MS } from "./vendor-failure.ts";

/** The most utterances of a broken conversation that the agent gets. */
const MAX_UTTERANCES = 60;

/** A session that has its lease, and what its page sent. */
export interface ReservedSession {
  lease_request: LeaseRequest & { provider: Slot; vendor: Vendor };
  org_id: number;
  agent: SnapshotAgent;
  body: Pick<SessionStart, "context" | "voice" | "offer" | "locale" | "more_time" | "speed">;
  /** Sessions whose transcripts the agent must know, the oldest first. */
  said_in: string[];
  remaining_seconds: number;
  service_origin: string;
  /** Of a reconnect of a running session; see `VendorCall`. */
  placement?: number;
}

/**
 * Asks the vendor for a token; or, if the vendor lets a server place calls, plans the call or places it at once. In a
 * continued conversation the agent knows what was said and does not greet.
 */
export async function connectVendor(
  bindings: Bindings,
  caller: Caller,
  session: ReservedSession,
): Promise<SessionStarted> {
  const { lease_request, agent, body, remaining_seconds } = session;
  const { session_id, provider: slot, vendor, subject, llm_model } = lease_request;
  // Voices and models belong to a vendor: the agent's settings apply to its own slot only.
  const own = agent.provider === slot;
  const [remembered, said, knowledge] = await Promise.all([
    lease_request.memory && subject !== null
      ? memoryOf(bindings, caller.policy.project_id, { org_id: session.org_id, agent_id: agent.id, subject })
      : null,
    lastUtterancesIfKnown(bindings, caller.policy.project_id, session.said_in, MAX_UTTERANCES),
    loadAgentKnowledge(bindings, agent, true),
  ]);
  const tools = withEndCall([...toolsWithSearch(agent, knowledge), ...contactTool(agent), ...personTool(agent)], agent);
  const greeting = said.length > 0 ? null : initialMessageFor(agent, body.locale);
  const language = languageOf(agent, body.locale);
  const turn_taking = body.more_time ? withMoreTime(agent.turn_taking) : agent.turn_taking;
  const interruptions = interruptionsOf(agent);
  const adapter: VendorAdapter = VENDOR_ADAPTERS[vendor];
  const speed = adapter.has_speeds && body.speed !== "normal" ? body.speed : null;
  const setup: AgentSetup = {
    instructions: buildInstructions(
      agent.instructions,
      body.context,
      remembered,
      said,
      knowledge,
      languageLine(agent, body.locale),
    ),
    greeting,
    voice: body.voice?.trim() || (own && agent.voice) || null,
    model: (own && agent.model) || null,
    tools,
    ...(language !== undefined && { language }),
    ...(turn_taking && { turn_taking }),
    ...(agent.noise_reduction && { noise_reduction: agent.noise_reduction }),
    ...interruptions,
    ...(agent.keyterms && { keyterms: agent.keyterms }),
    ...(agent.end_call && { end_call: true }),
    ...(speed && { speed }),
  };
  const minted = await connect(bindings, caller, vendor, session, {
    slot,
    session_id,
    agent: setup,
    safety_identifier: await safetyIdentifier(readVariables(bindings).KEY_SECRET[0], caller.policy.project_id, subject),
    max_duration_seconds: lease_request.max_duration_seconds,
    service_origin: session.service_origin,
  });
  caller.waitUntil(
    keepContext(bindings, { project_id: caller.policy.project_id, org_id: session.org_id, session_id }, body.context),
  );
  const used = minted.voice_llm_model;
  if (used !== null && used !== llm_model)
    caller.waitUntil(callLedger(bindings, session.org_id, (ledger) => ledger.attach(session_id, { llm_model: used })));
  return {
    success: true,
    session_id,
    session_secret: await sessionSecret(readVariables(bindings).KEY_SECRET[0], session_id),
    server_time: Date.now(),
    agent_id: agent.id,
    agent_name: agent.name,
    model: slot,
    voice_llm_model: used,
    client_secret: { ephemeral_token: minted.ephemeral_token, expires_at: minted.expires_at },
    ice_servers: minted.ice_servers,
    initial_message: greeting,
    connection: { ...minted.connection, ...interruptions },
    // If the service places the call, the page gets only what it needs to run a tool.
    tools: "place" in adapter ? tools.map(({ name, kind }) => ({ name, kind })) : tools,
    remaining_seconds,
  };
}

/** @throws ApiError that says in plain words why there is no session; the vendor's own words go to the log only */
async function connect(
  bindings: Bindings,
  caller: Caller,
  vendor: Vendor,
  { org_id, body: { offer }, placement = 0 }: ReservedSession,
  request: CallRequest,
): Promise<Minted> {
  const variables = readVariables(bindings);
  const adapter = VENDOR_ADAPTERS[vendor];
  const refused = (reason: string, cause?: unknown) =>
    new ApiError("session_not_set_up", { detail: `The session could not be set up: ${reason}`, cause });
  const reason = adapter.unconfigured(variables, bindings);
  // The page gets the slot; the log names the variable that is missing.
  if (reason !== null)
    throw refused(`the slot ${request.slot} is not configured`, `the slot ${request.slot} ${reason}`);
  let minted: Minted;
  try {
    if ("place" in adapter) {
      const call: VendorCall = { vendor, org_id, placement, request };
      minted = await (offer ? placeCall(bindings, caller.waitUntil, call, offer) : planCall(bindings, call));
    } else
      minted = await withTimeout(VENDOR_LIMIT_MS, (signal) => adapter.mint(request, { bindings, variables, signal }));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const { reason: why, cause } = reasonOf(error);
    throw refused(why, cause);
  }
  if (minted.expires_at * 1000 <= Date.now()) throw refused("the voice vendor gave a token that has expired");
  return minted;
}
