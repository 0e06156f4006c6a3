import * as example from "./examples-conversations.ts";
import type { Operation, Parameter } from "./operation.ts";
import { at, idOf, listOf } from "./operator-parts.ts";

const TAG = "Webhooks";

const deliveryId: Parameter = {
  name: "id",
  in: "path",
  required: true,
  description: "The delivery.",
  schema: { type: "string" },
  example: example.delivery.id,
};

/** What conversations leave: webhooks and what was sent to them. */
export const conversationOperations: Operation[] = [
  listOf("listWebhooks", "/projects/{id}/webhooks", TAG, "List a project's webhooks", "WebhookList", example.webhook, {
    parameters: [idOf("project")],
    errors: ["project_not_found"],
  }),
  {
    id: "createWebhook",
    method: "post",
    path: at("/projects/{id}/webhooks"),
    tag: TAG,
    summary: "Create a webhook",
    description:
      "Events are POSTed there as `{type, timestamp, data}`, signed as Standard Webhooks says, at least once: drop a `webhook-id` that you have seen. Anything but a 2xx within 15 seconds is tried again over 24 hours, with growing pauses. Events of one session come in their order. A 410 switches the webhook off, and so do three days of failures. `secret` is shown this once.",
    access: "organization",
    parameters: [idOf("project")],
    body: { schema: "WebhookCreate", example: example.webhookCreate },
    answers: {
      201: { description: "Created; keep the secret now.", schema: "WebhookCreated", example: example.webhookCreated },
    },
    errors: ["project_not_found"],
  },
  {
    id: "getWebhook",
    method: "get",
    path: at("/webhooks/{id}"),
    tag: TAG,
    summary: "Read a webhook",
    access: "organization",
    parameters: [idOf("webhook")],
    answers: { 200: { description: "As it is now.", schema: "Webhook", example: example.webhook } },
    errors: ["webhook_not_found"],
  },
  {
    id: "updateWebhook",
    method: "patch",
    path: at("/webhooks/{id}"),
    tag: TAG,
    summary: "Change a webhook, or switch it on or off",
    description: "Switched off, what still waits fails, and nothing new is sent; replay it when the receiver is back.",
    access: "organization",
    parameters: [idOf("webhook")],
    body: { schema: "WebhookPatch", example: { active: true } },
    answers: { 200: { description: "As it is now.", schema: "Webhook", example: example.webhook } },
    errors: ["webhook_not_found"],
  },
  {
    id: "deleteWebhook",
    method: "delete",
    path: at("/webhooks/{id}"),
    tag: TAG,
    summary: "Delete a webhook and its deliveries",
    access: "organization",
    parameters: [idOf("webhook")],
    answers: { 204: { description: "Deleted." } },
    errors: ["webhook_not_found"],
  },
  {
    id: "testWebhook",
    method: "post",
    path: at("/webhooks/{id}/test"),
    tag: TAG,
    summary: "Send a test event",
    description: "A `webhook.test` event, sent once; the answer says what came of it.",
    access: "organization",
    parameters: [idOf("webhook")],
    answers: { 200: { description: "The delivery.", schema: "Delivery", example: example.delivery } },
    errors: ["webhook_not_found"],
  },
  listOf(
    "listDeliveries",
    "/webhooks/{id}/deliveries",
    TAG,
    "List what was sent to a webhook",
    "DeliveryList",
    example.delivery,
    {
      description: "Newest first.",
      parameters: [idOf("webhook")],
      errors: ["webhook_not_found"],
    },
  ),
  {
    id: "getDelivery",
    method: "get",
    path: at("/deliveries/{id}"),
    tag: TAG,
    summary: "Read a delivery with its body and tries",
    access: "organization",
    parameters: [deliveryId],
    answers: { 200: { description: "As it is now.", schema: "DeliveryWhole", example: example.deliveryWhole } },
    errors: ["delivery_not_found"],
  },
  {
    id: "replayDelivery",
    method: "post",
    path: at("/deliveries/{id}/replay"),
    tag: TAG,
    summary: "Send a delivery again",
    description: "With the same id and body, and a full series of tries.",
    access: "organization",
    parameters: [deliveryId],
    answers: { 202: { description: "It is on its way.", schema: "Delivery", example: example.delivery } },
    errors: ["delivery_not_found"],
  },
];
