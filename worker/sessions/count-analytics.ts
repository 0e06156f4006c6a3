import type { AnalyticsEvents } from "../../shared/analytics.ts";
import { addCounts } from "../storage/analytics.ts";

/** Stores events as counts per UTC day of the server's clock, without anything about a visitor. */
export async function countAnalytics(
  db: D1Database,
  project_id: number,
  events: AnalyticsEvents["events"],
  now: number,
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { name } of events) counts.set(name, (counts.get(name) ?? 0) + 1);
  const day = new Date(now).toISOString().slice(0, 10);
  const rows = [...counts].map(([name, count]) => ({ name, count }));
  await addCounts(db, project_id, day, rows);
}
