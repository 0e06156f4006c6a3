import * as z from "zod";
import { id, integer, withShownFields } from "./fields.ts";
import { LENGTHS } from "./text-lengths.ts";
import { OPERATOR_EVENT_NAMES, WEBHOOK_EVENT_NAMES } from "./webhook-events.ts";

/** Webhooks of a project: what is told to whom, and what became of it. Times are unix milliseconds. */

export const WEBHOOK_EVENTS = WEBHOOK_EVENT_NAMES.map(([name]) => name);
/** Of the service as a whole, for its operators. */
export const OPERATOR_EVENTS = OPERATOR_EVENT_NAMES.map(([name]) => name);
const ALL_EVENTS = [...WEBHOOK_EVENTS, ...OPERATOR_EVENTS];

const url = z.string().trim().min(1).max(LENGTHS.url).describe("A public https address; no redirect is followed.");
const listOf = <Name extends string>(names: readonly Name[]) =>
  z
    .array(z.enum(names))
    .min(1)
    .max(20)
    .transform((list) => [...new Set(list)]);
const events = listOf(WEBHOOK_EVENTS);

export const webhookCreate = z.strictObject({
  url,
  events,
  include_transcript: z.boolean().optional().describe("Whether `session.ended` carries the transcript itself."),
  active: z.boolean().optional(),
});
/** A webhook of the operators themselves. */
export const operatorWebhookCreate = z.strictObject({
  url,
  events: listOf(OPERATOR_EVENTS),
  active: z.boolean().optional(),
});
export const webhookPatch = withShownFields(webhookCreate.extend({ events: listOf(ALL_EVENTS) }).partial(), [
  "id",
  "project_id",
  "created_at",
  "last_failure",
  "previous_secret_until",
]);

const at = integer().nonnegative();

/** Why a try failed; `status` is the receiver's, `null` where it did not answer. */
export const failure = z.object({ at, status: integer().nullable(), detail: z.string() });
const lastFailure = failure.extend({
  recovered_at: at.optional().describe("When a delivery was accepted after it; left out while none was."),
});
export type LastFailure = z.infer<typeof lastFailure>;

export const webhook = z.object({
  id,
  project_id: id.nullable().describe("`null` for one of the operators themselves."),
  url: z.string(),
  events: z.array(z.enum(ALL_EVENTS)),
  include_transcript: z.boolean(),
  active: z.boolean().describe("The service itself switches it off after a 410, or after three days of failures."),
  created_at: at,
  last_failure: lastFailure.nullable(),
  previous_secret_until: at
    .nullable()
    .describe("Until then the secret before the last rotation signs as well; `null` where one secret signs."),
});
export const webhookCreated = webhook.extend({
  secret: z.string().describe("Signs every delivery, as Standard Webhooks says. Shown this once."),
});

const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const attempt = z.object({
  at,
  status: integer().nullable().describe("What the receiver answered, `null` where it did not."),
  detail: z.string().nullable(),
  ms: integer().nonnegative(),
});
export type Attempt = z.infer<typeof attempt>;

/** A delivery: one event for one webhook. Its id is the `webhook-id` of every try. */
export const delivery = z.object({
  id: z.string(),
  webhook_id: id,
  event: z.string(),
  session_id: z.string().nullable(),
  status: z.enum(DELIVERY_STATES),
  attempts: integer().nonnegative(),
  last_attempt: attempt.nullable(),
  next_attempt_at: at.nullable(),
  created_at: at,
});
export type Delivery = z.infer<typeof delivery>;

export const deliveryShown = delivery.extend({
  history: z.array(attempt).describe("The newest tries, the oldest of them first."),
  body: z.unknown().describe("What is sent: `{type, timestamp, data}`."),
});
