import type { Context } from "hono";
import { operatorWebhookCreate, webhookCreate, webhookPatch } from "../../../shared/webhooks.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readPage } from "../../http/read-page.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { listWebhooks, OPERATORS, type Webhook } from "../../storage/webhooks.ts";
import * as webhooks from "../../webhooks/webhooks.ts";
import { idempotent } from "./idempotent.ts";
import { projectOfPath, webhookOfPath } from "./of-path.ts";
import { readTarget } from "./read-target.ts";

const operation = operationsOf("Webhooks");

const shown = ({ secret: _, origin: __, version: ___, org_id: ____, previous, ...webhook }: Webhook) => ({
  ...webhook,
  previous_secret_until: previous && previous.until > Date.now() ? previous.until : null,
  project_id: webhook.project_id === OPERATORS ? null : webhook.project_id,
});
const originOf = (c: Context<AppEnv>) => new URL(c.req.url).origin;

export const list = operation({
  id: "listWebhooks",
  summary: "List a project's webhooks",
  page: "WebhookList",
  async handle(c) {
    const project = await projectOfPath(c);
    const page = await listWebhooks(c.env.DB, project.id, readPage(c));
    return c.json({ ...page, items: (await webhooks.withRecovery(c.env, page.items)).map(shown) });
  },
});

export const listOfOperator = operation({
  id: "listOperatorWebhooks",
  tag: "Operating",
  summary: "List the operators' own webhooks",
  page: "WebhookList",
  async handle(c) {
    const page = await listWebhooks(c.env.DB, OPERATORS, readPage(c));
    return c.json({ ...page, items: (await webhooks.withRecovery(c.env, page.items)).map(shown) });
  },
});

export const createForOperator = operation({
  id: "createOperatorWebhook",
  tag: "Operating",
  summary: "Create a webhook for alerts of the service",
  description:
    "`alert.raised` and `alert.resolved`, each with `{kind, detail, raised_at}`: a database or ledgers that fall behind, vendors that fail, deletions that do not finish. Signed and delivered like a project's webhooks; `secret` is shown only once.",
  body: operatorWebhookCreate,
  answers: { 201: { description: "Created; store the secret now.", schema: "WebhookCreated" } },
  bounds: ["webhook.create"],
  repeatable: true,
  async handle(c, readBody) {
    const body = await readTarget(c, readBody, "url");
    return idempotent(c, body, async () => {
      const webhook = await webhooks.createWebhook(c.env.DB, c.var.actor, webhooks.OPERATORS_OWN, originOf(c), body);
      return { ...shown(webhook), secret: webhook.secret };
    });
  },
});

export const read = operation({
  id: "getWebhook",
  summary: "Read a webhook",
  answers: { 200: { description: "As it is now.", schema: "Webhook" } },
  async handle(c) {
    const [webhook] = await webhooks.withRecovery(c.env, [await webhookOfPath(c)]);
    return c.json(shown(webhook as Webhook));
  },
});

export const create = operation({
  id: "createWebhook",
  summary: "Create a webhook",
  description:
    "Events are POSTed there as `{type, timestamp, data}`, signed as Standard Webhooks says, at least once: ignore a `webhook-id` that you have seen. Anything but a 2xx within 15 seconds is retried over 24 hours, with growing pauses. Redirects are not followed: a 3xx fails the delivery at once, without another try. Events of one session arrive in order. A 410 switches the webhook off, and so do three days of failures. `secret` is shown only once.",
  body: webhookCreate,
  answers: { 201: { description: "Created; store the secret now.", schema: "WebhookCreated" } },
  bounds: ["webhook.create"],
  repeatable: true,
  async handle(c, readBody) {
    const project = await projectOfPath(c);
    const body = await readTarget(c, readBody, "url");
    return idempotent(c, body, async () => {
      const webhook = await webhooks.createWebhook(c.env.DB, c.var.actor, project, originOf(c), body);
      return { ...shown(webhook), secret: webhook.secret };
    });
  },
});

export const update = operation({
  id: "updateWebhook",
  summary: "Change a webhook, or switch it on or off",
  description:
    "Switching it off fails what still waits, and nothing new is sent; replay deliveries when the receiver is back.",
  body: webhookPatch,
  answers: { 200: { description: "As it is now.", schema: "Webhook" } },
  bounds: ["webhook.update"],
  async handle(c, readBody) {
    const webhook = await webhookOfPath(c);
    const body = await readTarget(c, readBody, "url");
    return c.json(shown(await webhooks.changeWebhook(c.env, c.var.actor, webhook, originOf(c), body)));
  },
});

export const rotateSecret = operation({
  id: "rotateWebhookSecret",
  summary: "Give a webhook a new secret",
  description:
    "For 24 hours every delivery carries two signatures in `webhook-signature`, separated by a space: one with the new secret and one with the old. The receiver may switch over at any time in between. `secret` is shown only once.",
  answers: { 200: { description: "Store the new secret now.", schema: "WebhookCreated" } },
  bounds: ["webhook.rotate_secret"],
  repeatable: true,
  async handle(c) {
    const webhook = await webhookOfPath(c);
    return idempotent(
      c,
      {},
      async () => {
        const changed = await webhooks.rotateSecret(c.env, c.var.actor, webhook);
        return { ...shown(changed), secret: changed.secret };
      },
      200,
    );
  },
});

export const remove = operation({
  id: "deleteWebhook",
  summary: "Delete a webhook and its deliveries",
  answers: { 204: "Deleted." },
  async handle(c) {
    await webhooks.removeWebhook(c.env, c.var.actor, await webhookOfPath(c));
    return c.body(null, 204);
  },
});

export const test = operation({
  id: "testWebhook",
  summary: "Send a test event",
  description: "A `webhook.test` event, sent once; the answer shows the result.",
  answers: { 200: { description: "The delivery.", schema: "Delivery" } },
  bounds: ["webhook.test"],
  handle: async (c) => c.json(await webhooks.testWebhook(c.env, c.var.actor, await webhookOfPath(c))),
});

export const deliveries = operation({
  id: "listDeliveries",
  summary: "List what was sent to a webhook",
  description: "Newest first.",
  page: "DeliveryList",
  async handle(c) {
    const webhook = await webhookOfPath(c);
    const { limit, after } = readPage(c);
    const { items, next } = await webhooks.listDeliveries(
      c.env,
      c.var.actor,
      webhook,
      after === 0 ? null : after,
      limit,
    );
    return c.json({ items, next_cursor: next === null ? null : String(next) });
  },
});

const idOf = (c: Context<AppEnv>) => c.req.param("id") ?? "";

export const delivery = operation({
  id: "getDelivery",
  summary: "Read a delivery with its body and attempts",
  answers: { 200: { description: "As it is now.", schema: "DeliveryWhole" } },
  async handle(c) {
    const { body, ...rest } = (await webhooks.loadDelivery(c.env, c.var.actor, idOf(c))).delivery;
    return c.json({ ...rest, body: JSON.parse(body) });
  },
});

export const replay = operation({
  id: "replayDelivery",
  summary: "Send a delivery again",
  description: "With the same id and body, and a full series of attempts.",
  answers: { 202: { description: "It is on its way.", schema: "Delivery" } },
  bounds: ["delivery.replay"],
  handle: async (c) => c.json(await webhooks.replayDelivery(c.env, c.var.actor, idOf(c)), 202),
});
