import type { Readiness } from "../../shared/readiness.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { listProviders } from "../providers/catalog.ts";
import type { ProjectSnapshot, SnapshotAgent } from "../storage/snapshots.ts";
import { readVariables } from "../variables.ts";
import type { Caller } from "./caller.ts";
import { loadCallersProject } from "./callers-project.ts";
import { checkKeyBinding, checkPlan, chooseAgent, featuresUsed } from "./choose-agent.ts";
import { checkHours } from "./opening-hours.ts";

/** @throws ApiError if the slot's vendor cannot be called */
function checkVendor(bindings: Bindings, { provider }: SnapshotAgent): void {
  const shown = listProviders(readVariables(bindings), bindings).find((one) => one.provider === provider);
  if (shown?.configured) return;
  throw new ApiError("session_not_set_up", {
    detail: `The session could not be set up: the slot ${provider} is not configured`,
  });
}

/** @throws ApiError if the organization has no subscription, no credit for a minute, or no free line */
async function checkPayment(bindings: Bindings, agent: SnapshotAgent, snapshot: ProjectSnapshot): Promise<void> {
  const { terms } = checkPlan(snapshot, featuresUsed(agent, agent.provider));
  if (terms.subscription !== "active") throw new ApiError("no_subscription");
  const { credit, lines } = await callLedger(bindings, terms.org_id, (ledger) => ledger.summary(terms));
  if (credit.available < terms.credits_per_minute[agent.provider]) throw new ApiError("no_credit");
  if (agent.provider !== "provider_x" && lines.in_use >= lines.total) throw new ApiError("lines_busy");
}

/**
 * What would refuse a session with the agent now, as far as that is known before a vendor is asked. Daily caps and
 * `visitor_sessions` are left out: the ledger looks at them only as it opens a session. So is the challenge: only a visitor
 * can pass it.
 */
export async function loadReadiness(bindings: Bindings, caller: Caller, agent_id: number): Promise<Readiness> {
  const { policy } = caller;
  checkKeyBinding(policy, agent_id);
  const snapshot = await loadCallersProject(bindings, caller);
  const agent = await chooseAgent(bindings.DB, snapshot, agent_id);
  const checks = [
    async () => checkHours(snapshot, Date.now()),
    () => checkPayment(bindings, agent, snapshot),
    async () => checkVendor(bindings, agent),
  ];
  const problems = await Promise.all(checks.map((check) => check().then(() => null, problemOf)));
  const faults = problems.filter((problem) => problem !== null);
  return { ready: faults.length === 0, problems: faults };
}

function problemOf(error: unknown): Readiness["problems"][number] {
  if (!(error instanceof ApiError) || typeof error.detail !== "string") throw error;
  return { code: error.code, detail: error.detail };
}
