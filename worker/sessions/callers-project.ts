import { ApiError } from "../http/errors.ts";
import { loadSnapshot, type ProjectSnapshot, type SnapshotSources } from "../storage/snapshots.ts";
import type { KeyHolder } from "./caller.ts";

/** The project of the caller's key, `null` if it is deleted. */
export const findCallersProject = (
  sources: SnapshotSources,
  { policy, project_version, waitUntil }: KeyHolder,
): Promise<ProjectSnapshot | null> => loadSnapshot(sources, policy.project_id, project_version, waitUntil);

/** @throws ApiError `project_not_found` */
export async function loadCallersProject(sources: SnapshotSources, caller: KeyHolder): Promise<ProjectSnapshot> {
  const snapshot = await findCallersProject(sources, caller);
  if (!snapshot) throw new ApiError("project_not_found");
  return snapshot;
}
