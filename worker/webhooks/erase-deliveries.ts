import type { Bindings } from "../env.ts";
import { callQueue } from "../objects/delivery-queue/client.ts";
import type { Erasure } from "../objects/delivery-queue/rpc.ts";
import { webhookIds } from "../storage/webhooks.ts";

/** Deletes deliveries from the queues of a project's webhooks; see `Erasure` for those that still wait. */
export async function eraseDeliveries(bindings: Bindings, project_id: number, erasure: Erasure): Promise<void> {
  for (const id of await webhookIds(bindings.DB, project_id))
    await callQueue(bindings, id, (queue) => queue.erase(erasure));
}
