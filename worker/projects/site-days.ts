import type { SiteDay } from "../../shared/sites.ts";
import { type Actor, scopeOf } from "../actor.ts";
import type { Bindings } from "../env.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { listProviders } from "../providers/catalog.ts";
import { askStores } from "../sessions/ask-stores.ts";
import { ratedSessions } from "../sessions/rated-sessions.ts";
import type { Page, PageRequest } from "../storage/page.ts";
import { pageOf } from "../storage/page.ts";
import { readSiteDays, type SiteDayRow, sumVisitorsRatings } from "../storage/site-days.ts";
import { readVariables } from "../variables.ts";

const DAY = 86_400_000;

interface Ratings {
  project_id: number;
  ratings: number;
  rating_sum: number;
}

/** How visitors rated their calls of a day at these sites, from their stores. `unanswered`: those whose store did not answer. */
async function ratingsOf(
  bindings: Bindings,
  sites: readonly SiteDayRow[],
  scope: number | null,
  from: number,
): Promise<{ ratings: Map<number, Ratings>; unanswered: number[] }> {
  const { answers, unanswered } = await askStores(
    sites.filter(({ calls }) => calls > 0),
    ({ id }) => id,
    async ({ id: project_id }, call) => {
      const sum: Ratings = { project_id, ratings: 0, rating_sum: 0 };
      for await (const some of ratedSessions(bindings, project_id, from, from + DAY, call)) {
        const { ratings, rating_sum } = await sumVisitorsRatings(bindings.DB, project_id, scope, some);
        sum.ratings += ratings;
        sum.rating_sum += rating_sum;
      }
      return sum;
    },
  );
  return { ratings: new Map(answers.map((sum) => [sum.project_id, sum])), unanswered };
}

/**
 * The sites that the actor may see, with what their calls came to on a UTC day. Without an organization it is some seconds
 * behind, since ledgers tell of their calls later.
 * @param org_id only the sites of this one
 * @param day YYYY-MM-DD
 */
export async function listSiteDays(
  bindings: Bindings,
  actor: Actor,
  org_id: number | null,
  day: string,
  page: PageRequest,
  now: number,
): Promise<Page<SiteDay> & { unanswered?: number[] }> {
  const own = scopeOf(actor);
  if (own !== null && org_id !== null && own !== org_id) return { items: [], next_cursor: null };
  const scope = own ?? org_id;
  if (scope !== null) await callLedger(bindings, scope, (ledger) => ledger.publishPending());
  const from = Date.parse(day);
  const broken = listProviders(readVariables(bindings), bindings).filter(({ detail }) => detail !== null);
  const { days, weeks, agents } = await readSiteDays(
    bindings.DB,
    scope,
    page,
    { from, until: from + DAY },
    now - 7 * DAY,
    broken.map(({ provider }) => provider),
  );
  const { items, next_cursor } = pageOf(days, page);
  const { ratings: rated, unanswered } = await ratingsOf(bindings, items, scope, from);
  return {
    items: items.map(({ id, ...counts }) => {
      const { running = 0, week_credits = 0 } = weeks.find((week) => week.id === id) ?? {};
      const unreachable_agents = agents
        .filter(({ project_id }) => project_id === id)
        .map((agent) => ({
          id: agent.id,
          name: agent.name,
          detail: broken.find(({ provider }) => provider === agent.provider)?.detail ?? "",
        }));
      const { ratings = 0, rating_sum = 0 } = rated.get(id) ?? {};
      return { project_id: id, ...counts, ratings, rating_sum, running, week_credits, unreachable_agents };
    }),
    next_cursor,
    ...(unanswered.length > 0 && { unanswered }),
  };
}
