import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { handleRequest } from "../../../worker/app.ts";
import type { Bindings } from "../../../worker/env.ts";
import { makeChannel, makeKey, makeProject, widget } from "../../harness/worker/organization.ts";
import { admin, apiKey, ask, call, json, operator } from "../../harness/worker/request.ts";

const ORIGIN = "https://shop.example";
const SESSION = "/widget/v1/session";

/** Asks this isolate's own Worker, with other bindings than the real ones. */
const served = async (bindings: object, path: string, init: RequestInit<RequestInitCfProperties> = {}) =>
  handleRequest(new Request(`https://edge.example${path}`, init), bindings as Bindings, createExecutionContext());

async function channel() {
  const { project, agent } = await makeProject();
  return { project, agent, ...(await makeChannel(project.id, agent.id)) };
}

test("a preflight is answered for any origin, with no key and no storage", async () => {
  for (const path of ["/widget/v1/config", SESSION, "/widget/v1/session/ses_x/events", "/widget/v1/nothing"]) {
    // Nothing is bound: whatever reached for storage would throw.
    const answer = await served({}, path, {
      method: "OPTIONS",
      headers: {
        Origin: ORIGIN,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "x-api-key,content-type",
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe(ORIGIN);
    expect(answer.headers.get("Access-Control-Max-Age")).toBe("86400");
    expect(answer.headers.get("Access-Control-Allow-Methods")).toContain("POST");
    for (const name of ["X-API-Key", "Content-Type", "If-None-Match", "Idempotency-Key"])
      expect(answer.headers.get("Access-Control-Allow-Headers")).toContain(name);
    expect(answer.headers.get("X-Request-Id")).toBeTruthy();
  }
});

describe("a preflight that asks for names of others", () => {
  const asks = (names: string, path = "/widget/v1/config") =>
    served({}, path, {
      method: "OPTIONS",
      headers: { Origin: ORIGIN, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": names },
    });
  const allowed = async (names: string, path?: string) => {
    const answer = await asks(names, path);
    expect(answer.status).toBe(204);
    return (answer.headers.get("Access-Control-Allow-Headers") ?? "").toLowerCase().split(", ");
  };
  const own = () => allowed("x-api-key");

  test("allows what monitoring adds, beside our own, on the visitors' API, on placed calls and on files", async () => {
    const monitoring = [
      "baggage",
      "request-id",
      "sentry-trace",
      "traceparent",
      "tracestate",
      "x-datadog-origin",
      "x-requested-with",
    ];
    const files = [
      "/voice-widget.js",
      "/embed/svc_pk_x.js",
      "/assets/panel-x.js",
      "/again/assets/panel-x.js",
      "/release.json",
    ];
    for (const path of ["/widget/v1/session", "/widget/v1/session/ses_x/events", "/v1/realtime/calls", ...files]) {
      const names = await allowed(["x-api-key", ...monitoring].join(","), path);
      expect(names).toEqual([...(await own()), ...monitoring]);
    }
  });

  test("allows 40 of them, tokens of 64 characters, each once, and never all or credentials", async () => {
    const before = await own();
    const many = Array.from({ length: 60 }, (_, index) => `x-name-${index}`);
    expect(await allowed(many.join(", "))).toEqual([...before, ...many.slice(0, 40)]);
    const long = "a".repeat(64);
    const bad = ["*", "", "two words", "x:y", 'x"y', "é", `${long}a`, "x-good", "X-Good", long];
    expect(await allowed(bad.join(","))).toEqual([...before, "x-good", long]);
    const { headers } = await asks("traceparent");
    expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
    expect(headers.get("Vary")).toContain("Access-Control-Request-Headers");
    // What one page asked for is not left in another's answer.
    expect(await own()).toEqual(before);
  });

  test("is no business of the operator's API", async () => {
    expect((await asks("traceparent", "/admin/v1/projects")).headers.get("Access-Control-Allow-Headers")).toBeNull();
  });
});

test("every answer under /widget/v1 can be read by the page that asked, errors too", async () => {
  const { key } = await channel();
  const origin = { Origin: ORIGIN };
  const answers: [number, Promise<Response>][] = [
    [200, ask("GET", "/widget/v1/config", { headers: { ...apiKey(key), ...origin } })],
    [404, ask("GET", "/widget/v1/nothing", { headers: origin })],
    [405, ask("GET", SESSION, { headers: origin })],
    [422, ask("GET", "/widget/v1/config", { headers: origin })],
    [401, ask("GET", "/widget/v1/config", { headers: { ...apiKey("junk"), ...origin } })],
    [422, ask("POST", SESSION, { headers: { ...apiKey(key), ...origin }, body: "{" })],
    [413, ask("POST", SESSION, { headers: { ...apiKey(key), ...origin }, body: "x".repeat(65_537) })],
    [
      404,
      ask("POST", "/widget/v1/session/ses_none/events", {
        headers: { ...apiKey(key), ...origin },
        body: { events: [{ type: "heartbeat" }] },
      }),
    ],
  ];
  const ids = new Set<string | null>();
  for (const [status, asked] of answers) {
    const answer = await asked;
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe(ORIGIN);
    expect(answer.headers.get("Vary")).toContain("Origin");
    for (const name of ["RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id", "ETag"])
      expect(answer.headers.get("Access-Control-Expose-Headers")).toContain(name);
    ids.add(answer.headers.get("X-Request-Id"));
    if (status !== 200) expect((await json(answer, status)).detail).toBeDefined();
  }
  expect(ids.size).toBe(answers.length);
});

test("an unknown path is a 404, a wrong method a 405 with Allow, key or not", async () => {
  for (const path of ["/nothing", "/widget/v1/nothing", "/widget/v1/config/", "/admin/v1/nothing", "/widget/v2/config"])
    expect(await json(ask("GET", path), 404)).toEqual({ detail: "Not Found", code: "not_found" });
  const cases: [string, string, string][] = [
    ["/widget/v1/config", "POST", "GET, HEAD"],
    [SESSION, "GET", "POST"],
    ["/healthz", "DELETE", "GET, HEAD"],
    ["/admin/v1/projects", "PUT", "GET, HEAD, POST"],
    ["/admin/v1/agents/1", "POST", "DELETE, GET, HEAD, PATCH"],
    ["/widget/v1/extprovider-convai/signed-url", "POST", "GET"],
  ];
  for (const [path, method, allow] of cases) {
    const answer = await ask(method, path);
    expect(answer.headers.get("Allow")).toBe(allow);
    expect(await json(answer, 405)).toEqual({ detail: "Method Not Allowed", code: "method_not_allowed" });
  }
});

test("answers for a single caller are not cached, and errors neither", async () => {
  const { key } = await channel();
  const asked = [
    ask("POST", SESSION, { body: {} }),
    ask("POST", SESSION, { headers: apiKey("junk"), body: {} }),
    ask("POST", SESSION, { headers: apiKey(key), body: {} }),
    ask("GET", "/widget/v1/extprovider-convai/signed-url", { headers: apiKey(key) }),
    ask("POST", "/widget/v1/tools/execute", { headers: apiKey(key), body: {} }),
    ask("GET", "/admin/v1/projects", { headers: operator }),
    ask("GET", "/admin/v1/projects"),
  ];
  for (const answer of await Promise.all(asked)) {
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    await answer.text();
  }
});

test("a body over 64 KiB is refused, with and without Content-Length, and one of just that size is read", async () => {
  const { key } = await channel();
  const stream = (size: number) => {
    let left = size;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left <= 0) return controller.close();
        controller.enqueue(new Uint8Array(Math.min(left, 10_000)).fill(0x20));
        left -= 10_000;
      },
    });
  };
  for (const raw of ["x".repeat(65_537), stream(65_537)])
    expect((await call("POST", SESSION, 413, { headers: apiKey(key), body: raw })).detail).toContain("64 KiB");
  for (const raw of [" ".repeat(65_536), stream(65_536)])
    expect((await call("POST", SESSION, 422, { headers: apiKey(key), body: raw })).detail[0].type).toBe("json_invalid");
});

