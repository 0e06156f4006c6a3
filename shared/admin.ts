// Long: the shapes of all calls of operators; each has a few lines and refers to those around it.

import * as z from "zod";
import { analysis, analysisPlan } from "./analysis.ts";
import { capFields, capsShown } from "./caps.ts";
import { widgetConfigPatch } from "./config.ts";
import { collectContact, contact } from "./contacts.ts";
import { recordedEvent, usageNumbers } from "./events.ts";
import { id, integer, jsonObject, requiredText, withShownFields } from "./fields.ts";
import { PERMISSIONS } from "./keys.ts";
import { starters } from "./knowledge.ts";
import { DEFAULT_CREDITS_PER_MINUTE, MAX_VISITOR_SESSIONS } from "./limits.ts";
import { openingHours } from "./opening-hours.ts";
import { PROVIDERS } from "./providers.ts";
import { END_REASONS, SESSION_STATES } from "./session.ts";
import { speechFields, speechSettings } from "./speech-settings.ts";
import { LENGTHS } from "./text-lengths.ts";
import { tool, toolOutcome } from "./tools.ts";

/** Bodies of the operator API. A PATCH takes the same fields, all optional; a field left out stays as it is. */

const planFeatures = z.strictObject({
  external_provider: z.boolean().default(false),
  memory: z.boolean().default(false),
  tools: z.boolean().default(false),
});
export type PlanFeatures = z.infer<typeof planFeatures>;
const PLAN_FEATURES = ["external_provider", "memory", "tools"] as const;
export type PlanFeature = (typeof PLAN_FEATURES)[number];

const rate = integer().min(0).max(1_000_000).default(DEFAULT_CREDITS_PER_MINUTE);
const rates = z.strictObject({ provider_a: rate, provider_b: rate, provider_x: rate });
export type Rates = z.infer<typeof rates>;

export const organizationCreate = z.strictObject({
  name: requiredText(LENGTHS.name),
  subscription: z.enum(["active", "none"]).default("active"),
  voice_lines: integer().min(0).max(10_000).default(5),
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
  voice_lines: integer().min(0).max(10_000).optional(),
  features: z.strictObject(unprefixed(planFeatures.shape)).partial().optional(),
  credits_per_minute: z.strictObject(unprefixed(rates.shape)).partial().optional(),
});

export const organizationPatch = withShownFields(organizationChange, ["id", "created_at", "credit", "lines"]);

/** `amount` in credits: positive grants, negative corrects. */
export const creditGrant = z.strictObject({
  amount: integer()
    .min(-1_000_000_000_000)
    .max(1_000_000_000_000)
    .refine((value) => value !== 0, "Give an amount other than 0"),
  note: z.string().max(LENGTHS.note).nullish(),
});

export const projectCreate = z.strictObject({
  org_id: id.nullish(),
  name: requiredText(LENGTHS.name),
  widget_config: widgetConfigPatch.optional(),
  hours: openingHours.nullish().describe("`null` takes them away: always open."),
  retention_days: integer()
    .min(0)
    .max(3_650)
    .optional()
    .describe("Days that conversations are kept; 0 keeps nothing but the ledger."),
  ...capFields,
});
export type ProjectCreate = z.output<typeof projectCreate>;
export const projectPatch = withShownFields(projectCreate.partial(), ["id", "created_at"]);

const agentFields = {
  name: requiredText(LENGTHS.name),
  description: z.string().max(LENGTHS.agentDescription).nullish(),
  initial_message: z.string().max(LENGTHS.initialMessage).nullish(),
  provider: z.enum(PROVIDERS),
  instructions: z.string().max(LENGTHS.instructions).nullish(),
  voice: z.string().max(LENGTHS.vendorName).nullish(),
  model: z.string().max(LENGTHS.vendorName).nullish(),
  extprovider_convai_agent_id: z.string().trim().min(1).max(LENGTHS.vendorName).nullish(),
  active: z.boolean().optional(),
  memory: z.boolean().optional(),
  max_duration_seconds: integer().min(10).max(86_400).nullish(),
  tools: z.array(tool).max(64).optional(),
  knowledge: z.boolean().optional(),
  starters: starters.nullish(),
  collect_contact: collectContact.nullish().describe("The contact form that the agent may show."),
  analysis: analysisPlan.nullish().describe("What a model reads out of an ended conversation, besides a summary."),
  ...speechFields,
};
export const agentCreate = z.strictObject({ project_id: id, ...agentFields });
export const agentPatch = withShownFields(z.strictObject(agentFields).partial(), ["id", "project_id", "created_at"]);
export type AgentCreate = z.infer<typeof agentCreate>;
export type AgentPatch = z.infer<typeof agentPatch>;

