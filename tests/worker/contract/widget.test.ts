import { describe, expect, test } from "vitest";
import { makeSite } from "../../harness/worker/organization.ts";
import { admin, apiKey, call, request } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";

const CONFIG = "/widget/v1/config";
const SESSION = "/widget/v1/session";
const SIGNED = "/widget/v1/extprovider-convai/signed-url";
const TOOLS = "/widget/v1/tools/execute";

describe("all calls of a visitor", () => {
  test("config, session, events, tools, analytics", async () => {
    const { channel, agent, project, org } = await makeSite();
    const headers = apiKey(channel.key);
    const config = await call("GET", CONFIG, 200, { headers });
    expect(config).toMatchObject({ project_id: project, agent_id: agent });
    expect(await call("GET", "/widget/v1/context", 200, { headers })).toMatchObject({ org_id: org });
    const { session_id } = await call("POST", SESSION, 200, {
      headers,
      body: { agent_id: agent, model: "whatever", context: { plan: "gold", empty: "" }, visitor_id: "v_1" },
    });
    const events = await call("POST", `${SESSION}/${session_id}/events`, 200, {
      headers,
      body: { events: [{ type: "connected" }, { type: "user_transcript", text: "Hello", at: Date.now() }] },
    });
    expect(events).toMatchObject({ accepted: 2, session: { status: "active" } });
    const outcome = await call("POST", TOOLS, 200, {
      headers,
      body: { session_id, name: "no_such_tool", call_id: "call_1", arguments: {} },
    });
    expect(outcome).toMatchObject({ success: false, error: { code: "unknown_tool" } });
    expect(await call("POST", "/widget/v1/analytics", 200, { headers, body: { events: [{ name: "open" }] } })).toEqual({
      success: true,
      accepted: 1,
    });
    await call("POST", `${SESSION}/${session_id}/events`, 200, { headers, body: { events: [{ type: "ended" }] } });

    const listed = await admin("GET", `/projects/${project}/sessions`);
    expect(listed.items).toMatchObject([{ id: session_id, status: "ended" }]);
    const shown = await admin("GET", `/sessions/${session_id}`);
    expect(shown.transcript).toMatchObject([{ role: "user", text: "Hello" }]);
    const counts = await admin("GET", `/projects/${project}/analytics`);
    expect(counts.items).toMatchObject([{ name: "open", count: 1 }]);
    await admin("DELETE", `/projects/${project}/subjects/v_1`, undefined, { status: 204 });
  });

  test("config answers 304 to its own ETag", async () => {
    const { channel } = await makeSite();
    const first = await request("GET", CONFIG, { headers: apiKey(channel.key) });
    const etag = first.headers.get("etag") ?? "";
    await first.body?.cancel();
    await call("GET", CONFIG, 304, { headers: { ...apiKey(channel.key), "if-none-match": etag } });
  });
});

