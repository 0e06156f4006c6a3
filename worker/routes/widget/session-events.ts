import type { Context } from "hono";
import { sessionEvents as schema } from "../../../shared/events.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { readBody } from "../../http/read-request.ts";
import { reportEvents } from "../../sessions/report-events.ts";
import { runToEnd } from "../../sessions/run-to-end.ts";
import { callerOf } from "./caller.ts";

/** `POST /widget/v1/session/{session_id}/events` */
export async function sessionEvents(c: Context<AppEnv>): Promise<Response> {
  const { events } = await readBody(c, schema);
  const caller = callerOf(c);
  const session_id = c.req.param("session_id") ?? "";
  const report = await runToEnd(caller.waitUntil, reportEvents(c.env, caller, session_id, events));
  return unstoredJson(report);
}
