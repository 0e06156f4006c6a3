import * as z from "zod";
import { agentCreate, channelCreate } from "./admin.ts";
import { id, integer, requiredText, within } from "./fields.ts";
import { PROVIDERS } from "./providers.ts";
import { RANGES } from "./ranges.ts";
import { LENGTHS } from "./text-lengths.ts";

/** A whole site in one request, and how far it is from its first call. */

const { name, instructions, initial_message, voice } = agentCreate.shape;
const { visitor_sessions } = channelCreate.shape;

export const siteCreate = z.strictObject({
  name: requiredText(LENGTHS.name).describe("Its project, its channel and a new organization are named so."),
  org_id: id.optional().describe("Who pays; left out, a new organization, or the token's own."),
  credit: within(RANGES.credits)
    .default(0)
    .describe("Credits that the organization is granted. Only the operator grants."),
  allowed_domains: z.array(z.string().max(LENGTHS.domain)).max(100).default([]),
  visitor_sessions,
  agent: z.strictObject({
    name,
    instructions,
    initial_message,
    voice,
    provider: z.enum(PROVIDERS).default("provider_a"),
  }),
});
export type SiteCreate = z.output<typeof siteCreate>;

/** The key and the tag to paste into a page, shown once. */
export const siteCreated = z.object({
  org_id: id,
  project_id: id,
  agent_id: id,
  channel_id: id,
  key_id: id,
  key: z.string(),
  public_id: z.string(),
  snippet: z.string(),
});

/** A key for test calls from the console; the same one each time. */
export const testKey = z.object({ agent_id: id, key: z.string() });

/** Whether the organization could pay for a call now, or why not. */
const PAYMENT_STATES = ["ready", "no_organization", "no_subscription", "no_lines", "no_credit"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

const at = integer().nonnegative();

const unreachable_agents = z
  .array(z.object({ id, name: z.string(), detail: z.string() }))
  .describe("Active agents whose vendor is not configured, and what is missing.");

/** A site, and what its visitors' calls of one UTC day came to. */
export const siteDay = z.object({
  project_id: id,
  name: z.string(),
  org_id: id.nullable(),
  org_name: z.string().nullable(),
  calls: integer().describe("That visitors began on that day."),
  test_calls: integer().describe("From the console; they count nowhere else here but in `week_credits`."),
  connected: integer(),
  failed: integer(),
  seconds: integer().describe("Of the calls that have ended."),
  ratings: integer().describe("How many were rated."),
  rating_sum: integer().describe("The ratings, 1 to 5, added up."),
  running: integer().describe("Calls that run now, test calls too."),
  week_credits: integer().describe("Charged for the calls that began in the last seven days."),
  unreachable_agents,
});
export type SiteDay = z.infer<typeof siteDay>;

/** What a site still needs. Times are unix milliseconds. */
export const siteSetup = z.object({
  payment: z.enum(PAYMENT_STATES),
  active_agents: integer().describe("How many agents visitors can talk to."),
  unreachable_agents,
  key: z
    .object({
      channel_id: id.nullable(),
      allowed_domains: z.array(z.string()),
      last_used_at: at.nullable().describe("Beginning of the hour of the last use."),
      last_used_origin: z.string().nullable(),
    })
    .nullable()
    .describe("Of the keys that start calls from pages, the one that was used last."),
  first_call_at: at.nullable().describe("When the first visitor's call connected. Test calls do not count."),
});
export type SiteSetup = z.infer<typeof siteSetup>;
