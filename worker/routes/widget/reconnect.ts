import type { Context } from "hono";
import { sessionReconnect } from "../../../shared/session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { readOptionalBody } from "../../http/read-request.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { reconnectSession } from "../../sessions/reconnect-session.ts";
import { runToEnd } from "../../sessions/run-to-end.ts";
import { callerOf } from "./caller.ts";

/** `POST /widget/v1/session/{session_id}/reconnect` */
export async function reconnect(c: Context<AppEnv>): Promise<Response> {
  const body = await readOptionalBody(c, sessionReconnect);
  const session_id = c.req.param("session_id") ?? "";
  const caller = callerOf(c);
  const { origin } = new URL(c.req.url);
  const connected = await runToEnd(caller.waitUntil, reconnectSession(c.env, caller, session_id, body, origin));
  requestContextOf(c).log.session_id = connected.session_id;
  return unstoredJson(connected);
}