test("invalid JSON is a fault, however it is broken", async () => {
  const { key } = await channel();
  const deep = (n: number) => "[".repeat(n) + "]".repeat(n);
  const broken: BodyInit[] = [
    "{",
    '{"agent_id":1,}',
    "nope",
    new Uint8Array([0xff, 0xfe, 0x00]),
    // An euro sign that lacks its last byte.
    new Uint8Array([0x22, 0xe2, 0x82]),
    deep(30_000),
    `{"agent_id":1,"context":${'{"a":'.repeat(500)}1${"}".repeat(500)}}`,
    "[".repeat(60_000),
  ];
  for (const raw of broken) {
    const { detail } = await call("POST", SESSION, 422, { headers: apiKey(key), body: raw });
    expect(detail).toHaveLength(1);
    expect(detail[0]).toMatchObject({ type: "json_invalid", loc: ["body", expect.any(Number)] });
    expect(detail[0].msg).toContain("JSON decode error");
  }
  expect(await call("POST", SESSION, 422, { headers: apiKey(key) })).toEqual({
    detail: [{ type: "missing", loc: ["body"], msg: "Field required" }],
  });
  const brackets = JSON.stringify({ agent_id: "x", voice: '[{"\\'.repeat(20) });
  expect((await call("POST", SESSION, 422, { headers: apiKey(key), body: brackets })).detail[0].loc).toEqual([
    "body",
    "agent_id",
  ]);
});

