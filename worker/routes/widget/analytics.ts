import type { Context } from "hono";
import { analyticsEvents } from "../../../shared/analytics.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readBody } from "../../http/read-request.ts";
import { addCounts } from "../../storage/analytics.ts";

/**
 * `POST /widget/v1/analytics`: stored as counts per UTC day of the server's clock, without anything about a visitor.
 */
export async function analytics(c: Context<AppEnv>): Promise<Response> {
  const { events } = await readBody(c, analyticsEvents);
  const counts = new Map<string, number>();
  for (const { name } of events) counts.set(name, (counts.get(name) ?? 0) + 1);
  const day = new Date().toISOString().slice(0, 10);
  const rows = [...counts].map(([name, count]) => ({ name, count }));
  await addCounts(c.env.DB, c.var.policy.project_id, day, rows);
  return c.json({ success: true, accepted: events.length });
}
