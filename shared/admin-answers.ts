import * as z from "zod";
import { agentFields } from "./admin.ts";
import { capsShown } from "./caps.ts";
import { widgetConfigPatch } from "./config.ts";
import { id, integer, jsonObject, shownOf } from "./fields.ts";
import { PERMISSIONS } from "./keys.ts";
import { starters } from "./knowledge.ts";
import { openingHours } from "./opening-hours.ts";
import { speechSettings } from "./speech-settings.ts";

/**
 * Answers of the operator API. Times are unix milliseconds. No answer holds a secret, except the one that is named so
 * (`key`, `token`, `secret`) in the answer that makes it.
 */

/** Kinds of ledger entries; `amount` is signed, in credits. */
const LEDGER_KINDS = ["grant", "charge", "correction"] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

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
  person_seconds: integer()
    .nullable()
    .describe("Of a charge: how long a person had the session, which costs nothing; `null` where nobody had."),
  at,
  project_id: id
    .nullable()
    .describe("Of a charge: whose session it was; `null` where it was deleted or is another organization's."),
  project_name: z.string().nullable().describe("What that project is called now."),
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
  ...shownOf(agentFields),
  tools: z.array(toolShown),
  starters,
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

/** `day` is a UTC date, YYYY-MM-DD. */
export const analyticsCount = z.object({ day: z.string(), name: z.string(), count: integer() });

/** `change` and `before` hold no secret. */
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
  change: z
    .unknown()
    .describe(
      "Of a new thing its fields, of a change the fields that are other than before; `null` where there is nothing to tell. Long texts are cut, which they say.",
    ),
  before: z
    .unknown()
    .describe("What the same fields had before the change; `null` of what was not changed, and of older entries."),
});

export const demoSite = z.object({
  organization_id: id,
  project_id: id,
  agent_ids: z.array(id),
  api_key: z.string(),
  snippet: z.string(),
});
