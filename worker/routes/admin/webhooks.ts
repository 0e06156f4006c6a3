import type { Context } from "hono";
import type * as z from "zod";
import { operatorWebhookCreate, webhookCreate, webhookPatch } from "../../../shared/webhooks.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ValidationError, valueFault } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readBody } from "../../http/read-request.ts";
import { publicTargetProblem } from "../../outbound/target.ts";
import { loadProject, loadWebhook } from "../../projects/load.ts";
import { listWebhooks, OPERATORS, type Webhook } from "../../storage/webhooks.ts";
import { readVariables } from "../../variables.ts";
import * as webhooks from "../../webhooks/webhooks.ts";
import { idempotent } from "./idempotent.ts";

const shown = ({ secret: _, origin: __, version: ___, org_id: ____, previous, ...webhook }: Webhook) => ({
  ...webhook,
  previous_secret_until: previous && previous.until > Date.now() ? previous.until : null,
  project_id: webhook.project_id === OPERATORS ? null : webhook.project_id,
});
const originOf = (c: Context<AppEnv>) => new URL(c.req.url).origin;
const load = (c: Context<AppEnv>) => loadWebhook(c.env.DB, c.var.actor, pathId(c));

/** Refuses an address that could never be called as soon as it is sent. */
function urlFaults(c: Context<AppEnv>, url: unknown) {
  if (typeof url !== "string" || url.trim() === "") return [];
  const problem = publicTargetProblem(url.trim(), readVariables(c.env).ENVIRONMENT === "development");
  return problem === null ? [] : [valueFault(["body", "url"], problem)];
}

async function readWebhook<T extends z.ZodType<{ url?: string | undefined }>>(c: Context<AppEnv>, schema: T) {
  const body = await readBody(c, schema, ({ url }) => urlFaults(c, url));
  const faults = urlFaults(c, body.url);
  if (faults.length > 0) throw new ValidationError(faults);
  return body;
}

export async function list(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  const page = await listWebhooks(c.env.DB, project.id, readPage(c));
  return c.json({ ...page, items: page.items.map(shown) });
}

/** The webhooks of the service as a whole. */
export async function listOfOperator(c: Context<AppEnv>): Promise<Response> {
  const page = await listWebhooks(c.env.DB, OPERATORS, readPage(c));
  return c.json({ ...page, items: page.items.map(shown) });
}

/** The only answer that ever holds the secret. */
export async function createForOperator(c: Context<AppEnv>): Promise<Response> {
  const body = await readWebhook(c, operatorWebhookCreate);
  return idempotent(c, body, async () => {
    const webhook = await webhooks.createWebhook(c.env.DB, c.var.actor, webhooks.OPERATORS_OWN, originOf(c), body);
    return { ...shown(webhook), secret: webhook.secret };
  });
}

export const read = async (c: Context<AppEnv>) => c.json(shown(await load(c)));

/** The only answer that ever holds the secret. */
export async function create(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  const body = await readWebhook(c, webhookCreate);
  return idempotent(c, body, async () => {
    const webhook = await webhooks.createWebhook(c.env.DB, c.var.actor, project, originOf(c), body);
    return { ...shown(webhook), secret: webhook.secret };
  });
}

export async function update(c: Context<AppEnv>): Promise<Response> {
  const webhook = await load(c);
  const body = await readWebhook(c, webhookPatch);
  return c.json(shown(await webhooks.changeWebhook(c.env, c.var.actor, webhook, originOf(c), body)));
}

/** The only answer that ever holds the new secret. */
export async function rotateSecret(c: Context<AppEnv>): Promise<Response> {
  const webhook = await load(c);
  return idempotent(
    c,
    {},
    async () => {
      const changed = await webhooks.rotateSecret(c.env, c.var.actor, webhook);
      return { ...shown(changed), secret: changed.secret };
    },
    200,
  );
}

export async function remove(c: Context<AppEnv>): Promise<Response> {
  await webhooks.removeWebhook(c.env, c.var.actor, await load(c));
  return c.body(null, 204);
}

/** Sends once, even if the webhook is off, and answers with the result. */
export const test = async (c: Context<AppEnv>) => c.json(await webhooks.testWebhook(c.env, c.var.actor, await load(c)));

export async function deliveries(c: Context<AppEnv>): Promise<Response> {
  const webhook = await load(c);
  const { limit, after } = readPage(c);
  const { items, next } = await webhooks.listDeliveries(c.env, c.var.actor, webhook, after === 0 ? null : after, limit);
  return c.json({ items, next_cursor: next === null ? null : String(next) });
}

const idOf = (c: Context<AppEnv>) => c.req.param("id") ?? "";

export async function delivery(c: Context<AppEnv>): Promise<Response> {
  const { body, ...rest } = (await webhooks.loadDelivery(c.env, c.var.actor, idOf(c))).delivery;
  return c.json({ ...rest, body: JSON.parse(body) });
}

export const replay = async (c: Context<AppEnv>) =>
  c.json(await webhooks.replayDelivery(c.env, c.var.actor, idOf(c)), 202);
