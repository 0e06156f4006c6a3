import { callGate, type GateBindings } from "./objects/key-gate/client.ts";
import { listLiveGates } from "./storage/keys.ts";
import { prepareSnapshot, type SnapshotSources } from "./storage/snapshots.ts";

/** A request may make 1,000 subrequests. Gates beyond this learn of the change by themselves within a minute. */
const MAX_GATES = 500;
/** Snapshots of more projects than this, as those of a large organization, are compiled as visitors come. */
const MAX_PREPARED = 20;

export type InvalidationSources = GateBindings & SnapshotSources;

/** A project with its new version. */
export interface ProjectVersion {
  id: number;
  version: number;
}

/**
 * Tells the gates of the projects' keys their new versions, so that the very next request sees the change, and finds it
 * compiled. A gate that cannot be reached asks D1 within a minute.
 */
export async function invalidateProjects(
  sources: InvalidationSources,
  projects: readonly ProjectVersion[],
): Promise<void> {
  if (projects.length === 0) return;
  const versions = new Map(projects.map((project) => [project.id, project.version]));
  const gates = await listLiveGates(sources.DB, [...versions.keys()], MAX_GATES);
  // Where no key was ever used nobody comes.
  const visited = new Set(gates.map(({ project_id }) => project_id));
  if (visited.size <= MAX_PREPARED)
    await Promise.allSettled([...visited].map((project_id) => prepareSnapshot(sources, project_id)));
  await Promise.allSettled(
    gates.map(async ({ key_hash, project_id }) =>
      callGate(sources, key_hash, (gate) => gate.setProjectVersion(versions.get(project_id) ?? 0)),
    ),
  );
}
