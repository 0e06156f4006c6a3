import type { Context } from "hono";
import { analyticsEvents } from "../../../shared/analytics.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readBody } from "../../http/read-request.ts";
import { countAnalytics } from "../../sessions/count-analytics.ts";

/** `POST /widget/v1/analytics` */
export async function analytics(c: Context<AppEnv>): Promise<Response> {
  const { events } = await readBody(c, analyticsEvents);
  await countAnalytics(c.env.DB, c.var.policy.project_id, events, Date.now());
  return c.json({ success: true, accepted: events.length });
}
