import type { Lease } from "../objects/org-ledger/lease.ts";
import type { FailedFollowUps } from "../objects/org-ledger/outside.ts";

/** Does something for each project of the leases, one after the other. A project that fails is noted in `failed`, and stops no other. */
export async function eachProject(
  leases: readonly Lease[],
  failed: FailedFollowUps,
  work: (project_id: number, leases: Lease[]) => Promise<void>,
): Promise<void> {
  for (const [project_id, own] of Map.groupBy(leases, (lease) => lease.project_id))
    try {
      await work(project_id, own);
    } catch (error) {
      failed.set(project_id, error);
    }
}
