import type { SiteDay } from "../../shared/sites.ts";
import { type Actor, scopeOf } from "../actor.ts";
import type { Bindings } from "../env.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { listProviders } from "../providers/catalog.ts";
import type { Page, PageRequest } from "../storage/page.ts";
import { pageOf } from "../storage/page.ts";
import { readSiteDays } from "../storage/site-days.ts";
import { readVariables } from "../variables.ts";

const DAY = 86_400_000;

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
): Promise<Page<SiteDay>> {
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
      return { project_id: id, ...counts, running, week_credits, unreachable_agents };
    }),
    next_cursor,
  };
}
