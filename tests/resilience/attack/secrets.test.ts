import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN_TOKEN, KEY_SECRET } from "../../harness/service/secrets.ts";
import { makeSite, Service, type Site } from "../../harness/service/workerd/service.ts";

const VENDOR_KEYS = {
  OPENAI_API_KEY: "sk-openai-very-secret-value",
  XAI_API_KEY: "xai-very-secret-value",
  GEMINI_API_KEY: "gemini-very-secret-value",
  INWORLD_API_KEY: "inworld-very-secret-value",
  ELEVENLABS_API_KEY: "elevenlabs-very-secret-value",
  TURN_KEY_TOKEN: "turn-very-secret-value",
};
const WEBHOOK_SECRET = "whsec_dmVyeS1zZWNyZXQtdmFsdWUtb2YtYS1ob29r";
const SAID = "my card number is 4111 1111 1111 1111";
const ADDRESS = "203.0.113.77";

// Vendors that nobody answers for: their failures must tell nothing either.
const unreachable = "http://127.0.0.1:9";
const service = new Service({
  logs: true,
  vars: { ...VENDOR_KEYS, OPENAI_BASE_URL: unreachable, ELEVENLABS_BASE_URL: unreachable, PROVIDER_B: "openai" },
});
let site: Site;
beforeAll(async () => {
  await service.start();
  site = await makeSite(service);
});
afterAll(() => service.stop());

test("no secret, no address and nothing that was said is in a log or in an answer that is not its own", async () => {
  const answers: string[] = [];
  const send = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { "content-type": "application/json", "cf-connecting-ip": ADDRESS, ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    answers.push(`${method} ${path} ${response.status} ${JSON.stringify([...response.headers])} ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
  const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const visitor = { "x-api-key": site.channelKey };

  // Answers that make a secret are the only ones to hold it: they go around the record.
  const { token } = await service.admin<{ token: string }>("POST", `/organizations/${site.org}/tokens`, {});
  const { secret } = await service.admin<{ secret: string }>("GET", `/projects/${site.project}/identity-secret`);
  const tools = [{ name: "hook", kind: "webhook", url: `${unreachable}/hook`, secret: WEBHOOK_SECRET }];
  await send("PATCH", `/admin/v1/agents/${site.agent}`, operator, { tools });

  const user_id = "customer-1";
  const started = await send("POST", "/widget/v1/session", visitor, {
    agent_id: site.agent,
    user_id,
    user_hash: createHmac("sha256", secret).update(user_id).digest("hex"),
    context: { note: SAID },
  });
  const token_of_vendor: string = started.client_secret.ephemeral_token;
  const session = `/widget/v1/session/${started.session_id}`;
  await send("POST", `${session}/events`, visitor, {
    events: [{ type: "connected" }, { type: "error", code: "x", message: site.channelKey }],
  });
  await send("POST", `${session}/events`, visitor, { events: [{ type: "user_transcript", text: SAID }] });
  await send("POST", "/widget/v1/tools/execute", visitor, {
    session_id: started.session_id,
    name: "hook",
    call_id: "1",
    arguments: { said: SAID },
  });
  await send("POST", "/widget/v1/session", visitor, { agent_id: site.agent, model: "provider_b" });
  await send("POST", "/widget/v1/session", visitor, { agent_id: site.agent, user_id, user_hash: "00" });
  await send("POST", "/widget/v1/session", visitor, `{"agent_id": ${SAID}`);
  const { key: whole } = await service.admin<{ key: string }>("POST", `/projects/${site.project}/keys`, {
    name: "Whole",
    permissions: ["widget:session"],
  });
  await send("GET", `/widget/v1/extprovider-convai/signed-url?agent_id=${site.external}`, { "x-api-key": whole });
  for (const path of [
    "/organizations",
    `/organizations/${site.org}/tokens`,
    "/projects",
    `/projects/${site.project}`,
    `/projects/${site.project}/keys`,
    `/projects/${site.project}/channels`,
    "/agents",
    `/agents/${site.agent}`,
    "/audit?limit=200",
  ]) {
    await send("GET", `/admin/v1${path}`, operator);
    await send("GET", `/admin/v1${path}`, { authorization: `Bearer ${token}` });
  }
  // Secrets in places where they do not belong, as people put them.
  for (const misplaced of [site.channelKey, token, ADMIN_TOKEN]) {
    await send("GET", "/widget/v1/config", { "x-api-key": `${misplaced}x` });
    await send("GET", "/admin/v1/projects", { authorization: `Bearer ${misplaced}x` });
    await fetch(`${service.url}/widget/v1/config?key=${misplaced}`);
    await fetch(`${service.url}/${misplaced}`);
    await fetch(`${service.url}/admin/v1/sessions/${misplaced}`, { headers: operator });
  }

  const log = service.log;
  expect(log.split("\n").length).toBeGreaterThan(30);
  const everywhere = {
    ADMIN_TOKEN,
    KEY_SECRET,
    ...VENDOR_KEYS,
    WEBHOOK_SECRET,
    token,
    secret,
    channelKey: site.channelKey,
    consoleKey: site.consoleKey,
    whole,
  };
  for (const [name, value] of Object.entries(everywhere)) {
    expect(log.includes(value), `${name} in the log`).toBe(false);
    expect(
      answers.filter((answer) => answer.includes(value)),
      `${name} in an answer`,
    ).toEqual([]);
  }
  for (const [name, value] of Object.entries({ SAID, ADDRESS, token_of_vendor, hash: "user_hash", user_id }))
    expect(log.includes(value), `${name} in the log`).toBe(false);
});
