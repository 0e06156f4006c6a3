import { DAY_MS } from "../../shared/time.ts";
import type { WebhookEvent } from "../../shared/webhook-events.ts";
import type { WebhookPayload } from "../../shared/webhook-payloads.ts";
import { type Delivery, OPERATOR_EVENTS, WEBHOOK_EVENTS } from "../../shared/webhooks.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { audit, change, insert, permitIn } from "../change.ts";
import type { Bindings } from "../env.ts";
import { ApiError, valueError } from "../http/errors.ts";
import { callQueue } from "../objects/delivery-queue/client.ts";
import type { DeliveryWhole } from "../objects/delivery-queue/rpc.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { type Action, permit, requireMay } from "../permissions.ts";
import { orgOfSession } from "../session-id.ts";
import type { AuditRecord } from "../storage/audit.ts";
import { difference } from "../storage/audit-values.ts";
import { findProject, type Project } from "../storage/projects.ts";
import type { Row } from "../storage/table.ts";
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  OPERATORS,
  rotateWebhookSecret,
  targetOf,
  updateWebhook,
  type Webhook,
  webhookFromRow,
} from "../storage/webhooks.ts";
import { deliveryId, eventBody, webhookOfDelivery } from "./delivery.ts";
import { newWebhookSecret } from "./webhook-signature.ts";

/** The fields of a webhook that an operator sets. */
interface Fields {
  url: string;
  events: WebhookEvent[];
  include_transcript?: boolean | undefined;
  active?: boolean | undefined;
}

/** @param origin the service's address in the operator's request, for links in events */
export async function createWebhook(
  db: D1Database,
  actor: Actor,
  project: Pick<Project, "id" | "org_id">,
  origin: string,
  { url, events, include_transcript = false, active = true }: Fields,
): Promise<Webhook> {
  const fields = { url, events, include_transcript, active };
  const project_id = project.id;
  requireMayTouch(actor, project_id);
  const record = { ...permit(actor, "webhook.create", project), change: fields };
  const statement = insertWebhook(db, { ...fields, project_id, secret: newWebhookSecret(), origin }, Date.now());
  return webhookFromRow(await insert<Row>(db, record, statement, { project_id }));
}

/** Replaces the project for webhooks of the service as a whole. */
export const OPERATORS_OWN: Pick<Project, "id" | "org_id"> = { id: OPERATORS, org_id: null };

/** @throws ValidationError if a project's webhook asks for operators' events, or the other way round */
function requireFitting(webhook: Webhook, events: readonly WebhookEvent[]): void {
  const fitting: readonly WebhookEvent[] = webhook.project_id === OPERATORS ? OPERATOR_EVENTS : WEBHOOK_EVENTS;
  if (events.every((event) => fitting.includes(event))) return;
  throw valueError(["body", "events"], `This webhook may have only these events: ${fitting.join(", ")}`);
}

/** The queue gets it before the answer, so that nothing is sent to the old address afterwards. */
export async function changeWebhook(
  bindings: Bindings,
  actor: Actor,
  webhook: Webhook,
  origin: string,
  patch: Partial<Fields>,
): Promise<Webhook> {
  const { DB } = bindings;
  const record = { ...(await recordOf(DB, actor, webhook, "webhook.update")), ...difference(webhook, patch) };
  if (patch.events) requireFitting(webhook, patch.events);
  return changed(bindings, record, updateWebhook(DB, webhook.id, patch, origin));
}

/** Changes its row, and has its queue know before the answer. */
async function changed(bindings: Bindings, record: AuditRecord, statement: D1PreparedStatement): Promise<Webhook> {
  const row = await change<Row>(bindings.DB, record, statement);
  if (!row) throw new ApiError("webhook_not_found");
  const webhook = webhookFromRow(row);
  await callQueue(bindings, webhook.id, (queue) => queue.configure(targetOf(webhook)));
  return webhook;
}
/** How long both secrets sign: as long as a delivery is retried. Milliseconds. */
const BOTH_SIGN = DAY_MS;

/**
 * Gives the webhook a new secret. For a day every delivery has a signature of both, so that the receiver can switch
 * over at any time and lose nothing. Another rotation within the day drops the oldest secret.
 */
export async function rotateSecret(bindings: Bindings, actor: Actor, webhook: Webhook): Promise<Webhook> {
  const record = await recordOf(bindings.DB, actor, webhook, "webhook.rotate_secret");
  const until = Date.now() + BOTH_SIGN;
  return changed(bindings, record, rotateWebhookSecret(bindings.DB, webhook.id, newWebhookSecret(), until));
}

