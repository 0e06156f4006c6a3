import type { Context } from "hono";
import type { ContextAnswer } from "../../../shared/config.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { loadSnapshot } from "../../storage/snapshots.ts";

export async function projectContext(c: Context<AppEnv>): Promise<Response> {
  const { policy, project_version } = c.var;
  const snapshot = await loadSnapshot(c.env, policy.project_id, project_version, (work) =>
    c.executionCtx.waitUntil(work),
  );
  if (!snapshot) throw new ApiError("project_not_found");
  c.header("Cache-Control", "private, no-cache");
  return c.json({
    project_id: snapshot.project.id,
    project_name: snapshot.project.name,
    org_id: snapshot.organization?.id ?? null,
    org_name: snapshot.organization?.name ?? null,
  } satisfies ContextAnswer);
}
