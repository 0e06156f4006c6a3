import type { Bindings } from "../../env.ts";
import { callObject, type ObjectStub } from "../call-object.ts";
import type { DeliveryQueueRpc } from "./rpc.ts";

type DeliveryQueueStub = ObjectStub<DeliveryQueueRpc>;

/** Calls a webhook's queue; all of its methods are safe to repeat. */
export const callQueue = <T>(
  bindings: Bindings,
  webhook_id: number,
  call: (queue: DeliveryQueueStub) => Promise<T>,
): Promise<T> =>
  callObject(() => bindings.DELIVERY_QUEUE.getByName(String(webhook_id)) as unknown as DeliveryQueueStub, call);
