import { callGate, type GateBindings } from "./objects/key-gate/client.ts";
import { listLiveGates } from "./storage/keys.ts";

/** A request may make 1,000 subrequests. Gates beyond this learn of the change by themselves within a minute. */
const MAX_GATES = 500;

/** A project with its new version. */
export interface ProjectVersion {
  id: number;
  version: number;
}

/**
 * Tells the gates of the projects' keys their new versions, so that the very next request sees the change. A gate that
 * cannot be reached asks D1 within a minute.
 */
export async function invalidateProjects(
  sources: GateBindings & { DB: D1Database },
  projects: readonly ProjectVersion[],
): Promise<void> {
  if (projects.length === 0) return;
  const versions = new Map(projects.map((project) => [project.id, project.version]));
  const gates = await listLiveGates(sources.DB, [...versions.keys()], MAX_GATES);
  await Promise.allSettled(
    gates.map(async ({ key_hash, project_id }) =>
      callGate(sources, key_hash, (gate) => gate.setProjectVersion(versions.get(project_id) ?? 0)),
    ),
  );
}