const limit = integer().min(1).max(1_000_000_000);
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
  visitor_sessions: integer()
    .min(1)
    .max(MAX_VISITOR_SESSIONS)
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

/** Kinds of ledger entries; `amount` is signed, in credits. */
const LEDGER_KINDS = ["grant", "charge", "correction"] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/**
 * Answers of the operator API. Times are unix milliseconds. No answer holds a secret, except the one that is named so
 * (`key`, `token`, `secret`) in the answer that makes it.
 */

const at = integer().nonnegative();
const subscription = z.enum(["active", "none"]);

/** A page of a list; `next_cursor` goes into `?cursor=` for the next one, `null` ends it. */
export const list = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });

export const credit = z.object({ balance: integer(), reserved: integer(), available: integer() });

export const organizationListed = z.object({
  id,
  name: z.string(),
  subscription,
  voice_lines: integer(),
  features: z.object({ external_provider: z.boolean(), memory: z.boolean(), tools: z.boolean() }),
  credits_per_minute: z.object({ provider_a: integer(), provider_b: integer(), provider_x: integer() }),
  created_at: at,
});
export const organization = organizationListed.extend({
  credit,
  lines: z.object({ total: integer(), in_use: integer() }),
});
export type Organization = z.infer<typeof organization>;

/** Answer of `POST /organizations/{id}/credits`. */
export const creditAnswer = z.object({ credit });

export const ledgerEntry = z.object({
  id,
  amount: integer(),
  kind: z.enum(LEDGER_KINDS),
  session_id: z.string().nullable(),
  note: z.string().nullable(),
  at,
});

export const orgToken = z.object({
  id,
  org_id: id,
  name: z.string().nullable(),
  /** The token that made it, `null` for one of the operator's; it is revoked with that one. */
  made_by: id.nullable(),
  created_at: at,
  revoked_at: at.nullable(),
});
export const orgTokenCreated = orgToken.extend({ token: z.string() });

/** `widget_config` holds only what the owner set. */
export const project = z.object({
  id,
  org_id: id.nullable(),
  name: z.string(),
  widget_config: widgetConfigPatch,
  hours: openingHours.nullable(),
  retention_days: integer(),
  ...capsShown,
  created_at: at,
});
export const identitySecret = z.object({ secret: z.string() });

/** A tool as it may be shown: whether it has a secret, never which. */
export const toolShown = z.object({
  name: z.string(),
  description: z.string(),
  parameters: jsonObject,
  kind: z.enum(["client", "webhook"]),
  url: z.string().nullable(),
  has_secret: z.boolean(),
  secret: z.string().optional().describe("Only in the answer that made it: keep it now."),
});
export const agent = z.object({
  id,
  project_id: id,
  name: z.string(),
  description: z.string().nullable(),
  initial_message: z.string().nullable(),
  provider: z.enum(PROVIDERS),
  instructions: z.string().nullable(),
  voice: z.string().nullable(),
  model: z.string().nullable(),
  extprovider_convai_agent_id: z.string().nullable(),
  active: z.boolean(),
  memory: z.boolean(),
  max_duration_seconds: integer().nullable(),
  tools: z.array(toolShown),
  knowledge: z.boolean(),
  starters,
  collect_contact: collectContact.nullable(),
  analysis: analysisPlan.nullable(),
  ...speechSettings.shape,
  created_at: at,
});

/** A key as it may be shown: its first characters in `display`, never the whole. */
export const apiKey = z.object({
  id,
  project_id: id,
  name: z.string(),
  display: z.string(),
  channel_id: id.nullable(),
  agent_id: id.nullable(),
  permissions: z.array(z.enum(PERMISSIONS)),
  allowed_domains: z.array(z.string()),
  minute_limit: integer(),
  day_limit: integer(),
  ...capsShown,
  created_at: at,
  revoked_at: at.nullable(),
  /** Beginning of the hour of the last use, and the `Origin` of a request of that hour. */
  last_used_at: at.nullable(),
  last_used_origin: z.string().nullable(),
  expires_at: at.nullable().describe("When it ends although nobody revokes it."),
  derived: z.boolean().describe("Whether it is the key of a channel's script."),
});
export const apiKeyCreated = apiKey.extend({ key: z.string() });

