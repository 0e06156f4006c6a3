import type { SchemaName } from "../schemas.ts";
import * as knowledge from "./knowledge.ts";
import * as projects from "./projects.ts";
import * as reports from "./reports.ts";
import * as service from "./service.ts";
import * as webhooks from "./webhooks.ts";
import * as widget from "./widget.ts";

/** Example values of the document; the linter checks each against its schema. */
const EXAMPLES: Record<string, unknown> = {
  ...widget,
  ...projects,
  ...reports,
  ...webhooks,
  ...knowledge,
  ...service,
};

/** Where an operation's value differs from what others show of the same schema. */
const OWN: Record<string, Partial<Record<SchemaName, unknown>>> = {
  rotateIdentitySecret: { IdentitySecret: { secret: "q8T…" } },
  addChannelKey: { ChannelRegenerate: { allowed_domains: ["*.shop.example"] } },
  deleteOrganization: { Confirmation: { confirm: "Harbour Foods" } },
  listActiveSessions: { SessionList: { items: [reports.sessionRunning], next_cursor: null } },
  whisperToAgent: { PersonMessage: { text: "The order was sent this morning." } },
  releaseSession: {
    LiveSession: { ...reports.LiveSession, handled_by: "agent", reason: null, summary: null, person: null },
  },
  refreshSource: { Source: { ...knowledge.Source, status: "pending" } },
  rotateWebhookSecret: { WebhookCreated: webhooks.rotated },
  listOperatorWebhooks: { WebhookList: { items: [webhooks.operatorsWebhook], next_cursor: null } },
  createOperatorWebhook: { WebhookCreated: webhooks.operatorsCreated },
};

/**
 * An example of what the operation takes or answers. That of a list is a page with the one of its item.
 * @throws Error that says where it is missing
 */
export function exampleOf(operation: string, schema: SchemaName): unknown {
  const own = OWN[operation]?.[schema] ?? EXAMPLES[schema];
  if (own !== undefined) return own;
  const item = EXAMPLES[schema.replace(/List$/, "")];
  if (item === undefined)
    throw new Error(`${operation} has no example: export \`${schema}\` in worker/openapi/examples/`);
  return { items: [item], next_cursor: null };
}
