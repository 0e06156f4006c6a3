import type { Context } from "hono";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { queryInteger, readQuery } from "../../http/read-request.ts";
import { loadReadiness } from "../../sessions/readiness.ts";
import { callerOf } from "./caller.ts";

// Any integer, as in the body of a start.
const query = z.object({
  agent_id: queryInteger({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
});

/** `GET /widget/v1/session/readiness` */
export async function readiness(c: Context<AppEnv>): Promise<Response> {
  const { agent_id } = readQuery(c, query);
  return unstoredJson(await loadReadiness(c.env, callerOf(c), agent_id));
}
