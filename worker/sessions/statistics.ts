import { MAX_STATISTICS_DAYS } from "../../shared/limits.ts";
import type { StatisticsDay } from "../../shared/statistics.ts";
import { DAY_MS, dayOf } from "../../shared/time.ts";
import { type Actor, scopeOf } from "../actor.ts";
import type { Bindings } from "../env.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { callStore } from "../objects/project-store/client.ts";
import type { Summed } from "../objects/project-store/session-rpc.ts";
import type { Project } from "../storage/projects.ts";

const DAYS_SHOWN = 30;

const NOTHING: Omit<StatisticsDay, "day"> = {
  ...{ sessions: 0, connected: 0, failed: 0, seconds: 0, credits: 0, ratings: 0, rating_sum: 0 },
  ...{ persons_asked: 0, persons_answered: 0, persons_missed: 0, person_wait_seconds: null, person_seconds: 0 },
  ...{ persons_joined: [], person_ratings: 0, person_rating_sum: 0 },
};

/**
 * Sums of a project's calls for each day, also days without calls, the oldest first.
 * @param asked UTC days, YYYY-MM-DD, both included; the last 30 by default
 * @returns `null` if `from` is after `to`, or more than a year before it
 */
export async function statisticsOf(
  bindings: Bindings,
  actor: Actor,
  project: Project,
  asked: { from?: string | undefined; to?: string | undefined; agent?: number | undefined; test?: boolean | undefined },
  now: number,
): Promise<StatisticsDay[] | null> {
  const last = Date.parse(asked.to ?? dayOf(now));
  const first = asked.from === undefined ? last - (DAYS_SHOWN - 1) * DAY_MS : Date.parse(asked.from);
  const days = (last - first) / DAY_MS + 1;
  if (days < 1 || days > MAX_STATISTICS_DAYS) return null;
  const { id, org_id } = project;
  if (org_id !== null) await callLedger(bindings, org_id, (ledger) => ledger.publishPending(undefined, id));
  const summed: Summed = {
    scope: scopeOf(actor),
    agent_id: asked.agent ?? null,
    from: first,
    until: last + DAY_MS,
    test: asked.test ?? null,
  };
  const rows = await callStore(bindings, id, (store) => store.sums(id, summed));
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: days }, (_, index) => {
    const day = dayOf(first + index * DAY_MS);
    return byDay.get(day) ?? { day, ...NOTHING };
  });
}