export async function removeWebhook(bindings: Bindings, actor: Actor, webhook: Webhook): Promise<void> {
  const { DB } = bindings;
  const { project_id } = webhook;
  // By this its address leaves the audit log with the project.
  const record = { ...(await recordOf(DB, actor, webhook, "webhook.delete")), change: { project_id } };
  await change(DB, record, deleteWebhook(DB, webhook.id));
  await callQueue(bindings, webhook.id, (queue) => queue.drop());
}

/** Sends a test event once and returns the result. */
export async function testWebhook(bindings: Bindings, actor: Actor, webhook: Webhook): Promise<Delivery> {
  await audit(bindings.DB, await recordOf(bindings.DB, actor, webhook, "webhook.test"));
  const now = Date.now();
  const { id: webhook_id, project_id, org_id } = webhook;
  const data: WebhookPayload<"webhook.test"> = { webhook_id, project_id, message: "This is a test." };
  const id = await deliveryId(webhook_id, `test:${crypto.randomUUID()}`);
  const body = eventBody("webhook.test", now, data);
  const delivery = { id, org_id, event: "webhook.test", session_id: null, contact_id: null, body, created_at: now };
  return callQueue(bindings, webhook.id, (queue) => queue.sendOnce(targetOf(webhook), delivery));
}

/**
 * Webhooks as they are shown. Queues of earlier versions did not report that a failure is over: those that still have one are
 * asked for a delivery that was accepted since.
 */
export const withRecovery = (bindings: Bindings, webhooks: Webhook[]): Promise<Webhook[]> =>
  Promise.all(
    webhooks.map(async (webhook) => {
      const { id, last_failure } = webhook;
      if (!last_failure || last_failure.recovered_at !== undefined) return webhook;
      const recovered_at = await callQueue(bindings, id, (queue) => queue.acceptedAfter(last_failure.at)).catch(
        () => null,
      );
      return recovered_at === null ? webhook : { ...webhook, last_failure: { ...last_failure, recovered_at } };
    }),
  );

/** Newest first, with events that the ledger has not handed over yet. */
export async function listDeliveries(
  bindings: Bindings,
  actor: Actor,
  webhook: Webhook,
  before: number | null,
  limit: number,
) {
  const project = await findProject(bindings.DB, webhook.project_id, null);
  const org_id = project?.org_id ?? null;
  // Only another queue can fail here; if it is this one, reading its list fails as well.
  if (org_id !== null) await callLedger(bindings, org_id, (ledger) => ledger.followUpPending()).catch(() => {});
  const own = scopeOf(actor) === null ? null : targetOf(webhook);
  const page = await callQueue(bindings, webhook.id, (queue) => queue.list(before, limit, own));
  return { ...page, items: withinScope(actor, page.items) };
}

/** Without those of sessions of another organization: they were under way when the project moved. */
function withinScope<T extends Delivery>(actor: Actor, deliveries: T[]): T[] {
  const scope = scopeOf(actor);
  return deliveries.filter(
    ({ session_id }) => scope === null || session_id === null || orgOfSession(session_id) === scope,
  );
}

/** A delivery and its webhook, if the actor may see them. */
export async function loadDelivery(
  bindings: Bindings,
  actor: Actor,
  id: string,
): Promise<{ webhook: Webhook; delivery: DeliveryWhole }> {
  const webhook_id = webhookOfDelivery(id);
  const webhook = webhook_id === null ? null : await findWebhook(bindings.DB, webhook_id, scopeOf(actor));
  const own = webhook && scopeOf(actor) !== null ? targetOf(webhook) : null;
  const whole = webhook && (await callQueue(bindings, webhook.id, (queue) => queue.read(id, own)));
  const [delivery] = withinScope(actor, whole ? [whole] : []);
  if (!webhook || !delivery) throw new ApiError("delivery_not_found");
  return { webhook, delivery };
}

export async function replayDelivery(bindings: Bindings, actor: Actor, id: string): Promise<Delivery> {
  const { webhook } = await loadDelivery(bindings, actor, id);
  const record = await recordOf(bindings.DB, actor, webhook, "delivery.replay");
  await audit(bindings.DB, { ...record, target: `delivery:${id}` });
  const replayed = await callQueue(bindings, webhook.id, (queue) => queue.replay(targetOf(webhook), id));
  if (!replayed) throw new ApiError("delivery_not_found");
  return replayed;
}

/** The operators' own webhooks tell of the service as a whole, so more is asked of whoever touches one. */
function requireMayTouch(actor: Actor, project_id: number): void {
  if (project_id === OPERATORS) requireMay(actor, "operators_webhook.change");
}

/** Beginning of an audit entry about a webhook. */
function recordOf(db: D1Database, actor: Actor, { id, project_id }: Webhook, action: Action) {
  requireMayTouch(actor, project_id);
  return permitIn(db, actor, action, project_id, `webhook:${id}`);
}
