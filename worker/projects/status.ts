import { PROVIDERS } from "../../shared/providers.ts";
import type { Status } from "../../shared/status.ts";
import { VERSION } from "../../shared/version.ts";
import { answersOf, askAll } from "../ask-all.ts";
import type { Bindings } from "../env.ts";
import { callQueue } from "../objects/delivery-queue/client.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { vendorBehind } from "../providers/catalog.ts";
import { listAlerts } from "../storage/alerts.ts";
import { openDeletions } from "../storage/deletions.ts";
import { forgetLate, lateNotes } from "../storage/late-ledgers.ts";
import { fullStores } from "../storage/project-stores.ts";
import { listErrors } from "../storage/service-errors.ts";
import { activeWebhookIds, databaseFacts, newestMigration, newestOrganizations } from "../storage/status.ts";
import { readVariables, type Variables } from "../variables.ts";
import { readRotations } from "./rotations.ts";

/** How many objects are asked in all, and how many at once. */
const MOST_OBJECTS = 400;
const AT_ONCE = 40;

/** What objects answer; those that do not are left out. */
const askObjects = async <T>(ids: readonly number[], ask: (id: number) => Promise<T>): Promise<T[]> =>
  answersOf(await askAll(ids, AT_ONCE, ask));

const sum = <T>(list: readonly T[], of: (item: T) => number): number =>
  list.reduce((total, item) => total + of(item), 0);

type Late = Status["stores"]["late"][number];

const vendorsOf = (bindings: Bindings, variables: Variables): Status["vendors"] =>
  PROVIDERS.map((slot) => {
    const { vendor, problem } = vendorBehind(slot, variables, bindings);
    return { slot, vendor, configured: problem === null, detail: problem };
  });

/** Projects whose history is late, that first which is so the longest. One that moved may be so in two ledgers. */
function lateStores(late: readonly Late[]): Late[] {
  const first = new Map<number, Late>();
  for (const one of late.toSorted((a, b) => a.since - b.since))
    if (!first.has(one.project_id)) first.set(one.project_id, one);
  return [...first.values()];
}

/** The state of the service, read from the database, the ledgers and the delivery queues. */
export async function loadStatus(bindings: Bindings, now: number, most = MOST_OBJECTS): Promise<Status> {
  const { DB } = bindings;
  const [facts, schema, errors, alerts, deletions, notes, newest, webhooks, rotations, full] = await Promise.all([
    databaseFacts(DB),
    newestMigration(DB),
    listErrors(DB),
    listAlerts(DB),
    openDeletions(DB),
    lateNotes(DB, most),
    newestOrganizations(DB, most),
    activeWebhookIds(DB, most),
    readRotations(bindings, now),
    fullStores(DB),
  ]);
  // Those first whose history is late, however long ago they came.
  const organizations = [...new Set([...notes.map(({ id }) => id), ...newest])].slice(0, most);
  const ledgers = await askObjects(organizations, async (id) => ({
    ...(await callLedger(bindings, id, (ledger) => ledger.outbox())),
    org_id: id,
  }));
  const inTime = new Set(ledgers.filter(({ late }) => late.length === 0).map(({ org_id }) => org_id));
  await forgetLate(
    DB,
    notes.filter(({ id }) => inTime.has(id)),
  );
  const queues = await askObjects(webhooks, (id) => callQueue(bindings, id, (queue) => queue.counts()));
  const waits = ledgers.flatMap(({ oldest_at }) => (oldest_at === null ? [] : [oldest_at]));
  const oldest_at = waits.length === 0 ? null : Math.min(...waits);
  const deployment = bindings.DEPLOYMENT;
  return {
    at: now,
    versions: {
      service: VERSION,
      schema,
      deployment: deployment?.id ?? null,
      deployed_at: deployment?.timestamp ?? null,
    },
    vendors: vendorsOf(bindings, readVariables(bindings)),
    errors,
    outbox: {
      waiting: sum(ledgers, ({ waiting }) => waiting),
      oldest_at,
      lag_seconds: oldest_at === null ? 0 : Math.max(0, Math.round((now - oldest_at) / 1000)),
      live_sessions: sum(ledgers, ({ live }) => live),
      asked: ledgers.length,
      organizations: facts.organizations,
    },
    deliveries: {
      pending: sum(queues, ({ pending }) => pending),
      failed: sum(queues, ({ failed }) => failed),
      webhooks: queues.length,
      switched_off: facts.switched_off,
    },
    stores: { late: lateStores(ledgers.flatMap(({ late }) => late)), full },
    storage: {
      database_bytes: facts.bytes,
      ledger_bytes: sum(ledgers, ({ bytes }) => bytes),
      rows: facts.rows,
    },
    alerts,
    deletions: deletions.map(({ kind, id, asked_at }) => ({ kind, id, asked_at })),
    rotations,
  };
}
