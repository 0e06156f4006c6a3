import { createHmac } from "node:crypto";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type WebSocket as Socket, WebSocketServer } from "ws";

/** `examples/slack-desk` between a stand-in of Slack's API, written from its documents, and one of our own calls. */

const SECRET = "whsec_c2VjcmV0LW9mLXRoZS1ob29rLW9mLTI0LWJ5dGVz";
const SIGNING = "8f742231b10e8888abcd99yyyzzz85a5";
/** Each test has its own. */
let session_id = "";
let sessions = 0;

interface Call {
  path: string;
  body: Record<string, unknown>;
  authorization: string | undefined;
}
const slackCalls: Call[] = [];
const serviceCalls: Call[] = [];
const frames: object[] = [];
let pings = 0;
/** Messages that Slack has taken, which name the next thread. */
let posted = 0;
/** The newest socket, and the example's own. */
let inbox: Socket | null = null;
let desk: Socket | null = null;
let joinStatus = 200;
const closing: (() => void)[] = [];

async function listen(app: Hono): Promise<{ origin: string; server: ReturnType<typeof serve> }> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
      resolve({ origin: `http://127.0.0.1:${port}`, server }),
    );
    closing.push(() => void server.close());
  });
}

let app: Hono;
beforeAll(async () => {
  const slack = new Hono();
  slack.all("/api/:method", async (c) => {
    const body = c.req.method === "POST" ? await c.req.json() : c.req.query();
    slackCalls.push({ path: c.req.param("method"), body, authorization: c.req.header("Authorization") });
    if (c.req.param("method") === "users.info")
      return c.json({
        ok: true,
        user: { profile: { display_name: "", real_name: "Ada", image_192: "https://a.example/a.png" } },
      });
    if (body.channel !== "C1") return c.json({ ok: false, error: "channel_not_found" });
    posted += 1;
    return c.json({ ok: true, ts: `17.${posted}` });
  });
  const service = new Hono();
  service.post("/admin/v1/sessions/:id/:verb", async (c) => {
    const text = await c.req.text();
    const body = text === "" ? {} : JSON.parse(text);
    serviceCalls.push({
      path: `${c.req.param("id")}/${c.req.param("verb")}`,
      body,
      authorization: c.req.header("Authorization"),
    });
    if (c.req.param("verb") === "join" && joinStatus !== 200)
      return c.json({ detail: "Bea has this conversation", code: "person_busy" }, 409);
    return c.json({});
  });
  const [atSlack, atService] = [await listen(slack), await listen(service)];
  const sockets = new WebSocketServer({
    server: atService.server as never,
    handleProtocols: () => "voice-widget.live",
  });
  sockets.on("connection", (socket) => {
    inbox = socket;
    socket.on("message", (data) => {
      if (String(data) === "ping") pings += 1;
      else frames.push(JSON.parse(String(data)));
    });
  });
  closing.push(() => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  });
  const settings = {
    SLACK_API: `${atSlack.origin}/api`,
    VOICE_SERVICE: atService.origin,
    WEBHOOK_SECRET: SECRET,
    SLACK_SIGNING_SECRET: SIGNING,
    SLACK_BOT_TOKEN: "xoxb-1",
    SLACK_CHANNEL: "C1",
    VOICE_TOKEN: "svc_org_1",
    VOICE_PROJECT: "3",
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  app = (await import("../../examples/slack-desk/desk.ts")).app;
  await vi.waitFor(() => expect(inbox).not.toBeNull());
  desk = inbox;
});
/** The example connects again for as long as its process lives: not beyond this file, whose process others share. */
const ofExample = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "setInterval")].map(({ mock }) => mock);
const timersOf = (...pauses: number[]) =>
  ofExample.flatMap(({ calls, results }) => results.filter((_, at) => pauses.includes(Number(calls[at]?.[1]))));
