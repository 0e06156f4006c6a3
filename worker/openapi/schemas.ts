import * as z from "zod";
import * as admin from "../../shared/admin.ts";
import * as shown from "../../shared/admin-answers.ts";
import { analysis } from "../../shared/analysis.ts";
import { analyticsEvents } from "../../shared/analytics.ts";
import * as backup from "../../shared/backup.ts";
import * as config from "../../shared/config.ts";
import * as contacts from "../../shared/contacts.ts";
import * as events from "../../shared/events.ts";
import { sessionExtend, sessionExtended } from "../../shared/extension.ts";
import * as knowledge from "../../shared/knowledge.ts";
import * as live from "../../shared/live.ts";
import * as operators from "../../shared/operators.ts";
import * as person from "../../shared/person.ts";
import { providerShown } from "../../shared/provider-shown.ts";
import { SLOTS } from "../../shared/providers.ts";
import { queueAsk, queuePlace } from "../../shared/queue.ts";
import { readiness } from "../../shared/readiness.ts";
import * as sessions from "../../shared/recorded-sessions.ts";
import * as session from "../../shared/session.ts";
import * as sites from "../../shared/sites.ts";
import { statisticsDay } from "../../shared/statistics.ts";
import { status } from "../../shared/status.ts";
import { toolTest, toolTested } from "../../shared/tool-test.ts";
import * as tools from "../../shared/tools.ts";
import * as webhooks from "../../shared/webhooks.ts";
import { webhookSchemas } from "./webhook-events.ts";

/** A JSON Schema, as far as this document cares. */
export type JsonSchema = { [keyword: string]: unknown };

const fault = z.object({
  type: z.string().describe("The kind of fault, e.g. `missing`, `int_type`, `string_too_long`, `json_invalid`"),
  loc: z
    .array(z.union([z.string(), z.int()]))
    .min(1)
    .describe("Where: `header`, `path`, `query` or `body`, then the path to the field"),
  msg: z.string().describe("What to do"),
});

/** Errors that are not in a route's own schema; one per shape of `detail`. */
const errors = {
  ApiError: z.object({
    detail: z.string().describe("What was wrong and what to do"),
    code: z
      .string()
      .optional()
      .describe("Stays the same when the words change; only `Invalid API key or origin` has none"),
  }),
  ValidationError: z.object({ detail: z.array(fault).min(1) }),
  SessionEnded: events.sessionEnded,
  RateLimited: z.object({
    detail: z.object({
      message: z.literal("Rate limit exceeded"),
      minute_count: z.int().nonnegative(),
      day_count: z.int().nonnegative(),
      minute_limit: z.int().nonnegative(),
      day_limit: z.int().nonnegative(),
    }),
  }),
};

/** What a caller sends. */
const requests = {
  SessionStart: session.sessionStart,
  SessionReconnect: session.sessionReconnect,
  SessionEvents: events.sessionEvents,
  SessionEvent: events.sessionEvent,
  AnalyticsEvents: analyticsEvents,
  ToolCall: tools.toolCall,
  WidgetConfigPatch: config.widgetConfigPatch,
  Tool: tools.tool,
  OrganizationCreate: admin.organizationCreate,
  OrganizationPatch: admin.organizationPatch,
  CreditGrant: admin.creditGrant,
  TokenCreate: admin.tokenCreate,
  ProjectCreate: admin.projectCreate,
  ProjectPatch: admin.projectPatch,
  AgentCreate: admin.agentCreate,
  AgentPatch: admin.agentPatch,
  KeyCreate: admin.keyCreate,
  KeyPatch: admin.keyPatch,
  ChannelCreate: admin.channelCreate,
  ChannelPatch: admin.channelPatch,
  ChannelRegenerate: admin.channelRegenerate,
  ContactSent: contacts.contactSent,
  QueueAsk: queueAsk,
  SessionExtend: sessionExtend,
  SiteCreate: sites.siteCreate,
  SourceCreate: knowledge.sourceCreate,
  BackupManifest: backup.backupManifest,
  RestorePart: backup.restorePart,
  RestoreEnd: backup.restoreEnd,
  WebhookCreate: webhooks.webhookCreate,
  WebhookPatch: webhooks.webhookPatch,
  OperatorWebhookCreate: webhooks.operatorWebhookCreate,
  OperatorCreate: operators.operatorCreate,
  OperatorPatch: operators.operatorPatch,
  Confirmation: operators.confirmation,
  ToolTest: toolTest,
  PersonJoin: person.personJoin,
  PersonMessage: person.personMessage,
};

