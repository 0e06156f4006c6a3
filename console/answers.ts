import type * as z from "zod";
import type * as admin from "../shared/admin-answers.ts";
import type * as contacts from "../shared/contacts.ts";
import type { Operator, operatorCreated } from "../shared/operators.ts";
import type { ProviderShown } from "../shared/provider-shown.ts";
import type * as sessions from "../shared/recorded-sessions.ts";
import type * as sites from "../shared/sites.ts";
import type { StatisticsDay } from "../shared/statistics.ts";
import type * as webhooks from "../shared/webhooks.ts";

/** Answers of the operator API, as its schemas say them; types only, so that no schema reaches the page. */

type Of<Name extends keyof typeof admin> = (typeof admin)[Name] extends z.ZodType
  ? z.infer<(typeof admin)[Name]>
  : never;

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

export type Credit = Of<"credit">;
export type OrganizationListed = Of<"organizationListed">;
export type Organization = Of<"organization">;
export type LedgerEntry = Of<"ledgerEntry">;
export type OrgToken = Of<"orgToken">;
export type OrgTokenCreated = Of<"orgTokenCreated">;
export type Project = Of<"project">;
export type Agent = Of<"agent">;
export type ToolShown = Of<"toolShown">;
export type ApiKey = Of<"apiKey">;
export type ApiKeyCreated = Of<"apiKeyCreated">;
export type Channel = Of<"channel">;
export type ChannelCreated = Of<"channelCreated">;
export type ChannelRegenerated = Of<"channelRegenerated">;
export type SessionListed = z.infer<typeof sessions.sessionListed>;
export type SessionShown = z.infer<typeof sessions.sessionShown>;
export type AnalyticsCount = Of<"analyticsCount">;
export type AuditEntry = Of<"auditEntry">;
export type { Operator, ProviderShown, StatisticsDay };
export type OperatorCreated = z.infer<typeof operatorCreated>;
export type Contact = z.infer<typeof contacts.contact>;
export type Webhook = z.infer<typeof webhooks.webhook>;
export type WebhookCreated = z.infer<typeof webhooks.webhookCreated>;
export type DeliveryShown = z.infer<typeof webhooks.deliveryShown>;
export type Delivery = z.infer<typeof webhooks.delivery>;
export type SiteCreated = z.infer<typeof sites.siteCreated>;
export type SiteDay = sites.SiteDay;
export type SiteSetup = sites.SiteSetup;
