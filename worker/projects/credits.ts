import type { Actor } from "../actor.ts";
import { requireAuthority } from "../bounds.ts";
import type { Bindings } from "../env.ts";
import { ApiError, valueError } from "../http/errors.ts";
import type { Summary } from "../objects/org-ledger/account.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { permit } from "../permissions.ts";
import { auditOnce } from "../storage/audit.ts";
import { projectsOfSessions } from "../storage/audit-names.ts";
import { type Organization, termsOf } from "../storage/organizations.ts";

export interface Grant {
  /** Names the grant. The ledger stores it, so a repeat changes nothing. */
  operation: string;
  /** Credits; a negative amount takes them. */
  amount: number;
  note: string | null;
}

/**
 * Grants or takes credit.
 * @throws ApiError `conflict` if the operation already was another grant, ValidationError if the balance would be out
 *   of range
 */
export async function grantCredit(
  bindings: Bindings,
  actor: Actor,
  organization: Organization,
  grant: Grant,
): Promise<Summary["credit"]> {
  const { operation, amount, note } = grant;
  const record = permit(actor, "organization.credit", organization.id);
  await requireAuthority(bindings.DB, record);
  const result = await callLedger(bindings, organization.id, (ledger) => ledger.grant(grant, termsOf(organization)));
  if (!result.ok && result.error === "conflict") throw new ApiError("conflict");
  if (!result.ok)
    throw valueError(
      ["body", "amount"],
      amount < 0
        ? `Only ${result.credit.available} credits can be taken; running sessions have reserved the rest`
        : "The balance would become too large; grant less",
    );
  const target = `organization:${organization.id}`;
  // Also of a repeat: the first call may have failed right here.
  await auditOnce(bindings.DB, { ...record, target, change: { amount, note, operation } }, Date.now()).run();
  return result.credit;
}

/** Newest first, below `before`, with the projects of the sessions. Read from the ledger itself, so the list is complete. */
export async function listEntries(bindings: Bindings, org_id: number, before: number | null, limit: number) {
  const entries = await callLedger(bindings, org_id, (ledger) => ledger.entries(before, limit));
  const sessions = entries.flatMap(({ session_id }) => session_id ?? []);
  const projects = await projectsOfSessions(bindings.DB, sessions, org_id);
  return entries.map((entry) => {
    const project = entry.session_id === null ? undefined : projects.get(entry.session_id);
    return { ...entry, project_id: project?.project_id ?? null, project_name: project?.name ?? null };
  });
}
