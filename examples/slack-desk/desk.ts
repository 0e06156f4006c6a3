import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { isFromSlack, plainText, Slack, type SlackEvent } from "./slack.ts";
import { VoiceService } from "./voice-service.ts";

/**
 * Answers visitors from Slack: each one who asks for a person becomes a thread of a channel; who replies first has joined.
 * `agent` alone in a reply gives the conversation back, `end` ends it.
 */
function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}; examples/README.md says where it comes from`);
  return value;
}

const webhook = new Webhook(setting("WEBHOOK_SECRET"));
const signing = setting("SLACK_SIGNING_SECRET");
const slack = new Slack(setting("SLACK_BOT_TOKEN"), setting("SLACK_CHANNEL"));
const service = new VoiceService(setting("VOICE_SERVICE"), setting("VOICE_TOKEN"), setting("VOICE_PROJECT"));

/** Threads by session, sessions by thread, and who has joined which. A real desk keeps them in its database. */
const threads = new Map<string, string>();
const sessions = new Map<string, string>();
const joined = new Map<string, string>();
/** Events that came already: both sides send again what was not answered in time. */
const seen = new Set<string>();

/** Further lines of one speaker are indented, or a visitor could write what the agent or the desk seems to say. */
const said = (who: string, text: string): string =>
  `${who}: ${text.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, "\n    ")}`;

const tell = (session_id: string, text: string): Promise<unknown> =>
  slack.post(text, threads.get(session_id)).catch((error) => console.error(String(error)));

const follow = service.listen(
  (session_id, text) => void tell(session_id, said("Visitor", text)),
  (session_id) => void tell(session_id, "The conversation has ended."),
);

interface Requested {
  session_id: string;
  agent_name: string;
  reason: string | null;
  summary: string | null;
  page: string | null;
  wait_until: number;
  lines: { role: string; text: string }[];
}

async function requested({
  session_id,
  agent_name,
  reason,
  summary,
  page,
  wait_until,
  lines,
}: Requested): Promise<void> {
  const seconds = Math.max(0, Math.round((wait_until - Date.now()) / 1000));
  const told = Object.entries({ Reason: reason, Summary: summary, Page: page });
  const text = [
    `A visitor asks for a person (${agent_name}, ${seconds} s left).`,
    ...told.flatMap(([name, value]) => (value ? [said(name, value)] : [])),
    ...lines.map(({ role, text }) => said(role, text)),
  ].join("\n");
  joined.delete(session_id);
  // Asked for again: in the thread that there is.
  if (threads.has(session_id)) return void (await slack.post(text, threads.get(session_id)));
  const thread = await slack.post(text);
  threads.set(session_id, thread);
  sessions.set(thread, session_id);
  follow(session_id);
}

async function reply(session_id: string, user: string, text: string): Promise<void> {
  const command = text.trim().toLowerCase();
  if (command === "agent" || command === "end") {
    joined.delete(session_id);
    return service.call(session_id, command === "end" ? "end" : "release");
  }
  if (joined.get(session_id) !== user) {
    await service.call(session_id, "join", await slack.person(user));
    joined.set(session_id, user);
  }
  await service.call(session_id, "messages", { text });
}

export const app = new Hono();

app.post("/hooks/voice", async (c) => {
  let event: { type: string; data: Requested };
  try {
    event = webhook.verify(await c.req.text(), c.req.header()) as typeof event;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return c.json({ error: "The signature does not match" }, 401);
  }
  const { type, data } = event;
  const id = c.req.header("webhook-id") ?? "";
  if (seen.has(id)) return c.body(null, 204);
  if (threads.has(data.session_id) && type === "person.missed") await tell(data.session_id, "Nobody came in time.");
  if (type === "person.requested") await requested(data);
  seen.add(id);
  return c.body(null, 204);
});

app.post("/hooks/slack", async (c) => {
  const body = await c.req.text();
  if (!isFromSlack(c.req.header(), body, signing)) return c.json({ error: "The signature does not match" }, 401);
  const { type, challenge, event, event_id = "" } = JSON.parse(body) as SlackEvent;
  if (type === "url_verification") return c.json({ challenge });
  const session_id = sessions.get(event?.thread_ts ?? "");
  const byPerson = event?.type === "message" && !event.bot_id && !event.subtype && event.user;
  if (!session_id || !byPerson || seen.has(event_id)) return c.body(null, 200);
  seen.add(event_id);
  // Slack waits three seconds for the answer and then sends again.
  void reply(session_id, event.user ?? "", plainText(event.text ?? "")).catch((error) =>
    tell(session_id, error.message),
  );
  return c.body(null, 200);
});

if (import.meta.main) {
  const port = Number(process.env.PORT || 9100);
  serve({ fetch: app.fetch, port }, () => console.log(`Listening on http://127.0.0.1:${port}`));
}
