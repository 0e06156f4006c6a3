import type { Attempt, Delivery, LastFailure } from "../../../shared/webhooks.ts";

/** A webhook as its queue needs it; a higher `version` replaces a lower one. */
export interface Target {
  webhook_id: number;
  /** Whose events it gets: the organization that has its project now. Missing in what older versions stored. */
  org_id?: number | null;
  version: number;
  url: string;
  secret: string;
  active: boolean;
  /** The previous secret, which also signs until `until`, unix milliseconds. Missing in what older versions stored. */
  previous?: { secret: string; until: number } | null;
}

/** One event for one webhook. The same `id` again changes nothing: the first body is sent. */
export interface NewDelivery {
  id: string;
  event: string;
  /** Whose event it is. After the project has moved it still goes to the address of that time. */
  org_id?: number | null;
  /** Deliveries of one session are sent one after the other, in this order. */
  session_id: string | null;
  contact_id: number | null;
  body: string;
  created_at: number;
}

/** A delivery with its body and the attempts that are remembered. */
export interface DeliveryWhole extends Delivery {
  history: Attempt[];
  body: string;
}

/** What is to be deleted. Those named `done_…` are deleted only if they no longer wait to be sent. */
export interface Erasure {
  session_ids?: string[];
  done_session_ids?: string[];
  contact_ids?: number[];
  /** Those made before this instant; unix milliseconds. */
  done_before?: number;
}

/** What the queue reports about its webhook. */
interface WebhookFailures {
  webhook_id: number;
  version: number;
  /** Whether it was switched off because of these failures. */
  switched_off: boolean;
  last_failure: LastFailure;
}
/** Writes them to D1; injected by `worker/index.ts`, since objects never import storage. */
export type ReportFailures = (failures: WebhookFailures) => Promise<void>;

/** Sends one delivery; injected as well. `now` is in unix milliseconds. */
export type Post = (target: Target, delivery: Pick<NewDelivery, "id" | "body">, now: number) => Promise<PostResult>;
export interface PostResult {
  /** The receiver's status, `null` if it did not answer. */
  status: number | null;
  /** Why it was not accepted, in plain words; `null` if it was accepted. */
  detail: string | null;
  /** Whether another attempt would be useless. */
  final: boolean;
  /** How long the receiver asks to be left alone, seconds. */
  retry_after?: number;
}

/** RPC of the object that holds one webhook's deliveries. Its name is the webhook's id in decimal. */
export interface DeliveryQueueRpc {
  /** Stores and sends new deliveries. */
  enqueue(target: Target, deliveries: NewDelivery[]): void;
  configure(target: Target): void;
  /** Newest first, below `before`. @param own as of this target: only what is its own organization's */
  list(before: number | null, limit: number, own?: Target | null): { items: Delivery[]; next: number | null };
  /** `null` where there is none. @param own as for `list` */
  read(id: string, own?: Target | null): DeliveryWhole | null;
  /** Sends it again with the same id and body, and a full series of attempts. */
  replay(target: Target, id: string): Promise<Delivery | null>;
  /** Sends it once and returns the result. */
  sendOnce(target: Target, delivery: NewDelivery): Promise<Delivery>;
  erase(erasure: Erasure): Promise<number>;
  /** The webhook is deleted: deletes everything that waits for it. */
  drop(): Promise<void>;
  counts(): { pending: number; failed: number };
  /** The first failure since the last success, unix milliseconds; `null` where the receiver takes what it is sent. */
  failingSince(): number | null;
  /** When the first delivery after `at` was accepted, of the newest that were; unix milliseconds, `null` where none was. */
  acceptedAfter(at: number): number | null;
}
