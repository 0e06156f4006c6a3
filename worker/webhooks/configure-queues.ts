import type { Bindings } from "../env.ts";
import { callQueue } from "../objects/delivery-queue/client.ts";
import { targetOf, webhooksOf } from "../storage/webhooks.ts";

/** Tells the queues of a project's webhooks how these are now, and whose. */
export async function configureQueues(bindings: Bindings, project_id: number): Promise<void> {
  for (const webhook of await webhooksOf(bindings.DB, project_id))
    await callQueue(bindings, webhook.id, (queue) => queue.configure(targetOf(webhook)));
}
