import type { WebhookEvent } from "../../shared/webhook-events.ts";
import type { WebhookPayload } from "../../shared/webhook-payloads.ts";
import type { Bindings } from "../env.ts";
import { callQueue } from "../objects/delivery-queue/client.ts";
import type { NewDelivery } from "../objects/delivery-queue/rpc.ts";
import { packs } from "../packs.ts";
import { activeWebhooks, targetOf, type Webhook } from "../storage/webhooks.ts";
import { deliveryId, eventBody } from "./delivery.ts";

interface EventInput<Event extends WebhookEvent> {
  event: Event;
  project_id: number;
  /** Whose it is: the organization that paid for the session. Another that has the project by now gets none of it. */
  org_id: number | null;
  /** Unique among events of its kind: each webhook gets the event under one id, however often it is enqueued. */
  name: string;
  session_id: string | null;
  contact_id: number | null;
  at: number;
  data: (webhook: Webhook) => WebhookPayload<Event>;
}
/** An event, before it is known which webhooks want it. */
export type WebhookEventInput = { [Event in WebhookEvent]: EventInput<Event> }[WebhookEvent];

/** Characters of bodies in one call of a queue. */
const MOST_AT_ONCE = 4_000_000;

/** Projects whose webhooks' queues failed, each with an error. Their events are to be enqueued again. */
export type FailedProjects = Map<number, unknown>;

/** @throws what one project's queue threw */
export function throwFirst(failed: ReadonlyMap<unknown, unknown>): void {
  for (const error of failed.values()) throw error;
}

/**
 * Puts each event into the queue of every webhook that wants it. An event that is already there changes nothing, and one
 * queue that fails stops no other.
 */
export async function enqueueWebhookEvents(
  bindings: Bindings,
  events: WebhookEventInput[],
  known?: Webhook[],
): Promise<FailedProjects> {
  const failed: FailedProjects = new Map();
  if (events.length === 0) return failed;
  const projects = [...new Set(events.map(({ project_id }) => project_id))];
  const webhooks = known ?? (await activeWebhooks(bindings.DB, projects));
  await Promise.all(
    webhooks.map((webhook) =>
      enqueueFor(bindings, webhook, events).catch((error) => failed.set(webhook.project_id, error)),
    ),
  );
  return failed;
}

async function enqueueFor(bindings: Bindings, webhook: Webhook, events: WebhookEventInput[]): Promise<void> {
  const wanted = events.filter(
    ({ project_id, event }) => project_id === webhook.project_id && webhook.events.includes(event),
  );
  const deliveries = await Promise.all(wanted.map((one) => deliveryOf(webhook, one)));
  for (const pack of packs(deliveries, ({ body }) => body.length, MOST_AT_ONCE))
    await callQueue(bindings, webhook.id, (queue) => queue.enqueue(targetOf(webhook), pack));
}

async function deliveryOf(webhook: Webhook, one: WebhookEventInput): Promise<NewDelivery> {
  const { event, org_id, name, session_id, contact_id, at } = one;
  return {
    id: await deliveryId(webhook.id, `${event}:${name}`),
    event,
    org_id,
    session_id,
    contact_id,
    body: eventBody(event, at, one.data(webhook)),
    created_at: at,
  };
}