describe("every documented refusal", () => {
  test("401 for an unknown key, 422 without one", async () => {
    const { console } = await makeSite();
    for (const [method, path] of [
      ["GET", CONFIG],
      ["GET", "/widget/v1/context"],
      ["POST", SESSION],
      ["POST", `${SESSION}/ses_x/events`],
      ["POST", `${SESSION}/ses_x/extend`],
      ["POST", `${SESSION}/ses_x/reconnect`],
      ["GET", `${SIGNED}?agent_id=1`],
      ["POST", TOOLS],
      ["POST", "/widget/v1/analytics"],
    ] as const) {
      const body = method === "POST" ? {} : undefined;
      expect(await call(method, path, 422, { body })).toEqual({
        detail: [{ type: "missing", loc: ["header", "X-API-Key"], msg: "Field required" }],
      });
      expect(await call(method, path, 401, { body, headers: apiKey("svc_pk_junk") })).toEqual({
        detail: "Invalid API key or origin",
      });
    }
    await call("POST", SESSION, 401, { body: { agent_id: 1 }, headers: apiKey(console.key) });
    await call("POST", TOOLS, 401, { body: {}, headers: apiKey(console.key) });
  });

  test("413 and 422 of bodies and parameters, all faults at once", async () => {
    const { free } = await makeSite();
    const headers = apiKey(free.key);
    for (const path of [
      SESSION,
      `${SESSION}/ses_x/events`,
      `${SESSION}/ses_x/extend`,
      `${SESSION}/ses_x/reconnect`,
      TOOLS,
      "/widget/v1/analytics",
    ]) {
      await call("POST", path, 413, { headers, body: `{"a":"${"x".repeat(65_536)}"}` });
      const { detail } = await call("POST", path, 422, { headers, body: "{" });
      expect(detail).toMatchObject([{ type: "json_invalid" }]);
      await call("POST", path, 422, { headers, body: [] });
    }
    const { detail } = await call("POST", SESSION, 422, {
      headers,
      body: { agent_id: "1", user_id: "x".repeat(129), model: 1 },
    });
    expect(detail.map(({ loc }: { loc: string[] }) => loc[1]).sort()).toEqual([
      "agent_id",
      "model",
      "user_hash",
      "user_id",
    ]);
    await call("GET", SIGNED, 422, { headers });
    await call("GET", `${SIGNED}?agent_id=x`, 422, { headers });
  });

  test("a user's hash is judged beside all other faults", async () => {
    const { free, project, agent } = await makeSite();
    const { secret } = await admin("GET", `/projects/${project}/identity-secret`);
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const secretKey = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, [
      "sign",
    ]);
    const mac = new Uint8Array(await crypto.subtle.sign("HMAC", secretKey, new TextEncoder().encode("u")));
    const user_hash = Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const faulty = async (body: object) => {
      const { detail } = await call("POST", SESSION, 422, { headers: apiKey(free.key), body });
      return detail.map(({ loc }: { loc: string[] }) => loc.join(".")).sort();
    };
    expect(await faulty({ user_id: "u" })).toEqual(["body.agent_id", "body.user_hash"]);
    expect(await faulty({ user_hash, voice: 5, agent_id: agent })).toEqual(["body.user_hash", "body.voice"]);
    expect(await faulty({ user_id: "u", user_hash: "00" })).toEqual(["body.agent_id", "body.user_hash"]);
    expect(await faulty({ user_id: "u", user_hash })).toEqual(["body.agent_id"]);
    expect(await faulty({ user_id: "u", user_hash: 5 })).toEqual(["body.agent_id", "body.user_hash"]);
  });

  test("a model is a string, whichever; nothing else is", async () => {
    const { free, agent } = await makeSite();
    const headers = apiKey(free.key);
    for (const model of [null, 1, true, [], {}]) {
      const { detail } = await call("POST", SESSION, 422, { headers, body: { agent_id: agent, model } });
      expect(detail).toMatchObject([{ type: "string_type", loc: ["body", "model"] }]);
    }
    for (const model of ["", "gpt-5"])
      expect(await call("POST", SESSION, 200, { headers, body: { agent_id: agent, model } })).toMatchObject({
        model: "provider_a",
      });
  });

  test("a context's keys are measured in characters", async () => {
    const { free, agent } = await makeSite();
    const start = (name: string, status: number) =>
      call("POST", SESSION, status, { headers: apiKey(free.key), body: { agent_id: agent, context: { [name]: 1 } } });
    await start("😀".repeat(64), 200);
    expect((await start("😀".repeat(65), 422)).detail).toMatchObject([{ loc: ["body", "context"] }]);
  });

  test("400, 403 and 404 of agents", async () => {
    const { free, channel, agent, inactive, external } = await makeSite();
    const other = await makeSite();
    const start = (agent_id: number, status: number, key = free.key) =>
      call("POST", SESSION, status, { headers: apiKey(key), body: { agent_id } });
    const sign = (agent_id: number, status: number, key = free.key) =>
      call("GET", `${SIGNED}?agent_id=${agent_id}`, status, { headers: apiKey(key) });
    for (const ask of [start, sign]) {
      expect(await ask(inactive, 403, channel.key)).toEqual({
        detail: "Agent is not allowed for this API key",
      });
      expect(await ask(other.agent, 403)).toEqual({
        detail: "Agent is not part of this project",
        code: "agent_of_other_project",
      });
      for (const nobody of [999_999, 0, -1])
        expect(await ask(nobody, 404)).toEqual({ detail: "Agent not found", code: "agent_not_found" });
      expect(await ask(0, 403, channel.key)).toEqual({
        detail: "Agent is not allowed for this API key",
      });
      expect(await ask(inactive, 400)).toEqual({ detail: "Agent is not active", code: "agent_inactive" });
    }
    await start(external, 400);
    await sign(agent, 400);
    expect(await sign(external, 503)).toHaveProperty("detail");
  });

  test("402 and 403 of the plan, 429 of lines", async () => {
    const { org, free, agent, external, project } = await makeSite();
    const start = (status: number, key = free.key) =>
      call("POST", SESSION, status, { headers: apiKey(key), body: { agent_id: agent } });
    await start(200);
    await start(200);
    expect(await start(429)).toEqual({ detail: "All voice lines are in use", code: "lines_busy" });
    await admin("PATCH", `/organizations/${org}`, { features: { external_provider: false, tools: false } });
    await call("GET", `${SIGNED}?agent_id=${external}`, 403, { headers: apiKey(free.key) });
    expect((await start(403)).detail).toMatch(/tools/);
    await admin("PATCH", `/organizations/${org}`, { subscription: "none", features: { tools: true } });
    await start(402);
    await admin("PATCH", `/organizations/${org}`, { subscription: "active", voice_lines: 9 });
    const { credit } = await admin("GET", `/organizations/${org}`);
    await admin("POST", `/organizations/${org}/credits`, { amount: -credit.available }, { status: 200 });
    await start(402);
    await admin("PATCH", `/projects/${project}`, { org_id: null });
    await start(402);
  });

  test("404 and 409 of sessions", async () => {
    const { channel, agent } = await makeSite();
    const headers = apiKey(channel.key);
    const events = { events: [{ type: "heartbeat" }] };
    await call("POST", `${SESSION}/ses_nobody/events`, 404, { headers, body: events });
    const toolCall = { session_id: "ses_nobody", name: "scroll", call_id: "c", arguments: {} };
    await call("POST", `${SESSION}/ses_nobody/reconnect`, 401, { headers });
    await call("POST", TOOLS, 404, { headers, body: toolCall });
    const { session_id, session_secret } = await call("POST", SESSION, 200, { headers, body: { agent_id: agent } });
    await admin("POST", `/sessions/${session_id}/end`, undefined, { status: 200 });
    await call("POST", `${SESSION}/${session_id}/events`, 409, { headers, body: events });
    await call("POST", `${SESSION}/${session_id}/reconnect`, 409, { headers, body: { session_secret } });
    await call("POST", TOOLS, 409, { headers, body: { ...toolCall, session_id } });
  });

  test("429 of every endpoint, with Retry-After", async () => {
    const { project } = await makeSite();
    const { key } = await admin("POST", `/projects/${project}/keys`, {
      name: "Once",
      minute_limit: 1,
      permissions: ["widget:read", "widget:session", "widget:tools"],
    });
    const headers = apiKey(key);
    stopClock();
    await call("GET", CONFIG, 200, { headers });
    for (const [method, path] of [
      ["GET", CONFIG],
      ["GET", "/widget/v1/context"],
      ["POST", SESSION],
      ["POST", `${SESSION}/ses_x/events`],
      ["POST", `${SESSION}/ses_x/extend`],
      ["POST", `${SESSION}/ses_x/reconnect`],
      ["GET", `${SIGNED}?agent_id=1`],
      ["POST", TOOLS],
      ["POST", "/widget/v1/analytics"],
    ] as const)
      expect(await call(method, path, 429, { headers, body: method === "POST" ? {} : undefined })).toMatchObject({
        detail: { message: "Rate limit exceeded", minute_count: 1, minute_limit: 1 },
      });
  });
});
