import type { AnalyticsEvents } from "../../shared/analytics.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { callStore, type StoreBindings, storeOf } from "../objects/project-store/client.ts";
import type { DayCount } from "../objects/project-store/rpc.ts";
import { noteMoved, projectsToMove } from "../storage/analytics.ts";
import type { Project } from "../storage/projects.ts";

/** Projects that one run of the cron moves; the next goes on. */
const AT_ONCE = 100;

/** Stores events as counts per UTC day of the server's clock, without anything about a visitor. */
export async function countEvents(
  bindings: StoreBindings,
  { project_id, project_version }: { project_id: number; project_version: number },
  events: AnalyticsEvents["events"],
  now: number,
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { name } of events) counts.set(name, (counts.get(name) ?? 0) + 1);
  const day = new Date(now).toISOString().slice(0, 10);
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

/**
 * Has each project's store take over what D1 has of it, where no page and no reader has done that yet.
 * @throws what a store threw, once the others are done
 */
export async function moveCounts(bindings: StoreBindings & { DB: D1Database }, now: number): Promise<void> {
  const errors: unknown[] = [];
  for (const id of await projectsToMove(bindings.DB, AT_ONCE))
    await callStore(bindings, id, (store) => store.takeOver(id))
      .then(() => noteMoved(bindings.DB, id, now))
      .catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