test("all faults of a body are listed, in FastAPI's words", async () => {
  const { key } = await channel();
  const { detail } = await call("POST", SESSION, 422, {
    headers: apiKey(key),
    body: { agent_id: 1.5, model: 7, user_id: "x".repeat(129), context: [] },
  });
  expect(detail).toEqual([
    {
      type: "int_from_float",
      loc: ["body", "agent_id"],
      msg: "Input should be a valid integer, got a number with a fractional part",
    },
    { type: "string_type", loc: ["body", "model"], msg: "Input should be a valid string" },
    { type: "dict_type", loc: ["body", "context"], msg: "Input should be a valid dictionary" },
    { type: "string_too_long", loc: ["body", "user_id"], msg: "String should have at most 128 characters" },
    { type: "value_error", loc: ["body", "user_hash"], msg: expect.stringContaining("Send user_hash with user_id") },
  ]);
  expect((await call("POST", SESSION, 422, { headers: apiKey(key), body: {} })).detail).toEqual([
    { type: "missing", loc: ["body", "agent_id"], msg: "Field required" },
  ]);
  const org = await admin("POST", "/organizations", { name: "Bakery" });
  expect((await admin("POST", `/organizations/${org.id}/credits`, { amount: "5" }, { status: 422 })).detail).toEqual([
    { type: "int_type", loc: ["body", "amount"], msg: "Input should be a valid integer" },
  ]);
  for (const body of [null, 7, "text", []])
    expect(
      (await call("POST", SESSION, 422, { headers: apiKey(key), body: JSON.stringify(body) })).detail[0],
    ).toMatchObject({ loc: ["body"] });
  const events = await call("POST", `${SESSION}/ses_x/events`, 422, {
    headers: apiKey(key),
    body: { events: [{ type: "nope" }, {}, { type: "feedback", rating: 9 }] },
  });
  expect(events.detail.map(({ type, loc }: { type: string; loc: unknown }) => [type, loc])).toEqual([
    ["union_tag_invalid", ["body", "events", 0, "type"]],
    ["union_tag_not_found", ["body", "events", 1, "type"]],
    ["less_than_equal", ["body", "events", 2, "rating"]],
  ]);
});

