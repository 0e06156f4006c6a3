import type { Delivery } from "../../shared/webhooks.ts";
import type { Bindings } from "../env.ts";
import { callQueue } from "../objects/delivery-queue/client.ts";
import type { DeliveryWhole } from "../objects/delivery-queue/rpc.ts";
import { deliveryId, eventBody, webhookOfDelivery } from "../sessions/webhook-events.ts";
import { findWebhook, targetOf, type Webhook } from "../storage/webhooks.ts";

/** 256 bits, as Standard Webhooks wants them written. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** The queue hears of a change before its operator's answer, so that nothing goes to the old address after it. */
export const tellQueue = (bindings: Bindings, webhook: Webhook): Promise<void> =>
  callQueue(bindings, webhook.id, (queue) => queue.configure(targetOf(webhook)));

export const dropQueue = (bindings: Bindings, webhook_id: number): Promise<void> =>
  callQueue(bindings, webhook_id, (queue) => queue.drop());

/** Sends an event of no meaning, once, and waits for what comes of it. */
export async function testWebhook(bindings: Bindings, webhook: Webhook): Promise<Delivery> {
  const now = Date.now();
  const data = { webhook_id: webhook.id, project_id: webhook.project_id, message: "This is a test." };
  const id = await deliveryId(webhook.id, `test:${crypto.randomUUID()}`);
  const body = eventBody("webhook.test", now, data);
  const delivery = { id, event: "webhook.test", session_id: null, contact_id: null, body, created_at: now };
  return callQueue(bindings, webhook.id, (queue) => queue.sendOnce(targetOf(webhook), delivery));
}

/** A delivery and its webhook, if the caller may see them. */
export async function findDelivery(
  bindings: Bindings,
  id: string,
  scope: number | null,
): Promise<{ webhook: Webhook; delivery: DeliveryWhole } | null> {
  const webhook_id = webhookOfDelivery(id);
  const webhook = webhook_id === null ? null : await findWebhook(bindings.DB, webhook_id, scope);
  if (!webhook) return null;
  const delivery = await callQueue(bindings, webhook.id, (queue) => queue.read(id));
  return delivery && { webhook, delivery };
}

export const replayDelivery = (bindings: Bindings, webhook: Webhook, id: string): Promise<Delivery | null> =>
  callQueue(bindings, webhook.id, (queue) => queue.replay(targetOf(webhook), id));

export const listDeliveries = (bindings: Bindings, webhook: Webhook, before: number | null, limit: number) =>
  callQueue(bindings, webhook.id, (queue) => queue.list(before, limit));
