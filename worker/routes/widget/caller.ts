import type { Context } from "hono";
import { visitorOf } from "../../auth/visitor.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { requestContextOf } from "../../http/request-context.ts";
import type { Caller, KeyHolder } from "../../sessions/caller.ts";
import { readVariables } from "../../variables.ts";

/** What a caller's key says, without the visitor's name, which costs a hash. */
export const keyHolderOf = (c: Context<AppEnv>): KeyHolder => ({
  policy: c.get("policy"),
  project_version: c.get("project_version"),
  waitUntil: (work) => c.executionCtx.waitUntil(work),
});

/** The caller, as use cases take it. */
export const callerOf = (c: Context<AppEnv>): Caller => ({
  ...keyHolderOf(c),
  visitor: visitorOf(requestContextOf(c), readVariables(c.env)),
});