test("one log line a request, with no secret in it", async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(String(line)));
  const { project } = await makeProject();
  const made = await makeKey(project.id);
  const { secret } = await admin("GET", `/projects/${project.id}/identity-secret`);
  const { token } = await admin("POST", `/organizations/${project.org_id}/tokens`, {});
  await admin("GET", "/projects", undefined, { token });
  lines.length = 0;
  const answer = await ask("GET", "/widget/v1/config", {
    headers: { ...apiKey(made.key), "CF-Connecting-IP": "203.0.113.9" },
  });
  await answer.text();
  await widget(`${made.key.slice(0, -1)}!`, "GET", "/config", undefined, 401);
  await json(ask("GET", `/${made.key}`), 404);
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    request_id: answer.headers.get("X-Request-Id"),
    method: "GET",
    route: "/widget/v1/config",
    status: 200,
    ms: expect.any(Number),
    key_id: made.id,
  });
  expect(JSON.parse(lines[2] ?? "")).toMatchObject({ route: "unmatched", status: 404 });
  for (const hidden of [made.key, made.key.slice(7, 39), secret, token, env.ADMIN_TOKEN, "203.0.113.9"])
    expect(lines.join("\n")).not.toContain(hidden);
  log.mockRestore();
});

test("an internal failure is a 503 without details, and a log line with them", async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(String(line)));
  const bindings = { ...env, KEY_SECRET: "short", ADMIN_TOKEN: "" };
  const answer = await served(bindings, "/widget/v1/config", { headers: { "X-API-Key": "svc_pk_x" } });
  expect(await json(answer, 503)).toEqual({
    detail: "The service is temporarily unavailable; try again after a short wait",
    code: "unavailable",
  });
  expect(lines[0]).toContain("KEY_SECRET");
  expect(lines[0]).toContain("ADMIN_TOKEN");
  const health = await json(served({ ...bindings, DB: { prepare: () => ({}) } }, "/healthz"), 503);
  expect(health.detail).toContain("KEY_SECRET: each secret needs at least 16 characters");
  expect(health.detail).toContain("database");
  expect(health.detail).not.toContain("short");
  log.mockRestore();
});

test("HEAD is refused as GET is, with no body, whether the refusal is new or remembered", async () => {
  const bindings = { ...env };
  for (let time = 0; time < 2; time++) {
    const init = { method: "HEAD", headers: { "X-API-Key": `svc_pk_${"B".repeat(38)}`, Origin: ORIGIN } };
    const answer = await served(bindings, "/widget/v1/config", init);
    expect(answer.status).toBe(401);
    expect(answer.body).toBeNull();
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe(ORIGIN);
    expect(answer.headers.get("X-Request-Id")).toBeTruthy();
  }
});

test("healthz says that it can serve", async () => {
  expect(await json(ask("GET", "/healthz"))).toEqual({
    status: "ok",
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
});

test("where the Analytics Engine is bound, every request is one data point that names no secret", async () => {
  const made = await channel();
  const writeDataPoint = vi.fn();
  const bindings = { ...env, METRICS: { writeDataPoint } };
  const config = (key: string) => served(bindings, "/widget/v1/config", { headers: { "X-API-Key": key } });
  await config(made.key);
  await config(`svc_pk_${"A".repeat(38)}`);
  // Known by now: refused before it reaches its route, and counted all the same.
  await config(`svc_pk_${"A".repeat(38)}`);
  await served(bindings, "/widget/v1/config", { method: "OPTIONS", headers: { Origin: ORIGIN } });
  await served(bindings, "/nowhere");
  const route = "/widget/v1/config";
  expect(writeDataPoint.mock.calls.map(([point]) => [point.indexes, point.blobs])).toEqual([
    [[route], ["GET", route, "200", String(made.id), ""]],
    [[route], ["GET", route, "401", "", "invalid_key"]],
    [[route], ["GET", route, "401", "", "invalid_key"]],
    [["unmatched"], ["OPTIONS", "unmatched", "204", "", ""]],
    [["unmatched"], ["GET", "unmatched", "404", "", "not_found"]],
  ]);
  for (const [point] of writeDataPoint.mock.calls) expect(point.doubles).toEqual([1, expect.any(Number)]);
});
