import * as z from "zod";
import { contactFields, REACHABLE, reachable } from "./contacts.ts";
import { eventTime } from "./event-time.ts";
import { boundedText, integer, whateverInside } from "./fields.ts";
import { MAX_EVENTS_PER_REQUEST, MAX_PAGE_ID, MAX_PERSON_REASON, MAX_PERSON_SUMMARY, MAX_TYPED } from "./limits.ts";
import { HANDLERS } from "./person.ts";
import { END_REASONS, SESSION_STATES } from "./session.ts";

/** Unix milliseconds on the sender's clock, within a day of the server's: shown with the event, never charged by. */
const at = eventTime.optional();
/** Empty only for an `item` that was reported before: that message is deleted. */
const said = z.string().max(MAX_TYPED);
const item = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .describe("Names what was said within the session; the same name again replaces it: a correction.");
const after = z
  .string()
  .min(1)
  .max(64)
  .nullish()
  .describe("The `item` that was said right before; null: it was the first. Without it, it is the last so far.");
const code = z.string().min(1).max(64);
const tokens = integer().nonnegative().max(1_000_000_000).optional();

function nothingIsNamed(event: { text: string; item?: string | undefined }, check: z.RefinementCtx): void {
  if (event.text !== "" || event.item !== undefined) return;
  check.addIssue({ code: "too_small", minimum: 1, origin: "string", inclusive: true, input: "", path: ["text"] });
}

/** What a vendor says that a part of the conversation cost; every number as the vendor counts. */
export const usageNumbers = z.object({
  input_tokens: tokens,
  output_tokens: tokens,
  total_tokens: tokens,
  seconds: z.number().nonnegative().max(1_000_000).optional(),
  details: z
    .record(z.string().min(1).max(96), z.number().nonnegative().max(1_000_000_000_000))
    .refine((numbers) => Object.keys(numbers).length <= 48, {
      error: "At most 48 details are allowed; send fewer",
      ...whateverInside,
    })
    .optional()
    .describe("The vendor's other numbers, by their path, e.g. `input_token_details.audio_tokens`."),
});
export type UsageNumbers = z.infer<typeof usageNumbers>;

/** One event of a running session, as a client reports it. */
export const sessionEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("connected"), at, call_id: z.string().max(256).optional() }),
  z.object({ type: z.literal("heartbeat"), at }),
  z
    .object({
      type: z.literal("user_transcript"),
      at,
      text: said,
      typed: z.boolean().optional().describe("Whether it was typed, not spoken."),
      item,
      after,
    })
    .superRefine(nothingIsNamed, whateverInside),
  z
    .object({
      type: z.literal("agent_transcript"),
      at,
      text: said,
      item,
      after,
      interrupted: z.boolean().optional().describe("The visitor cut it short."),
    })
    .superRefine(nothingIsNamed, whateverInside),
  z.object({ type: z.literal("tool_call"), at, name: z.string().min(1).max(128) }),
  z.object({ type: z.literal("interrupted"), at }),
  z.object({ type: z.literal("error"), at, code, message: z.string().max(1_000).optional() }),
  z.object({
    type: z.literal("feedback"),
    at,
    rating: integer().min(1).max(5),
    text: z.string().max(4_000).optional(),
  }),
  usageNumbers.extend({
    type: z.literal("usage"),
    at,
    id: z.string().min(1).max(128).describe("Of the vendor's response or item: the same one again counts once."),
  }),
  z
    .object({ type: z.literal("contact"), at, ...contactFields })
    .refine(reachable, { error: REACHABLE, path: ["email"], ...whateverInside })
    .describe("What the visitor left to be reached by; only where the agent or the opening hours ask for it."),
  z
    .object({
      type: z.literal("person_requested"),
      at,
      reason: boundedText(MAX_PERSON_REASON).nullish(),
      summary: boundedText(MAX_PERSON_SUMMARY).nullish(),
    })
    .describe("The visitor asks for a person; only where the agent's `person` is on."),
  z
    .object({ type: z.literal("page_left"), at, page_id: z.string().min(1).max(MAX_PAGE_ID).optional() })
    .describe(
      "The visitor goes to another page, which may take the session up within 25 seconds; else it ends as `visitor_left`. `page_id` as in `reconnect`: of a page that another has followed already, it is passed over.",
    ),
  z.object({ type: z.literal("failed"), at, reason: z.string().min(1).max(256) }),
  z.object({ type: z.literal("ended"), at, reason: z.string().max(256).optional() }),
]);
export type SessionEvent = z.infer<typeof sessionEvent>;

