import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { Webhook, WebhookVerificationError } from "standardwebhooks";

/**
 * A receiver of a project's webhooks: checks the signature, drops what it has seen, answers at once and works after.
 * WEBHOOK_SECRET=whsec_… PORT=9000 node examples/webhook-receiver/receiver.ts
 */
const secret = process.env.WEBHOOK_SECRET ?? "";
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret that was shown when the webhook was created");
const webhook = new Webhook(secret);

interface Event {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** Ids that were worked on. A real receiver keeps them in its database, under a unique key. */
const seen = new Set<string>();

/** Put your own work here: a row in a sheet, a lead in a CRM, a message in a channel. */
function work({ type, data }: Event): void {
  if (type === "contact.created") console.log(`Contact: ${data.name ?? "no name"}, ${data.email ?? data.phone}`);
  else if (type === "session.ended") console.log(`Call of ${data.seconds} s with ${data.agent_name}: ${data.reason}`);
  else console.log(type, data);
}

export const app = new Hono();

app.post("/hooks/voice", async (c) => {
  const body = await c.req.text();
  let event: Event;
  try {
    event = webhook.verify(body, c.req.header()) as Event;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return c.json({ error: "The signature does not match" }, 401);
  }
  const id = c.req.header("webhook-id") ?? "";
  if (!seen.has(id)) {
    seen.add(id);
    work(event);
  }
  return c.body(null, 204);
});

if (import.meta.main) {
  const port = Number(process.env.PORT || 9000);
  serve({ fetch: app.fetch, port }, () => console.log(`Listening on http://127.0.0.1:${port}/hooks/voice`));
}
