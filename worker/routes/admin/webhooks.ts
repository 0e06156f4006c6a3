import type { Context } from "hono";
import * as z from "zod";
import { webhookCreate, webhookPatch } from "../../../shared/webhooks.ts";
import { type AppEnv, scopeOf } from "../../http/app-env.ts";
import { ApiError, ValidationError } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, queryInteger, readBody, readQuery } from "../../http/read-request.ts";
import * as webhooks from "../../projects/webhooks.ts";
import { auditIfChanged, auditInsert, recordAudit } from "../../storage/audit.ts";
import { findProject } from "../../storage/projects.ts";
import { rowsOf } from "../../storage/rows.ts";
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  updateWebhook,
  type Webhook,
  type WebhookRow,
  webhookFromRow,
} from "../../storage/webhooks.ts";
import { publicTargetProblem } from "../../tools/webhook-target.ts";
import { readVariables } from "../../variables.ts";
import { auditActor, loadProjectOfPath } from "./load.ts";

const MOST = 20;

const shown = ({ secret: _, origin: __, version: ___, ...webhook }: Webhook) => webhook;
const originOf = (c: Context<AppEnv>) => new URL(c.req.url).origin;

async function load(c: Context<AppEnv>): Promise<{ webhook: Webhook; actor: ReturnType<typeof auditActor> }> {
  const id = pathId(c);
  const webhook = id === null ? null : await findWebhook(c.env.DB, id, scopeOf(c.var.actor));
  if (!webhook) throw new ApiError("webhook_not_found");
  const project = await findProject(c.env.DB, webhook.project_id, null);
  return { webhook, actor: auditActor(c, project?.org_id ?? null) };
}

/** An address that could never be called is refused where it is written. */
function checkUrl(c: Context<AppEnv>, url: unknown) {
  if (typeof url !== "string" || url.trim() === "") return [];
  const problem = publicTargetProblem(url.trim(), readVariables(c.env).ENVIRONMENT === "development");
  return problem === null ? [] : [{ type: "value_error", loc: ["body", "url"], msg: `Value error, ${problem}` }];
}

async function readWebhook<T extends z.ZodType<{ url?: string | undefined }>>(c: Context<AppEnv>, schema: T) {
  const body = await readBody(c, schema, ({ url }) => checkUrl(c, url));
  const faults = checkUrl(c, body.url);
  if (faults.length > 0) throw new ValidationError(faults);
  return body;
}

export async function list(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const page = await listWebhooks(c.env.DB, project.id, readPage(c));
  return c.json({ ...page, items: page.items.map(shown) });
}

export const read = async (c: Context<AppEnv>) => c.json(shown((await load(c)).webhook));

/** The only answer that ever holds the secret. */
export async function create(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const body = await readWebhook(c, webhookCreate);
  const fields = {
    url: body.url,
    events: body.events,
    include_transcript: body.include_transcript ?? false,
    active: body.active ?? true,
  };
  const secret = webhooks.newSecret();
  const now = Date.now();
  const record = { ...auditActor(c, project.org_id), action: "webhook.create", change: fields };
  const [made] = await c.env.DB.batch([
    insertWebhook(c.env.DB, { ...fields, project_id: project.id, secret, origin: originOf(c) }, MOST, now),
    auditInsert(c.env.DB, "webhook", record, now),
  ]);
  const row = rowsOf<WebhookRow>(made)[0];
  if (!row) {
    const msg = `Value error, A project may have ${MOST} webhooks; delete one that is not used any more`;
    throw new ValidationError([{ type: "value_error", loc: ["body", "url"], msg }]);
  }
  return c.json({ ...shown(webhookFromRow(row)), secret }, 201);
}

export async function update(c: Context<AppEnv>): Promise<Response> {
  const { webhook, actor } = await load(c);
  const body = await readWebhook(c, webhookPatch);
  const fields = {
    url: body.url ?? webhook.url,
    events: body.events ?? webhook.events,
    include_transcript: body.include_transcript ?? webhook.include_transcript,
    active: body.active ?? webhook.active,
  };
  const record = { ...actor, action: "webhook.update", target: `webhook:${webhook.id}`, change: body };
  const [updated] = await c.env.DB.batch([
    updateWebhook(c.env.DB, webhook.id, fields, originOf(c)),
    auditIfChanged(c.env.DB, record, Date.now()),
  ]);
  const row = rowsOf<WebhookRow>(updated)[0];
  if (!row) throw new ApiError("webhook_not_found");
  const changed = webhookFromRow(row);
  await webhooks.tellQueue(c.env, changed);
  return c.json(shown(changed));
}

export async function remove(c: Context<AppEnv>): Promise<Response> {
  const { webhook, actor } = await load(c);
  await c.env.DB.batch([
    deleteWebhook(c.env.DB, webhook.id),
    auditIfChanged(c.env.DB, { ...actor, action: "webhook.delete", target: `webhook:${webhook.id}` }, Date.now()),
  ]);
  await webhooks.dropQueue(c.env, webhook.id);
  return c.body(null, 204);
}

/** Tries once, also where the webhook is off, and answers with what came of it. */
export async function test(c: Context<AppEnv>): Promise<Response> {
  const { webhook, actor } = await load(c);
  const delivery = await webhooks.testWebhook(c.env, webhook);
  await recordAudit(c.env.DB, { ...actor, action: "webhook.test", target: `webhook:${webhook.id}` });
  return c.json(delivery);
}

const page = z.object({
  limit: queryInteger({ min: 1, max: 200 }).default(50),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "Take the cursor from next_cursor of the page before")
    .transform(Number)
    .optional(),
});

export async function deliveries(c: Context<AppEnv>): Promise<Response> {
  const { webhook } = await load(c);
  const { limit, cursor } = readQuery(c, page);
  const { items, next } = await webhooks.listDeliveries(c.env, webhook, cursor ?? null, limit);
  return c.json({ items, next_cursor: next === null ? null : String(next) });
}

async function loadDelivery(c: Context<AppEnv>) {
  const found = await webhooks.findDelivery(c.env, c.req.param("id") ?? "", scopeOf(c.var.actor));
  if (!found) throw new ApiError("delivery_not_found");
  return found;
}

export async function delivery(c: Context<AppEnv>): Promise<Response> {
  const { body, ...rest } = (await loadDelivery(c)).delivery;
  return c.json({ ...rest, body: JSON.parse(body) });
}

export async function replay(c: Context<AppEnv>): Promise<Response> {
  const found = await loadDelivery(c);
  const replayed = await webhooks.replayDelivery(c.env, found.webhook, found.delivery.id);
  if (!replayed) throw new ApiError("delivery_not_found");
  const project = await findProject(c.env.DB, found.webhook.project_id, null);
  await recordAudit(c.env.DB, {
    ...auditActor(c, project?.org_id ?? null),
    action: "delivery.replay",
    target: `delivery:${replayed.id}`,
  });
  return c.json(replayed, 202);
}
