import { type Actor, scopeOf } from "../actor.ts";
import { askAll } from "../ask-all.ts";
import type { Bindings } from "../env.ts";
import { logError } from "../log-error.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { type Lease, newestFirst } from "../objects/org-ledger/lease.ts";
import type { SessionPlace } from "../objects/project-store/after-call-rpc.ts";
import type { SessionListed } from "../objects/project-store/session-rpc.ts";
import { organizationIds } from "../storage/organizations.ts";
import { hiddenAmong, projectIdsOf } from "../storage/projects.ts";
import { withOpenings } from "./session-openings.ts";
import { sessionOfLease } from "./session-row.ts";

/** Ledgers asked at once, and in all: a request may make 1,000 calls. */
const AT_ONCE = 40;
const MOST_LEDGERS = 900;

/** `unanswered`: projects whose ledgers or stores did not answer. */
export interface ActivePage {
  rows: SessionListed[];
  unanswered: number[];
  /** Where the next page begins; `null` at the end. */
  next: SessionPlace | null;
}

/**
 * Asks ledgers, and those again whose answer was filled by projects that are being deleted.
 * @returns `silent`: the organizations whose ledgers did not answer
 */
async function askLedgers(
  bindings: Bindings,
  organizations: readonly number[],
  before: SessionPlace | null,
  limit: number,
): Promise<{ leases: Lease[]; silent: number[] }> {
  const answers = new Map<number, Lease[]>();
  const silent: number[] = [];
  const hidden = new Set<number>();
  let toAsk = organizations;
  while (toAsk.length > 0) {
    const without = [...hidden];
    await askAll(toAsk, AT_ONCE, async (org_id) => {
      try {
        answers.set(org_id, await callLedger(bindings, org_id, (ledger) => ledger.active(before, limit, without)));
      } catch (error) {
        logError("ledger_unanswered", error, { org_id });
        silent.push(org_id);
      }
    });
    const projects = new Set([...answers.values()].flat().map(({ project_id }) => project_id));
    const met = await hiddenAmong(bindings.DB, [...projects]);
    const found = met.filter((project_id) => !hidden.has(project_id));
    for (const project_id of found) hidden.add(project_id);
    toAsk = toAsk.filter((org_id) => {
      const leases = answers.get(org_id) ?? [];
      return leases.length >= limit && leases.some(({ project_id }) => found.includes(project_id));
    });
  }
  return { leases: [...answers.values()].flat().filter(({ project_id }) => !hidden.has(project_id)), silent };
}

/** What runs in all that the actor may see, newest first, below the cursor; as the ledgers know it. */
export async function findActive(
  bindings: Bindings,
  actor: Actor,
  before: SessionPlace | null,
  limit: number,
): Promise<ActivePage> {
  const scope = scopeOf(actor);
  const organizations = scope === null ? await organizationIds(bindings.DB) : [scope];
  const { leases, silent } = await askLedgers(bindings, organizations.slice(0, MOST_LEDGERS), before, limit + 1);
  const running = leases.sort(newestFirst).map((lease) => sessionOfLease(lease));
  const next = running.length > limit ? (running[limit - 1] ?? null) : null;
  const { rows, unanswered } = await withOpenings(bindings, running.slice(0, limit));
  const not_heard = [...organizations.slice(MOST_LEDGERS), ...silent];
  const missing = not_heard.length > 0 ? await projectIdsOf(bindings.DB, not_heard, null) : [];
  return { rows, unanswered: [...new Set([...unanswered, ...missing])], next };
}
