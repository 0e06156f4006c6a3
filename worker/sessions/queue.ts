import type { QueueAsk, QueuePlace } from "../../shared/queue.ts";
import { randomBase62 } from "../crypto/base62.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { loadSnapshot } from "../storage/snapshots.ts";
import type { Caller } from "./caller.ts";
import { checkKeyBinding, checkPlan, chooseAgent } from "./choose-agent.ts";
import { checkHours } from "./opening-hours.ts";

/** How often a waiting page asks. */
const POLL_SECONDS = 5;

async function organizationOf(bindings: Bindings, caller: Caller, agent_id: number) {
  const { policy, project_version, waitUntil } = caller;
  checkKeyBinding(policy, agent_id);
  const snapshot = await loadSnapshot(bindings, policy.project_id, project_version, waitUntil);
  if (!snapshot) throw new ApiError("project_not_found");
  await chooseAgent(bindings.DB, snapshot, agent_id);
  checkHours(snapshot, Date.now());
  return checkPlan(snapshot, []);
}

/** Lines a visitor up for a voice line of the organization, or says where they stand. */
export async function waitInQueue(bindings: Bindings, caller: Caller, ask: QueueAsk): Promise<QueuePlace> {
  const organization = await organizationOf(bindings, caller, ask.agent_id);
  const ticket = ask.ticket ?? `wait_${randomBase62(24)}`;
  const place = await callLedger(bindings, organization.id, (ledger) => ledger.wait(ticket, organization.terms));
  return { success: true, ticket, ...place, poll_seconds: POLL_SECONDS };
}

export async function leaveQueue(bindings: Bindings, caller: Caller, { agent_id, ticket }: QueueAsk): Promise<void> {
  const organization = await organizationOf(bindings, caller, agent_id);
  if (ticket) await callLedger(bindings, organization.id, (ledger) => ledger.leaveLine(ticket));
}