export const channel = z.object({
  id,
  project_id: id,
  name: z.string(),
  agent_id: id,
  /** The newest key that works; others may work beside it. */
  key_id: id.nullable(),
  /** A paused channel's keys are refused. */
  active: z.boolean(),
  visitor_sessions: integer().nullable(),
  public_id: z.string().describe("Names it in the address of its script."),
  allowed_domains: z.array(z.string()).describe("Where its script works; none is everywhere."),
  snippet: z
    .string()
    .describe("The tag to paste into a page. It stays the same whatever becomes of the channel's keys."),
  ...capsShown,
  created_at: at,
});
/** The key and the tag to paste into a page, shown once. */
export const channelCreated = channel.extend({ key: z.string(), key_id: id });
export const channelRegenerated = z.object({
  id,
  public_id: z.string().optional(),
  key: z.string(),
  key_id: id,
  snippet: z.string(),
});

export const utterance = z.object({
  role: z.enum(["user", "agent"]),
  text: z.string(),
  at,
  interrupted: z.boolean().describe("The visitor cut it short."),
});

export const sessionListed = z.object({
  id: z.string(),
  project_id: id,
  agent_id: id,
  agent_name: z.string(),
  key_id: id.nullable(),
  provider: z.enum(PROVIDERS),
  vendor: z.string().nullable().describe("Who stood behind the provider."),
  voice_llm_model: z.string().nullable(),
  subject: z.string().nullable(),
  status: z.enum(SESSION_STATES),
  end_reason: z.enum(END_REASONS).nullable(),
  started_at: at,
  connected_at: at.nullable(),
  ended_at: at.nullable(),
  /** Credits, `null` before the end. */
  charged: integer().nullable(),
  /** The newest one, 1 to 5. */
  rating: integer().nullable(),
  contact_id: id.nullable(),
  failure: z.string().nullable().describe("Why it failed, as the page or the service said."),
});
export const sessionShown = sessionListed.extend({
  events: z
    .array(recordedEvent)
    .describe("As they were reported; signs of life that came alone are not kept, `usage` stands by itself."),
  transcript: z
    .array(utterance)
    .describe("What these events tell, in the order in which it was said, as it was heard."),
  next_cursor: z.string().nullable().describe("Asks for the events that follow; `null` where these are all."),
  /** What the vendor said that it cost, as far as the page told of it: in all, and response by response. */
  usage: z.object({
    totals: z.object({
      input_tokens: integer(),
      output_tokens: integer(),
      total_tokens: integer(),
      seconds: z.number(),
    }),
    items: z.array(usageNumbers.extend({ id: z.string(), at })),
  }),
  tool_calls: z
    .array(z.object({ call_id: z.string(), name: z.string(), at, outcome: toolOutcome.nullable() }))
    .describe("What the service's own calls of tools answered; `outcome` is `null` while one runs."),
  contacts: z.array(contact),
  analysis: analysis.nullable().describe("What a model read out of it; `null` where none was asked."),
});

/** `day` is a UTC date, YYYY-MM-DD. */
export const analyticsCount = z.object({ day: z.string(), name: z.string(), count: integer() });

/** `change` holds no secret. */
export const auditEntry = z.object({
  id,
  at,
  actor: z
    .string()
    .describe(
      "`operator` for whoever holds `ADMIN_TOKEN`, `operator:<id>` for an operator with a name, `token:<id>` for an organization's token.",
    ),
  org_id: id.nullable(),
  action: z.string(),
  target: z.string(),
  target_name: z.string().nullable().describe("The target's name as it is now, where it has one."),
  project_id: id.nullable().describe("The project that the target is, or belongs to."),
  actor_name: z
    .string()
    .nullable()
    .describe("The name of the token or, for operators to see, of the operator that acted."),
  change: z.unknown(),
});

export const demoSite = z.object({
  organization_id: id,
  project_id: id,
  agent_ids: z.array(id),
  api_key: z.string(),
  snippet: z.string(),
});
