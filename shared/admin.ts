import * as z from "zod";
import { analysisPlan } from "./analysis.ts";
import { capFields } from "./caps.ts";
import { widgetConfigPatch } from "./config.ts";
import { collectContact } from "./contacts.ts";
import { id, integer, requiredText, within, withShownFields } from "./fields.ts";
import { PERMISSIONS } from "./keys.ts";
import { starters } from "./knowledge.ts";
import { DEFAULT_CREDITS_PER_MINUTE } from "./limits.ts";
import { openingHours } from "./opening-hours.ts";
import { personPlan } from "./person.ts";
import { PROVIDERS } from "./providers.ts";
import { RANGES } from "./ranges.ts";
import { speechFields } from "./speech-settings.ts";
import { LENGTHS } from "./text-lengths.ts";
import { tool } from "./tools.ts";

/** Bodies of the operator API. A PATCH takes the same fields, all optional; a field left out stays as it is. */

const planFeatures = z.strictObject({
  external_provider: z.boolean().default(false),
  memory: z.boolean().default(false),
  tools: z.boolean().default(false),
});
export type PlanFeatures = z.infer<typeof planFeatures>;
const PLAN_FEATURES = ["external_provider", "memory", "tools"] as const;
export type PlanFeature = (typeof PLAN_FEATURES)[number];

const rate = within(RANGES.creditsPerMinute).default(DEFAULT_CREDITS_PER_MINUTE);
const rates = z.strictObject({ provider_a: rate, provider_b: rate, provider_x: rate });
export type Rates = z.infer<typeof rates>;

export const organizationCreate = z.strictObject({
  name: requiredText(LENGTHS.name),
  subscription: z.enum(["active", "none"]).default("active"),
  voice_lines: within(RANGES.voiceLines).default(5),
  features: planFeatures.default(planFeatures.parse({})),
  credits_per_minute: rates.default(rates.parse({})),
});
export type OrganizationCreate = z.infer<typeof organizationCreate>;

const unprefixed = <T extends z.ZodRawShape>(shape: T) =>
  Object.fromEntries(
    Object.entries(shape).map(([key, field]) => [
      key,
      field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? field.unwrap() : field,
    ]),
  ) as Record<string, z.ZodType>;

const organizationChange = z.strictObject({
  name: requiredText(LENGTHS.name).optional(),
  subscription: z.enum(["active", "none"]).optional(),
  voice_lines: within(RANGES.voiceLines).optional(),
  features: z.strictObject(unprefixed(planFeatures.shape)).partial().optional(),
  credits_per_minute: z.strictObject(unprefixed(rates.shape)).partial().optional(),
});

export const organizationPatch = withShownFields(organizationChange, ["id", "created_at", "credit", "lines"]);

/** `amount` in credits: positive grants, negative corrects. */
export const creditGrant = z.strictObject({
  amount: within({ min: -RANGES.credits.max, max: RANGES.credits.max }).refine(
    (value) => value !== 0,
    "Give an amount other than 0",
  ),
  note: z.string().max(LENGTHS.note).nullish(),
});

export const projectCreate = z.strictObject({
  org_id: id.nullish(),
  name: requiredText(LENGTHS.name),
  widget_config: widgetConfigPatch.optional(),
  hours: openingHours.nullish().describe("`null` takes them away: always open."),
  retention_days: within(RANGES.retentionDays)
    .optional()
    .describe("Days that conversations are kept; 0 keeps nothing but the ledger."),
  ...capFields,
});
export type ProjectCreate = z.output<typeof projectCreate>;
export const projectPatch = withShownFields(projectCreate.partial(), ["id", "created_at"]);

export const agentFields = {
  name: requiredText(LENGTHS.name),
  description: z.string().max(LENGTHS.agentDescription).nullish(),
  initial_message: z.string().max(LENGTHS.greeting).nullish(),
  provider: z.enum(PROVIDERS),
  instructions: z.string().max(LENGTHS.instructions).nullish(),
  voice: z.string().max(LENGTHS.vendorName).nullish(),
  model: z.string().max(LENGTHS.vendorName).nullish(),
  extprovider_convai_agent_id: z.string().trim().min(1).max(LENGTHS.vendorName).nullish(),
  active: z.boolean().optional(),
  memory: z.boolean().optional(),
  max_duration_seconds: within(RANGES.durationSeconds).nullish(),
  tools: z.array(tool).max(64).optional(),
  knowledge: z.boolean().optional(),
  starters: starters.nullish(),
  collect_contact: collectContact.nullish().describe("The contact form that the agent may show."),
  analysis: analysisPlan.nullish().describe("What a model reads out of an ended conversation, besides a summary."),
  person: personPlan.nullish().describe("Whether visitors may talk to a person; `null` takes it away."),
  ...speechFields,
};
export const agentCreate = z.strictObject({ project_id: id, ...agentFields });
export const agentPatch = withShownFields(z.strictObject(agentFields).partial(), ["id", "project_id", "created_at"]);
export type AgentCreate = z.infer<typeof agentCreate>;
export type AgentPatch = z.infer<typeof agentPatch>;

const limit = within(RANGES.requests);
export const keyCreate = z.strictObject({
  name: requiredText(LENGTHS.name),
  allowed_domains: z.array(z.string().max(LENGTHS.domain)).max(100).default([]),
  permissions: z.array(z.enum(PERMISSIONS)).min(1).optional(),
  minute_limit: limit.optional(),
  day_limit: limit.optional(),
  ...capFields,
});
/** A key keeps what it may do and from where; what it may use can be changed. */
export const keyPatch = withShownFields(z.strictObject({ name: requiredText(LENGTHS.name).optional(), ...capFields }), [
  ...["id", "project_id", "display", "channel_id", "agent_id", "permissions", "allowed_domains", "minute_limit"],
  ...["day_limit", "created_at", "revoked_at", "last_used_at", "last_used_origin", "derived", "expires_at"],
]);

const visitorSessions = {
  visitor_sessions: within(RANGES.visitorSessions)
    .nullish()
    .describe("Sessions that one visitor (address, IPv6 /64) may have at a time; `null` is any number."),
};
export const channelCreate = z.strictObject({
  name: requiredText(LENGTHS.name),
  agent_id: id,
  allowed_domains: z.array(z.string().max(LENGTHS.domain)).max(100).default([]),
  minute_limit: limit.optional(),
  day_limit: limit.optional(),
  ...visitorSessions,
  ...capFields,
});
export const channelPatch = withShownFields(
  z.strictObject({
    name: requiredText(LENGTHS.name).optional(),
    agent_id: id.optional(),
    active: z.boolean().optional(),
    allowed_domains: z
      .array(z.string().max(LENGTHS.domain))
      .max(100)
      .optional()
      .describe("Of its script: a new list is a new key, and pages that load the script afterwards have it."),
    keep_old_seconds: integer()
      .min(0)
      .max(3_600)
      .optional()
      .describe("How long the script's key before still works, with the domains that it had; 0 unless given."),
    ...visitorSessions,
    ...capFields,
  }),
  ["id", "project_id", "key_id", "public_id", "snippet", "created_at"],
);
/** Body of a new key, in the old one's place or beside it. Left out: the domains of the channel's present key. */
export const channelRegenerate = z.strictObject({
  allowed_domains: z.array(z.string().max(LENGTHS.domain)).max(100).optional(),
});

export const tokenCreate = z.strictObject({ name: requiredText(LENGTHS.name).optional() });
