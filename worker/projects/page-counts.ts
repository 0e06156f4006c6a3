import type { AnalyticsEvents } from "../../shared/analytics.ts";
import { dayOf } from "../../shared/time.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { callStore, type StoreBindings, storeOf } from "../objects/project-store/client.ts";
import type { DayCount } from "../objects/project-store/rpc.ts";
import type { Project } from "../storage/projects.ts";

/** Stores events as counts per UTC day of the server's clock, without anything about a visitor. */
export async function countEvents(
  bindings: StoreBindings,
  { project_id, project_version }: { project_id: number; project_version: number },
  events: AnalyticsEvents["events"],
  now: number,
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { name } of events) counts.set(name, (counts.get(name) ?? 0) + 1);
  const day = dayOf(now);
  await storeOf(bindings, project_id).count(project_id, project_version, day, [...counts]);
}

/**
 * Oldest day first; both days included. An organization reads what was counted while the project was its own, an operator
 * all.
 */
export const readCounts = (
  bindings: StoreBindings,
  actor: Actor,
  { id, version }: Project,
  from: string,
  to: string,
): Promise<DayCount[]> => callStore(bindings, id, (store) => store.counts(id, version, scopeOf(actor), from, to));
