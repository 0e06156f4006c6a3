import type { SiteDay } from "../../shared/sites.ts";
import { DAY_MS } from "../../shared/time.ts";
import { type Actor, scopeOf } from "../actor.ts";
import type { Bindings } from "../env.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { NO_CALLS } from "../objects/project-store/engine.ts";
import { listProviders } from "../providers/catalog.ts";
import { askStores } from "../sessions/ask-stores.ts";
import type { Page, PageRequest } from "../storage/page.ts";
import { pageOf } from "../storage/page.ts";
import { readSites } from "../storage/site-days.ts";
import { readVariables } from "../variables.ts";

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
  const { sites, agents } = await readSites(
    bindings.DB,
    scope,
    page,
    broken.map(({ provider }) => provider),
  );
  const { items, next_cursor } = pageOf(sites, page);
  const { answers, unanswered } = await askStores(
    bindings,
    items,
    ({ id }) => id,
    async (store, { id }) =>
      [id, await store.siteSums(id, scope, { from, until: from + DAY_MS }, now - 7 * DAY_MS)] as const,
  );
  const sums = new Map(answers);
  return {
    items: items.map(({ id, ...site }) => {
      const unreachable_agents = agents
        .filter(({ project_id }) => project_id === id)
        .map((agent) => ({
          id: agent.id,
          name: agent.name,
          detail: broken.find(({ provider }) => provider === agent.provider)?.detail ?? "",
        }));
      return { project_id: id, ...site, ...(sums.get(id) ?? NO_CALLS), unreachable_agents };
    }),
    next_cursor,
    ...(unanswered.length > 0 && { unanswered }),
  };
}
