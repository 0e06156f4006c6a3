import * as z from "zod";
import * as admin from "../../shared/admin.ts";
import * as shown from "../../shared/admin-answers.ts";
import { analysis } from "../../shared/analysis.ts";
import { analyticsEvents } from "../../shared/analytics.ts";
import * as backup from "../../shared/backup.ts";
import * as config from "../../shared/config.ts";
import * as contacts from "../../shared/contacts.ts";
import * as devices from "../../shared/devices.ts";
import * as events from "../../shared/events.ts";
import { sessionExtend, sessionExtended } from "../../shared/extension.ts";
import { id } from "../../shared/fields.ts";
import * as handover from "../../shared/handover.ts";
import * as knowledge from "../../shared/knowledge.ts";
import * as live from "../../shared/live.ts";
import * as operators from "../../shared/operators.ts";
import * as person from "../../shared/person.ts";
import { providerShown } from "../../shared/provider-shown.ts";
import { SLOTS } from "../../shared/providers.ts";
import * as topics from "../../shared/question-topics.ts";
import { queueAsk, queuePlace } from "../../shared/queue.ts";
import { readiness } from "../../shared/readiness.ts";
import * as sessions from "../../shared/recorded-sessions.ts";
import * as session from "../../shared/session.ts";
import * as preview from "../../shared/site-preview.ts";
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

type Named<Schemas, Name extends keyof Schemas & string> = { [N in Name as Capitalize<N>]: Schemas[N] };

/** Schemas of a file, by their names there with a capital. */
function named<Schemas extends object, Name extends keyof Schemas & string>(schemas: Schemas, ...names: Name[]) {
  const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  return Object.fromEntries(names.map((name) => [capital(name), schemas[name]])) as Named<Schemas, Name>;
}

/** Pages of a list, by what stands in them. */
const pagesOf = <Items extends Record<string, z.ZodType>>(items: Items) =>
  Object.fromEntries(Object.entries(items).map(([name, item]) => [`${name}List`, shown.list(item)])) as {
    [Name in keyof Items & string as `${Name}List`]: ReturnType<typeof shown.list<Items[Name]>>;
  };

/** Here, as the widget's build shortens the name of this field in what is shared with it. */
const unanswered = (missing: string) =>
  z.array(id).optional().describe(`Projects whose history could not be asked: ${missing}.`);
const sessionList = shown.list(sessions.sessionListed).extend({
  unanswered: unanswered("`asked`, `failure`, `contact_id`, `rating` and `summary` of their sessions are `null`"),
});
const siteDayList = shown
  .list(sites.siteDay)
  .extend({ unanswered: unanswered("`ratings` and `rating_sum` of these are 0") });

/** What a caller sends. */
const requests = {
  ...named(session, "sessionStart", "sessionReconnect"),
  ...named(events, "sessionEvents", "sessionEvent"),
  AnalyticsEvents: analyticsEvents,
  QueueAsk: queueAsk,
  SessionExtend: sessionExtend,
  ...named(handover, "sessionHandover", "handoverTake"),
  ToolTest: toolTest,
  ...named(tools, "toolCall", "tool"),
  ...named(config, "widgetConfigPatch"),
  ...named(
    admin,
    "organizationCreate",
    "organizationPatch",
    "creditGrant",
    "tokenCreate",
    "projectCreate",
    "projectPatch",
  ),
  ...named(admin, "agentCreate", "agentPatch", "keyCreate", "keyPatch"),
  ...named(admin, "channelCreate", "channelPatch", "channelRegenerate"),
  ...named(contacts, "contactSent", "contactPatch"),
  ...named(sites, "siteCreate"),
  ...named(knowledge, "sourceCreate", "sourcePatch"),
  ...named(preview, "sourcePreview"),
  ...named(backup, "backupManifest", "restorePart", "restoreEnd"),
  ...named(webhooks, "webhookCreate", "webhookPatch", "operatorWebhookCreate"),
  ...named(operators, "operatorCreate", "operatorPatch", "confirmation"),
  ...named(person, "personJoin", "personMessage"),
  ...named(devices, "deviceCreate"),
};

/** What the service answers. Objects stay open there: a client must bear fields that a later version adds. */
const answers = {
  ...errors,
  OpenApi: z.looseObject({ openapi: z.string() }),
  ...named(
    backup,
    "backupPlan",
    "backupRows",
    "ledgerPart",
    "gatePage",
    "storePage",
    "restoreBegun",
    "restored",
    "restoreEnded",
  ),
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
  ...named(config, "configAnswer", "widgetConfig", "publicAgent"),
  ...named(session, "sessionStarted", "connection", "signedUrl", "sessionReconnected"),
  ...named(events, "eventsAccepted", "recordedEvent"),
  AnalyticsAccepted: z.object({ success: z.literal(true), accepted: z.int() }),
  ...named(tools, "toolOutcome"),
  ...named(shown, "credit", "creditAnswer", "organization", "orgTokenCreated", "project", "identitySecret", "agent"),
  ...named(shown, "apiKey", "apiKeyCreated", "channel", "channelCreated", "channelRegenerated", "demoSite"),
  Transcript: shown.list(sessions.utterance),
  ...named(live, "liveSession", "liveMessage"),
  ...named(devices, "device", "pushKey"),
  Accepted: z.object({ success: z.literal(true) }),
  Session: sessions.sessionShown,
  AnalyticsCounts: shown.list(shown.analyticsCount),
  ...named(contacts, "contactAccepted", "contact"),
  Analysis: analysis,
  ToolTested: toolTested,
  QueuePlace: queuePlace,
  SessionExtended: sessionExtended,
  ...named(handover, "handoverTicket", "handoverTaken"),
  Status: status,
  Readiness: readiness,
  ...named(webhooks, "webhook", "webhookCreated", "delivery"),
  DeliveryWhole: webhooks.deliveryShown,
  ...named(operators, "operator", "operatorCreated", "whoami", "signedIn", "deleting"),
  ...named(sites, "siteCreated", "siteSetup", "testKey"),
  ...named(preview, "sitePreview"),
  ...named(knowledge, "source"),
  ...named(topics, "questionTopics"),
  SourcePageText: knowledge.pageText,
  KnowledgeSearch: knowledge.searchAnswer,
  KnowledgeMeaning: knowledge.meaningState,
  ...pagesOf({
    Organization: shown.organizationListed,
    LedgerEntry: shown.ledgerEntry,
    OrgToken: shown.orgToken,
    Project: shown.project,
    Agent: shown.agent,
    ApiKey: shown.apiKey,
    Channel: shown.channel,
    AuditEntry: shown.auditEntry,
    StatisticsDay: statisticsDay,
    Provider: providerShown,
    Contact: contacts.contact,
    Webhook: webhooks.webhook,
    Delivery: webhooks.delivery,
    Device: devices.device,
    Operator: operators.operator,
    Source: knowledge.source,
    SourcePage: knowledge.sourcePage,
    Question: knowledge.openQuestion,
  }),
  SessionList: sessionList,
  SiteDayList: siteDayList,
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
