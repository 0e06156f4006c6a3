import * as z from "zod";
import type { HandoverTake, HandoverTaken, HandoverTicket, SessionHandover } from "../../shared/handover.ts";
import { seal, unseal } from "../crypto/seal.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { sharedDomain } from "../keys/shared-domain.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { mayGoOn } from "../objects/org-ledger/deadline.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import { projectOfSession } from "../session-id.ts";
import { readVariables } from "../variables.ts";
import type { Caller } from "./caller.ts";
import { loadCallersProject } from "./callers-project.ts";
import { requireSessionSecret } from "./open-page-socket.ts";
import { organizationOfSession } from "./report-events.ts";
import { sessionSecret } from "./session-secret.ts";
import { lastUtterances } from "./transcript.ts";

/** Lines that the next page shows, as many as one saves for the next page of its own origin. */
const MAX_LINES = 200;

/** What a ticket says; the page that carries it cannot read it. */
const ticketContent = z.object({
  use: z.literal("handover"),
  project_id: z.int(),
  session_id: z.string(),
  domain: z.string(),
  visitor: z.string().nullable(),
  owner: z.string(),
});
type TicketContent = z.infer<typeof ticketContent>;

const NOTHING: HandoverTaken = { success: true, left: true, domain: null, conversation: null };

/** The domain over which the caller's project lets conversations go on; null where it does not, or the key names no neighbour. */
async function domainOf(bindings: Bindings, caller: Caller, origin: string | null): Promise<string | null> {
  const { widget_config } = await loadCallersProject(bindings, caller);
  return widget_config.features.acrossSubdomains ? sharedDomain(caller.policy.allowed_domains, origin) : null;
}

/**
 * A ticket by which another subdomain's page goes on with the session.
 * @throws ApiError `invalid_session_secret`
 */
export async function handOver(
  bindings: Bindings,
  caller: Caller,
  origin: string | null,
  session_id: string,
  { session_secret, owner }: SessionHandover,
): Promise<HandoverTicket> {
  await requireSessionSecret(bindings, session_id, session_secret ?? "");
  const { project_id } = caller.policy;
  if (projectOfSession(session_id) !== project_id) throw new ApiError("invalid_session_secret");
  const domain = await domainOf(bindings, caller, origin);
  if (domain === null) return { success: true, ticket: null, domain };
  const [newest] = readVariables(bindings).KEY_SECRET;
  const content: TicketContent = {
    use: "handover",
    project_id,
    session_id,
    domain,
    visitor: caller.visitor,
    owner: owner ?? "",
  };
  return { success: true, ticket: await seal(newest, JSON.stringify(content)), domain };
}

/** @throws ApiError `invalid_session_secret` for whatever is no ticket of ours */
async function openTicket(bindings: Bindings, ticket: string): Promise<TicketContent> {
  try {
    const text = await unseal(readVariables(bindings).KEY_SECRET, ticket);
    return ticketContent.parse(JSON.parse(text ?? ""));
  } catch {
    throw new ApiError("invalid_session_secret");
  }
}

/** Whether the page that had it has said that it left, or the session has ended. */
const isLeft = ({ ended_at, left_at }: Lease): boolean => ended_at !== null || left_at !== undefined;

/**
 * The conversation that the ticket stands for, to a page of the same domain, the same visitor and a key of the same project.
 * @throws ApiError `invalid_session_secret` to everybody else
 */
export async function takeOver(
  bindings: Bindings,
  caller: Caller,
  origin: string | null,
  { ticket, owner }: HandoverTake,
): Promise<HandoverTaken> {
  const { project_id, session_id, domain, visitor, owner: whose } = await openTicket(bindings, ticket);
  const { policy } = caller;
  const mine = project_id === policy.project_id && visitor === caller.visitor && (whose === "" || whose === owner);
  if (!mine || domain !== (await domainOf(bindings, caller, origin))) throw new ApiError("invalid_session_secret");
  const org_id = await organizationOfSession(bindings, caller, session_id);
  const lease = await callLedger(bindings, org_id, (ledger) => ledger.lease(session_id));
  if (!lease) return NOTHING;
  // A key that is bound to another agent has no part in it either.
  const ours = lease.project_id === project_id && (policy.agent_id ?? lease.agent_id) === lease.agent_id;
  if (!ours) throw new ApiError("invalid_session_secret");
  if (lease.handled_by === "person" || !mayGoOn(lease, Date.now())) return NOTHING;
  if (!isLeft(lease)) return { ...NOTHING, left: false };
  const said_in = [...(lease.continues ?? []), session_id];
  const lines = await lastUtterances(bindings, project_id, said_in, MAX_LINES);
  if (lines.length === 0) return NOTHING;
  const transcript = lines.slice(-MAX_LINES).map(({ session_id: _, ...line }) => line);
  const [newest] = readVariables(bindings).KEY_SECRET;
  return {
    success: true,
    left: true,
    domain,
    conversation: { session_id, session_secret: await sessionSecret(newest, session_id), transcript },
  };
}
