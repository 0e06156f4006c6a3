import type { Context } from "hono";
import type { ContextAnswer } from "../../../shared/config.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { loadCallersProject } from "../../sessions/callers-project.ts";
import { keyHolderOf } from "./caller.ts";

export async function projectContext(c: Context<AppEnv>): Promise<Response> {
  const snapshot = await loadCallersProject(c.env, keyHolderOf(c));
  c.header("Cache-Control", "private, no-cache");
  return c.json({
    project_id: snapshot.project.id,
    project_name: snapshot.project.name,
    org_id: snapshot.organization?.id ?? null,
    org_name: snapshot.organization?.name ?? null,
  } satisfies ContextAnswer);
}