const unixTime = integer().nonnegative();
/** What the service itself tells: what the page told the agent, and of a person in the conversation. */
export const SERVICE_EVENTS = [
  "context",
  "person_joined",
  "person_left",
  "person_missed",
  "person_transcript",
  "whisper",
] as const;
const recorded = <Type extends SessionEvent["type"] | (typeof SERVICE_EVENTS)[number], Shape extends z.ZodRawShape>(
  type: Type,
  shape: Shape,
) =>
  z.object({
    type: z.literal(type),
    at: unixTime.nullable().describe("Unix milliseconds by the page's clock, where it told them."),
    received_at: unixTime.describe("Unix milliseconds by the service's clock."),
    ...shape,
  });
const page = z
  .string()
  .optional()
  .describe("The page's address, of the session's first connection or its failure before.");
const utteranceFields = { text: z.string(), item: z.string().optional(), after: z.string().nullish() };

/** The same as the operator reads it: as it was reported, and when it came. `usage` is kept by itself. */
export const recordedEvent = z.discriminatedUnion("type", [
  recorded("connected", { call_id: z.string().optional().describe("The vendor's name of the call."), page }),
  recorded("heartbeat", {}),
  recorded("user_transcript", { ...utteranceFields, typed: z.boolean().optional() }),
  recorded("agent_transcript", { ...utteranceFields, interrupted: z.boolean().optional() }),
  recorded("tool_call", { name: z.string() }),
  recorded("interrupted", {}),
  recorded("error", { code: z.string(), message: z.string().optional() }),
  recorded("feedback", { rating: integer(), text: z.string().optional() }),
  recorded("contact", {
    name: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    message: z.string().optional(),
    consent: z.literal(true),
  }),
  recorded("context", {
    pairs: z.record(z.string(), z.unknown()).describe("What the page told the agent about the visitor, as it started."),
  }),
  recorded("person_requested", { reason: z.string().optional(), summary: z.string().optional() }),
  recorded("person_joined", { name: z.string() }),
  recorded("person_left", { name: z.string() }),
  recorded("person_missed", {}),
  recorded("person_transcript", { name: z.string(), text: z.string(), item: z.string() }),
  recorded("whisper", { name: z.string(), text: z.string() }),
  recorded("page_left", { page_id: z.string().optional() }),
  recorded("failed", { reason: z.string(), page }),
  recorded("ended", { reason: z.string().optional() }),
]);

/** What the service itself writes down of a conversation. */
export type ServiceEvent = { at?: number } & (
  | { type: "context"; pairs: Record<string, unknown> }
  | { type: "person_requested"; reason?: string; summary?: string }
  | { type: "person_joined" | "person_left"; name: string }
  | { type: "person_missed" }
  | { type: "person_transcript"; name: string; text: string; item: string }
  | { type: "user_transcript"; text: string; typed: true; item: string }
  | { type: "whisper"; name: string; text: string }
);
export type RecordedEvent = z.infer<typeof recordedEvent>;

/** Body of `POST /widget/v1/session/{session_id}/events`. */
export const sessionEvents = z.object({ events: z.array(sessionEvent).min(1).max(MAX_EVENTS_PER_REQUEST) });
export type SessionEvents = z.infer<typeof sessionEvents>;

/** Its answer. `remaining_seconds` is what credit and the agent's longest duration still allow. */
export const eventsAccepted = z.object({
  success: z.literal(true),
  accepted: integer(),
  session: z.object({
    status: z.enum(SESSION_STATES),
    remaining_seconds: integer(),
    end_reason: z.enum(END_REASONS).nullable(),
    handled_by: z.enum(HANDLERS).describe("Who talks with the visitor."),
    heartbeat_seconds: integer()
      .optional()
      .describe("How often to report at least, while somebody watches; else every 20 seconds."),
    whispers: z
      .array(z.string())
      .optional()
      .describe("What a person tells the agent and not the visitor: hand it to the agent, show it to nobody."),
  }),
});
export type EventsAccepted = z.infer<typeof eventsAccepted>;

/** The 409 of a session that is over, with the reason. */
export const sessionEnded = z.object({
  detail: z.string(),
  code: z.literal("session_ended"),
  session: z.object({
    status: z.literal("ended"),
    end_reason: z.enum(END_REASONS).nullable(),
    remaining_seconds: z.literal(0),
  }),
});
export type SessionEnded = z.infer<typeof sessionEnded>;
