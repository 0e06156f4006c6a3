import type { DeliveryQueueRpc } from "./rpc.ts";

/** The object as it is called from outside: every answer is a copy that comes later. */
export type DeliveryQueueStub = {
  [Call in keyof DeliveryQueueRpc]: (
    ...args: Parameters<DeliveryQueueRpc[Call]>
  ) => Promise<Awaited<ReturnType<DeliveryQueueRpc[Call]>>>;
};

export interface DeliveryQueues {
  DELIVERY_QUEUE: { getByName(name: string): unknown };
}

const queueOf = ({ DELIVERY_QUEUE }: DeliveryQueues, webhook_id: number) =>
  DELIVERY_QUEUE.getByName(String(webhook_id)) as DeliveryQueueStub;

/** Asks a webhook's queue. Its calls are safe to repeat, so one that broke on the way is made once more. */
export async function callQueue<T>(
  queues: DeliveryQueues,
  webhook_id: number,
  ask: (queue: DeliveryQueueStub) => Promise<T>,
): Promise<T> {
  try {
    return await ask(queueOf(queues, webhook_id));
  } catch (error) {
    const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
    if (!retryable || overloaded) throw error;
    return ask(queueOf(queues, webhook_id));
  }
}
