import { z } from "zod";
import { id, name } from "./base.ts";
import { widgetConfigPatch } from "./config.ts";
import { PERMISSIONS } from "./keys.ts";
import { DEFAULT_CREDITS_PER_MINUTE } from "./limits.ts";
import { PROVIDERS } from "./providers.ts";
import { tool } from "./tools.ts";

/** Bodies of the operator API. A PATCH takes the same fields, all optional; a field left out stays as it is. */

const planFeatures = z.strictObject({
  external_provider: z.boolean().default(false),
  memory: z.boolean().default(false),
  tools: z.boolean().default(false),
});
export type PlanFeatures = z.infer<typeof planFeatures>;
export const PLAN_FEATURES = ["external_provider", "memory", "tools"] as const;
export type PlanFeature = (typeof PLAN_FEATURES)[number];

const rate = z.int().min(0).max(1_000_000).default(DEFAULT_CREDITS_PER_MINUTE);
const rates = z.strictObject({ provider_a: rate, provider_b: rate, provider_x: rate });
export type Rates = z.infer<typeof rates>;

export const organizationCreate = z.strictObject({
  name: name(120),
  subscription: z.enum(["active", "none"]).default("active"),
  voice_lines: z.int().min(0).max(10_000).default(5),
  features: planFeatures.prefault({}),
  credits_per_minute: rates.prefault({}),
});
export type OrganizationCreate = z.infer<typeof organizationCreate>;

const unprefixed = <T extends z.ZodRawShape>(shape: T) =>
  Object.fromEntries(
    Object.entries(shape).map(([key, field]) => [
      key,
      field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? field.unwrap() : field,
    ]),
  ) as Record<string, z.ZodType>;

export const organizationPatch = z.strictObject({
  name: name(120).optional(),
  subscription: z.enum(["active", "none"]).optional(),
  voice_lines: z.int().min(0).max(10_000).optional(),
  features: z.strictObject(unprefixed(planFeatures.shape)).partial().optional(),
  credits_per_minute: z.strictObject(unprefixed(rates.shape)).partial().optional(),
});

/** `amount` in credits: positive grants, negative corrects. */
export const creditGrant = z.strictObject({
  amount: z
    .int()
    .min(-1_000_000_000_000)
    .max(1_000_000_000_000)
    .refine((value) => value !== 0, "Give an amount other than 0"),
  note: z.string().max(500).nullish(),
});

export const projectCreate = z.strictObject({
  org_id: id.nullish(),
  name: name(120),
  widget_config: widgetConfigPatch.optional(),
});
export const projectPatch = projectCreate.partial();

const agentFields = {
  name: name(120),
  description: z.string().max(2_000).nullish(),
  initial_message: z.string().max(2_000).nullish(),
  provider: z.enum(PROVIDERS),
  instructions: z.string().max(32_000).nullish(),
  voice: z.string().max(128).nullish(),
  model: z.string().max(128).nullish(),
  extprovider_convai_agent_id: z.string().trim().min(1).max(128).nullish(),
  active: z.boolean().optional(),
  memory: z.boolean().optional(),
  max_duration_seconds: z.int().min(10).max(86_400).nullish(),
  tools: z.array(tool).max(64).optional(),
};
export const agentCreate = z.strictObject({ project_id: id, ...agentFields });
export const agentPatch = z.strictObject(agentFields).partial();
export type AgentCreate = z.infer<typeof agentCreate>;
export type AgentPatch = z.infer<typeof agentPatch>;

const limit = z.int().min(1).max(1_000_000_000);
export const keyCreate = z.strictObject({
  name: name(120),
  allowed_domains: z.array(z.string().max(255)).max(100).default([]),
  permissions: z.array(z.enum(PERMISSIONS)).min(1).optional(),
  minute_limit: limit.optional(),
  day_limit: limit.optional(),
});

export const channelCreate = z.strictObject({
  name: name(120),
  agent_id: id,
  allowed_domains: z.array(z.string().max(255)).max(100).default([]),
  minute_limit: limit.optional(),
  day_limit: limit.optional(),
});
export const channelRegenerate = z.strictObject({ allowed_domains: z.array(z.string().max(255)).max(100).optional() });

export const tokenCreate = z.strictObject({ name: name(120).optional() });

/** Kinds of ledger entries; `amount` is signed, in credits. */
export const LEDGER_KINDS = ["grant", "charge", "correction"] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];
