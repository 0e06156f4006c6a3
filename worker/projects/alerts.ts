import type { Status } from "../../shared/status.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { Bindings } from "../env.ts";
import { type Alert, endAlert, listAlerts, raiseAlert } from "../storage/alerts.ts";
import { OPERATORS } from "../storage/webhooks.ts";
import { enqueueWebhookEvents, throwFirst, type WebhookEventInput } from "../webhooks/enqueue-webhook-events.ts";
import { loadStatus } from "./status.ts";

/** The largest database that D1 allows. Bytes. */
const DATABASE_LIMIT = 10 * 1024 ** 3;
const DATABASE_FULL = 0.8;
/** The longest that a ledger may lag behind. Seconds. */
const LAG = 300;
/** An error is an alert for this long. Milliseconds. */
const RECENT = 600_000;
const DELIVERIES_WAITING = 10_000;

/** What is wrong now, one entry for each kind. Pure. */
export function findAlerts(status: Status): Pick<Alert, "kind" | "detail">[] {
  const { at, outbox, deliveries, stores, storage, errors, deletions } = status;
  const alerts: Pick<Alert, "kind" | "detail">[] = [];
  const add = (kind: string, wrong: boolean, detail: string) => {
    if (wrong) alerts.push({ kind, detail });
  };
  add(
    "outbox_lag",
    outbox.lag_seconds > LAG,
    `${outbox.waiting} changes of ledgers have not reached the database or the stores for ${outbox.lag_seconds} seconds`,
  );
  add(
    "deliveries_waiting",
    deliveries.pending > DELIVERIES_WAITING,
    `${deliveries.pending} deliveries to webhooks are waiting`,
  );
  const late = stores.late.filter(({ since }) => at - since > LAG * 1000);
  add(
    "store_late",
    late.length > 0,
    `The history of these projects lacks what was reported since: ${late.map(({ project_id, since }) => `${project_id} (${new Date(since).toISOString()})`).join(", ")}`,
  );
  add(
    "store_full",
    stores.full.length > 0,
    `Stores of projects are almost full: ${stores.full.map(({ project_id, percent }) => `${project_id} (${percent} %)`).join(", ")}`,
  );
  add(
    "database_full",
    storage.database_bytes > DATABASE_LIMIT * DATABASE_FULL,
    `The database has ${Math.round(storage.database_bytes / 1024 ** 2)} MiB of at most ${DATABASE_LIMIT / 1024 ** 2}`,
  );
  const stuck = deletions.filter(({ asked_at }) => at - asked_at > DAY_MS);
  add(
    "deletion_stuck",
    stuck.length > 0,
    `Not deleted within a day: ${stuck.map(({ kind, id }) => `${kind} ${id}`).join(", ")}`,
  );
  for (const { kind, last_at, detail } of errors)
    add(`error:${kind}`, at - last_at < RECENT, `${kind}${detail === null ? "" : `: ${detail}`}`);
  return alerts;
}

const about = (alert: Alert, now: number) => ({
  project_id: OPERATORS,
  org_id: null,
  name: `${alert.kind}:${alert.raised_at}`,
  session_id: null,
  contact_id: null,
  at: now,
});

/**
 * Enqueues alerts that began or ended for the operators' webhooks. They are stored only after that: if it fails in
 * between, the webhooks may hear of them twice.
 */
export async function updateAlerts(bindings: Bindings, now: number): Promise<void> {
  const { DB } = bindings;
  const present = await listAlerts(DB);
  const wrong = findAlerts(await loadStatus(bindings, now));
  const raised = wrong
    .filter(({ kind }) => !present.some((alert) => alert.kind === kind))
    .map((alert): Alert => ({ ...alert, raised_at: now }));
  const resolved = present.filter(({ kind }) => !wrong.some((alert) => alert.kind === kind));
  const failed = await enqueueWebhookEvents(bindings, [
    ...raised.map((alert): WebhookEventInput => ({ ...about(alert, now), event: "alert.raised", data: () => alert })),
    ...resolved.map(
      (alert): WebhookEventInput => ({
        ...about(alert, now),
        event: "alert.resolved",
        data: () => ({ ...alert, resolved_at: now }),
      }),
    ),
  ]);
  throwFirst(failed);
  for (const alert of raised) await raiseAlert(DB, alert);
  for (const { kind } of resolved) await endAlert(DB, kind);
}