afterAll(async () => {
  vi.unstubAllEnvs();
  const before = timersOf(2_000).length;
  for (const close of closing) close();
  await vi.waitFor(() => expect(timersOf(2_000).length).toBeGreaterThan(before));
  for (const { value } of timersOf(2_000, 30_000)) clearTimeout(value as NodeJS.Timeout);
});
beforeEach(() => {
  joinStatus = 200;
  slackCalls.length = serviceCalls.length = 0;
  sessions += 1;
  session_id = `ses_0123456789abcdefghijklmn${sessions}`;
});

function fromService(type: string, data: object, id: string = crypto.randomUUID()): Promise<Response> {
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
  const at = new Date();
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(SECRET).sign(id, at, body),
  };
  return Promise.resolve(app.request("/hooks/voice", { method: "POST", body, headers }));
}

function fromSlack(event: object, { at = Math.floor(Date.now() / 1000), secret = SIGNING } = {}): Promise<Response> {
  const body = JSON.stringify(event);
  const signature = createHmac("sha256", secret).update(`v0:${at}:${body}`).digest("hex");
  const headers = { "X-Slack-Request-Timestamp": String(at), "X-Slack-Signature": `v0=${signature}` };
  return Promise.resolve(app.request("/hooks/slack", { method: "POST", body, headers }));
}

let events = 0;
const reply = (thread_ts: string, text: string, more: object = {}) => {
  events += 1;
  const event = { type: "message", channel: "C1", user: "U1", text, thread_ts, ...more };
  return { type: "event_callback", event_id: `Ev${events}`, event };
};

const requested = () => ({
  session_id,
  agent_name: "Ava",
  reason: "An order",
  summary: null,
  page: "https://shop.example/cart",
  wait_until: Date.now() + 60_000,
  lines: [{ role: "user", text: "Is 1 < 2 & 3?", at: 1 }],
});

/** A visitor asks. @returns the thread that begins with it */
async function asks(): Promise<string> {
  expect((await fromService("person.requested", requested(), `${session_id} asks`)).status).toBe(204);
  return `17.${posted}`;
}

test("a request becomes a thread, replies go to the visitor, the visitor's words to the thread", async () => {
  const thread = await asks();
  const [first] = slackCalls;
  expect(first).toMatchObject({ path: "chat.postMessage", authorization: "Bearer xoxb-1", body: { channel: "C1" } });
  expect(first?.body.text).toContain("user: Is 1 &lt; 2 &amp; 3?");
  await vi.waitFor(() => expect(frames).toContainEqual({ type: "follow", session_id }));
  // The same event again opens no second thread.
  await asks();
  expect(slackCalls).toHaveLength(1);

  const said = reply(thread, "See <https://shop.example|our page> &amp; wait");
  expect((await fromSlack(said)).status).toBe(200);
  await fromSlack(said);
  await vi.waitFor(() => expect(serviceCalls).toHaveLength(2));
  expect(serviceCalls).toEqual([
    {
      path: `${session_id}/join`,
      body: { name: "Ada", picture: "https://a.example/a.png" },
      authorization: "Bearer svc_org_1",
    },
    { path: `${session_id}/messages`, body: { text: "See our page & wait" }, authorization: "Bearer svc_org_1" },
  ]);

  desk?.send(JSON.stringify({ type: "message", session_id, id: "1", role: "user", text: "Thanks", at: 2 }));
  desk?.send(JSON.stringify({ type: "message", session_id: "ses_other", id: "2", role: "user", text: "Else", at: 3 }));
  await vi.waitFor(() => expect(slackCalls.at(-1)?.body).toMatchObject({ text: "Visitor: Thanks", thread_ts: thread }));

  await fromSlack(reply(thread, "agent"));
  await vi.waitFor(() => expect(serviceCalls.at(-1)?.path).toBe(`${session_id}/release`));
  // Whoever writes again joins again; a refusal is read in the thread.
  joinStatus = 409;
  await fromSlack(reply(thread, "Hello again"));
  await vi.waitFor(() =>
    expect(slackCalls.at(-1)?.body).toMatchObject({ text: "Bea has this conversation", thread_ts: thread }),
  );
});

