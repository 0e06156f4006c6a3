import type { Context } from "hono";
import { sessionEvents as schema } from "../../../shared/events.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { readBody } from "../../http/read-request.ts";
import { reportEvents } from "../../sessions/report-events.ts";
import { callerOf } from "./caller.ts";

/** `POST /widget/v1/session/{session_id}/events` */
export async function sessionEvents(c: Context<AppEnv>): Promise<Response> {
  const { events } = await readBody(c, schema);
  const report = await reportEvents(c.env, callerOf(c), c.req.param("session_id") ?? "", events);
  return unstoredJson(report);
}
