import type { Bindings } from "../env.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { SessionRow } from "../storage/sessions.ts";

/**
 * Ends a running session by the operator's word; the publication that follows hangs up at the vendor.
 * @returns whether it was running
 */
export async function endByOperator(bindings: Bindings, session: Pick<SessionRow, "id" | "org_id">): Promise<boolean> {
  const before = await callLedger(bindings, session.org_id, (ledger) => ledger.lease(session.id));
  if (before === null || before.state === "ended") return false;
  await callLedger(bindings, session.org_id, (ledger) => ledger.end(session.id, "operator"));
  return true;
}
