import type { Context } from "hono";
import { sessionExtend } from "../../../shared/extension.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { readOptionalBody } from "../../http/read-request.ts";
import { extendSession } from "../../sessions/extend-session.ts";
import { callerOf } from "./caller.ts";

/** `POST /widget/v1/session/{session_id}/extend` */
export async function extend(c: Context<AppEnv>): Promise<Response> {
  const { ask = false } = await readOptionalBody(c, sessionExtend);
  return unstoredJson(await extendSession(c.env, callerOf(c), c.req.param("session_id") ?? "", ask));
}
