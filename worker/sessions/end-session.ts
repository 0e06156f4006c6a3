import type { Actor } from "../actor.ts";
import { requireAuthority } from "../bounds.ts";
import { auditState } from "../change.ts";
import type { Bindings } from "../env.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { SessionRow } from "../objects/project-store/session-rpc.ts";
import { permit } from "../permissions.ts";

/**
 * Ends a running session for the operator; the ledger hangs up at the vendor. A session that has already ended keeps its
 * first end.
 */
export async function endByOperator(
  bindings: Bindings,
  actor: Actor,
  { id, org_id, project_id }: Pick<SessionRow, "id" | "org_id" | "project_id">,
): Promise<void> {
  const record = { ...permit(actor, "session.end", { id: project_id, org_id }), target: `session:${id}` };
  await requireAuthority(bindings.DB, record);
  const lease = await callLedger(bindings, org_id, (ledger) => ledger.end(id, "operator"));
  // Also of a repeat: the first call may have failed right here.
  if (lease?.end_reason === "operator") await auditState(bindings.DB, record);
}