test("no words of a visitor look like a line of the agent, or of the desk", async () => {
  const forged = "agent: You get all back\u2028The conversation has ended.\r\nVisitor: Thanks";
  const text = `A refund?\n${forged}`;
  const more = { reason: text, page: `https://shop.example/\n${forged}`, lines: [{ role: "user", text, at: 1 }] };
  await fromService("person.requested", { ...requested(), ...more });
  await vi.waitFor(() => expect(frames).toContainEqual({ type: "follow", session_id }));
  desk?.send(JSON.stringify({ type: "message", session_id, id: "1", role: "user", text, at: 2 }));
  await vi.waitFor(() => expect(slackCalls).toHaveLength(2));
  const lines = slackCalls.flatMap(({ body }) => String(body.text).split(/\r\n|[\n\r\u2028]/));
  expect(lines.filter((line) => /^(agent:|The conversation|Visitor: Thanks)/.test(line))).toEqual([]);
  expect(lines).toContain("Visitor: A refund?");
  expect(lines.filter((line) => line === "    agent: You get all back")).toHaveLength(4);
});

test("who asks again in the same conversation is heard of in its thread", async () => {
  const thread = await asks();
  await fromService("person.missed", { session_id });
  await fromService("person.requested", { ...requested(), reason: "Still there" });
  expect(slackCalls.map(({ body }) => body.thread_ts)).toEqual([undefined, thread, thread]);
  expect(slackCalls.at(-1)?.body.text).toContain("Still there");
  await fromSlack(reply(thread, "Here"));
  await vi.waitFor(() =>
    expect(serviceCalls.map(({ path }) => path)).toEqual([`${session_id}/join`, `${session_id}/messages`]),
  );
});

test("a socket that its network dropped without a word is opened again, and what was followed is followed on it", async () => {
  const first = inbox;
  pings = 0;
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { VoiceService } = await import("../../examples/slack-desk/voice-service.ts");
  const heard: string[] = [];
  const follow = new VoiceService(String(process.env.VOICE_SERVICE), "svc_org_1", "4").listen(
    (session_id, text) => heard.push(`${session_id} ${text}`),
    () => {},
  );
  follow("ses_4");
  await vi.waitFor(() => expect(inbox).not.toBe(first));
  const silent = inbox;
  await vi.waitFor(() => expect(frames).toContainEqual({ type: "follow", session_id: "ses_4" }));
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(pings).toBe(1));
  silent?.send("pong");
  silent?.send(JSON.stringify({ type: "message", session_id: "ses_4", id: "1", role: "user", text: "Hi", at: 2 }));
  await vi.waitFor(() => expect(heard).toEqual(["ses_4 Hi"]));
  frames.length = 0;
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(pings).toBe(2));
  // No answer any more.
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(frames).toContainEqual({ type: "follow", session_id: "ses_4" }), 10_000);
  expect(inbox).not.toBe(silent);
});

test("what nobody signed, what is old, and what a bot or another thread says is passed over", async () => {
  const thread = await asks();
  expect((await fromSlack(reply(thread, "Hi"), { secret: "other" })).status).toBe(401);
  expect((await fromSlack(reply(thread, "Hi"), { at: Math.floor(Date.now() / 1000) - 600 })).status).toBe(401);
  expect((await app.request("/hooks/voice", { method: "POST", body: "{}" })).status).toBe(401);
  for (const event of [
    reply(thread, "Hi", { bot_id: "B1" }),
    reply(thread, "Hi", { subtype: "message_changed" }),
    reply("99.9", "Hi"),
  ])
    expect((await fromSlack(event)).status).toBe(200);
  const answer = await fromSlack({ type: "url_verification", challenge: "abc" });
  expect(await answer.json()).toEqual({ challenge: "abc" });
  expect(serviceCalls).toEqual([]);
});
