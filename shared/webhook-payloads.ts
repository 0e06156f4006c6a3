import * as z from "zod";
import { analysisResult } from "./analysis.ts";
import { contactLeft } from "./contacts.ts";
import { id, integer } from "./fields.ts";
import { END_REASONS } from "./session.ts";
import type { TEST_EVENT_NAME, WebhookEvent } from "./webhook-events.ts";

/** What each kind of event carries as `data`; the description says when it is sent. Times are unix milliseconds. */

const at = integer().nonnegative();

const conversation = { session_id: z.string(), project_id: id, agent_id: id, agent_name: z.string() };
const request = {
  ...conversation,
  reason: z.string().nullable(),
  summary: z.string().nullable(),
  page: z.string().nullable(),
};
const links = z.object({ session: z.url(), transcript: z.url() }).describe("They need an operator's token.");
const alert = z.object({ kind: z.string(), detail: z.string(), raised_at: at });

export const WEBHOOK_PAYLOADS = {
  "session.ended": z
    .object({
      ...conversation,
      reason: z.enum(END_REASONS).nullable(),
      started_at: at,
      connected_at: at.nullable(),
      ended_at: at,
      seconds: integer().nonnegative(),
      charged: integer().nonnegative().describe("Credits."),
      rating: integer().nullable(),
      usage: z.object({
        input_tokens: integer(),
        output_tokens: integer(),
        total_tokens: integer(),
        seconds: z.number(),
      }),
      contact_id: id.nullable(),
      links,
      transcript: z
        .array(z.object({ role: z.enum(["user", "agent", "person"]), name: z.string().optional(), text: z.string() }))
        .optional()
        .describe("With `include_transcript`."),
      transcript_truncated: z.boolean().optional().describe("Its beginning was cut off: it was too long."),
    })
    .describe("a conversation has ended"),
  "session.analyzed": z
    .object({ ...conversation, ...analysisResult.shape, links })
    .describe("a model has read it ([analysis](contacts-and-hours.md#analysis))"),
  "contact.created": z
    .object({ contact_id: id, project_id: id, ...contactLeft.shape })
    .describe("a visitor left a contact; `id` is `contact_id` again"),
  "person.requested": z
    .object({
      ...request,
      requested_at: at,
      wait_until: at,
      lines: z
        .array(z.object({ role: z.enum(["user", "agent", "person"]), text: z.string(), at }))
        .describe("The last ten."),
      links: z.object({ inbox: z.url(), session: z.url() }).describe("They need an operator's sign-in or token."),
    })
    .describe("a visitor asks for a person; answer by [the plain calls](people.md#another-help-desk)"),
  "person.joined": z
    .object({ ...request, person: z.object({ name: z.string() }), waited_seconds: integer().nonnegative() })
    .describe("a person has taken the conversation over"),
  "person.missed": z
    .object({ ...request, waited_seconds: integer().nonnegative() })
    .describe("nobody came; the agent has gone on"),
  "credit.low": z
    .object({ project_id: id, org_id: id, balance: integer(), last_grant: integer() })
    .describe("the balance fell below a fifth of the last grant, once a grant"),
  "cap.reached": z
    .object({
      project_id: id,
      org_id: id,
      scope: z.enum(["project", "key", "channel"]),
      id,
      cap: z.enum(["daily_credit_cap", "daily_session_cap"]),
      limit: integer().nonnegative(),
      used: integer().nonnegative(),
      day: z.iso.date(),
      reopens_at: at,
    })
    .describe("a daily cap is used up, once a day"),
  "alert.raised": alert.describe("something is wrong with the service; to the operators' webhooks alone"),
  "alert.resolved": alert.extend({ resolved_at: at }).describe("it is over; to the operators' webhooks alone"),
  "webhook.test": z
    .object({
      webhook_id: id,
      project_id: integer().nonnegative().describe("0 for a webhook of the operators themselves."),
      message: z.string(),
    })
    .describe("somebody tests the webhook"),
} satisfies Record<WebhookEvent | (typeof TEST_EVENT_NAME)[0], z.ZodObject>;

export type WebhookPayload<Event extends keyof typeof WEBHOOK_PAYLOADS> = z.infer<(typeof WEBHOOK_PAYLOADS)[Event]>;

/** The body of each kind of event. */
export const webhookBodies = Object.entries(WEBHOOK_PAYLOADS).map(([event, data]) => ({
  event,
  body: z.object({ type: z.literal(event), timestamp: z.iso.datetime(), data }),
}));