/** What the service answers. Objects stay open there: a client must bear fields that a later version adds. */
const answers = {
  ...errors,
  OpenApi: z.looseObject({ openapi: z.string() }),
  BackupPlan: backup.backupPlan,
  BackupRows: backup.backupRows,
  LedgerPart: backup.ledgerPart,
  GatePage: backup.gatePage,
  RestoreBegun: backup.restoreBegun,
  Restored: backup.restored,
  RestoreEnded: backup.restoreEnded,
  Health: z.object({
    status: z
      .enum(["ok", "degraded"])
      .describe("`degraded`: the service works, but a slot has no vendor that can be called."),
    version: z.string(),
    slots: z.array(z.enum(SLOTS)).optional().describe("With `degraded`: the slots without a vendor."),
    detail: z.string().optional(),
  }),
  Unhealthy: z.object({ status: z.literal("unavailable"), version: z.string(), detail: z.string() }),
  ProjectContext: config.contextAnswer,
  ConfigAnswer: config.configAnswer,
  WidgetConfig: config.widgetConfig,
  PublicAgent: config.publicAgent,
  SessionStarted: session.sessionStarted,
  Connection: session.connection,
  SignedUrl: session.signedUrl,
  SessionReconnected: session.sessionReconnected,
  EventsAccepted: events.eventsAccepted,
  RecordedEvent: events.recordedEvent,
  AnalyticsAccepted: z.object({ success: z.literal(true), accepted: z.int() }),
  ToolOutcome: tools.toolOutcome,
  Credit: shown.credit,
  CreditAnswer: shown.creditAnswer,
  Organization: shown.organization,
  OrganizationList: shown.list(shown.organizationListed),
  LedgerEntryList: shown.list(shown.ledgerEntry),
  OrgTokenList: shown.list(shown.orgToken),
  OrgTokenCreated: shown.orgTokenCreated,
  Project: shown.project,
  ProjectList: shown.list(shown.project),
  IdentitySecret: shown.identitySecret,
  Agent: shown.agent,
  AgentList: shown.list(shown.agent),
  ApiKey: shown.apiKey,
  ApiKeyCreated: shown.apiKeyCreated,
  ApiKeyList: shown.list(shown.apiKey),
  Channel: shown.channel,
  ChannelCreated: shown.channelCreated,
  ChannelList: shown.list(shown.channel),
  ChannelRegenerated: shown.channelRegenerated,
  Analysis: analysis,
  Transcript: shown.list(sessions.utterance),
  LiveSession: live.liveSession,
  LiveMessage: live.liveMessage,
  Accepted: z.object({ success: z.literal(true) }),
  Session: sessions.sessionShown,
  SessionList: shown.list(sessions.sessionListed),
  AnalyticsCounts: shown.list(shown.analyticsCount),
  AuditEntryList: shown.list(shown.auditEntry),
  StatisticsDayList: shown.list(statisticsDay),
  ProviderList: shown.list(providerShown),
  ToolTested: toolTested,
  ContactAccepted: contacts.contactAccepted,
  ContactList: shown.list(contacts.contact),
  QueuePlace: queuePlace,
  SessionExtended: sessionExtended,
  Webhook: webhooks.webhook,
  WebhookCreated: webhooks.webhookCreated,
  WebhookList: shown.list(webhooks.webhook),
  Delivery: webhooks.delivery,
  DeliveryWhole: webhooks.deliveryShown,
  DeliveryList: shown.list(webhooks.delivery),
  Operator: operators.operator,
  OperatorCreated: operators.operatorCreated,
  OperatorList: shown.list(operators.operator),
  Whoami: operators.whoami,
  SignedIn: operators.signedIn,
  Deleting: operators.deleting,
  Status: status,
  DemoSite: shown.demoSite,
  Readiness: readiness,
  SiteDayList: shown.list(sites.siteDay),
  SiteCreated: sites.siteCreated,
  SiteSetup: sites.siteSetup,
  TestKey: sites.testKey,
  Source: knowledge.source,
  SourceList: shown.list(knowledge.source),
  SourcePageList: shown.list(knowledge.sourcePage),
  SourcePageText: knowledge.pageText,
  KnowledgeSearch: knowledge.searchAnswer,
  KnowledgeMeaning: knowledge.meaningState,
  QuestionList: shown.list(knowledge.openQuestion),
};

export type SchemaName = keyof typeof requests | keyof typeof answers;

const names = new Map<z.ZodType, string>(Object.entries(requests).map(([name, schema]) => [schema, name]));
/** What a body's schema is called in the document. */
export const nameOf = (body: z.ZodType) => names.get(body) as SchemaName | undefined;

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** JSON Schema of every named schema, by name; one that has a name is referred to wherever it stands. */
function convert(named: Record<string, z.ZodType>, io: "input" | "output"): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      // Only a strict schema refuses unknown fields; zod marks any object so when it describes an output.
      const { def } = zodSchema._zod;
      if (def.type === "object" && !def.catchall) delete jsonSchema.additionalProperties;
      // Says only that names are strings, which JSON says already.
      if (def.type === "record") delete jsonSchema.propertyNames;
      // Linters ask for `items`, and generators make three parts of two where it stands beside `prefixItems`.
      if (def.type === "tuple" && jsonSchema.prefixItems) {
        const { length } = jsonSchema.prefixItems;
        Object.assign(jsonSchema, { items: { anyOf: jsonSchema.prefixItems }, minItems: length, maxItems: length });
        delete jsonSchema.prefixItems;
      }
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _address, ...schema }]) => [id, schema as JsonSchema]),
  );
}

/** `components.schemas` of the document. */
export const componentSchemas = (): Record<string, JsonSchema> => ({
  // A stored widget_config is answered as it was sent.
  ...convert({ ...answers, ...webhookSchemas, WidgetConfigPatch: config.widgetConfigPatch }, "output"),
  ...convert(requests, "input"),
});
