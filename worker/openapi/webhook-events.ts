import { OPERATOR_EVENT_NAMES, TEST_EVENT_NAME, WEBHOOK_EVENT_NAMES } from "../../shared/webhook-events.ts";
import { WEBHOOK_PAYLOADS, webhookBodies } from "../../shared/webhook-payloads.ts";

/** `session.ended` → `SessionEndedEvent`, its schema's name in the document. */
const schemaName = (event: string) =>
  `${event.replaceAll(/(?:^|\.)(.)/g, (_, letter: string) => letter.toUpperCase())}Event`;

export const webhookSchemas = Object.fromEntries(webhookBodies.map(({ event, body }) => [schemaName(event), body]));

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});
const parameters = [
  header("webhook-id", "Of this event for this webhook: the same at every try. Ignore one that you have seen."),
  header("webhook-timestamp", "Of this try: unix seconds."),
  header("webhook-signature", "`v1,…`, as Standard Webhooks says; two, separated by a space, after a new secret."),
];

/** `webhooks` of the document: what a receiver is sent. */
export const webhooks = (): Record<string, object> =>
  Object.fromEntries(
    [...WEBHOOK_EVENT_NAMES, ...OPERATOR_EVENT_NAMES, TEST_EVENT_NAME].map(([event, summary]) => [
      event,
      {
        post: {
          operationId: `receive${schemaName(event)}`,
          tags: ["Webhooks"],
          summary,
          description: `Sent when ${WEBHOOK_PAYLOADS[event].description?.replaceAll(/\[([^\][]*)\]\([^()]*\)/g, "$1")}.`,
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: { "application/json": { schema: { $ref: `#/components/schemas/${schemaName(event)}` } } },
          },
          responses: {
            "2XX": { description: "Accepted; only the status is read." },
            "3XX": { description: "Failed, without another try: redirects are not followed." },
            410: { description: "Failed, and the webhook is switched off." },
            default: { description: "Tried again later." },
          },
        },
      },
    ]),
  );
