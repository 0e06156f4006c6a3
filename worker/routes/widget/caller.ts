import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import type { Caller } from "../../sessions/caller.ts";

/** Who asks, as the use cases know it. */
export const callerOf = (c: Context<AppEnv>): Caller => ({
  policy: c.get("policy"),
  project_version: c.get("project_version"),
  waitUntil: (work) => c.executionCtx.waitUntil(work),
});
