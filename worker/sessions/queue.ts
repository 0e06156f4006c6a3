import { MAX_VISITOR_PLACES } from "../../shared/limits.ts";
import type { QueueAsk, QueuePlace } from "../../shared/queue.ts";
import { randomBase62 } from "../crypto/base62.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { readVariables } from "../variables.ts";
import type { Caller } from "./caller.ts";
import { loadCallersProject } from "./callers-project.ts";
import { checkKeyBinding, checkPlan, chooseAgent } from "./choose-agent.ts";
import { checkHours } from "./opening-hours.ts";
import { LINES_RETRY_AFTER } from "./with-reservation.ts";

/** How often a waiting page asks. */
const POLL_SECONDS = 5;

async function snapshotFor(bindings: Bindings, caller: Caller, agent_id: number) {
  const { policy } = caller;
  checkKeyBinding(policy, agent_id);
  const snapshot = await loadCallersProject(bindings, caller);
  await chooseAgent(bindings.DB, snapshot, agent_id);
  return snapshot;
}

/** How many places this visitor may have: a line is held for each, with nothing paid. */
function queueRequestOf(bindings: Bindings, { visitor, policy }: Caller) {
  const { VISITOR_ADDRESS, VISITOR_MINUTE_LIMIT } = readVariables(bindings);
  // Without known addresses, all count as one visitor.
  const distinct = visitor !== null && VISITOR_ADDRESS !== "none" && VISITOR_MINUTE_LIMIT > 0;
  return { visitor, places: policy.visitor_sessions ?? (distinct ? MAX_VISITOR_PLACES : null) };
}

/**
 * Puts a visitor into the queue for a voice line of the organization, or says where they stand.
 * @throws ApiError `visitor_busy` for one who has too many places already
 */
export async function waitInQueue(bindings: Bindings, caller: Caller, ask: QueueAsk): Promise<QueuePlace> {
  const snapshot = await snapshotFor(bindings, caller, ask.agent_id);
  checkHours(snapshot, Date.now());
  const organization = checkPlan(snapshot, []);
  const ticket = ask.ticket ?? `wait_${randomBase62(24)}`;
  const place = await callLedger(bindings, organization.id, (ledger) =>
    ledger.wait(ticket, organization.terms, {
      ...queueRequestOf(bindings, caller),
      extend: ask.extend,
      hidden: ask.hidden,
    }),
  );
  if (!place) throw new ApiError("visitor_busy", { headers: { "Retry-After": LINES_RETRY_AFTER } });
  return { success: true, ticket, ...place, poll_seconds: POLL_SECONDS };
}

/** A visitor who waits may leave at any time, also outside of opening hours. */
export async function leaveQueue(bindings: Bindings, caller: Caller, { agent_id, ticket }: QueueAsk): Promise<void> {
  const organization = checkPlan(await snapshotFor(bindings, caller, agent_id), []);
  if (ticket) await callLedger(bindings, organization.id, (ledger) => ledger.leaveLine(ticket));
}
