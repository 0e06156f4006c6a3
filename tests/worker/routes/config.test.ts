import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makeChannel, makeKey, makeProject, widget } from "../../harness/worker/organization.ts";
import { admin, apiKey, ask, call, json, ORIGIN } from "../../harness/worker/request.ts";

const PATH = "/widget/v1/config";

test("has the settings of the key's project and its active agents only", async () => {
  const { project, agent } = await makeProject({ designTokens: { accent: "#112233" } });
  await admin("POST", "/agents", { project_id: project.id, name: "Off", provider: "provider_b", active: false });
  const { key } = await makeKey(project.id);
  const answer = await ask("GET", PATH, { headers: apiKey(key) });
  expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
  const config = await json(answer);
  expect(config).toMatchObject({ project_id: project.id, project_name: "Shop", agent_id: null });
  expect(config.agents).toEqual([
    {
      id: agent.id,
      name: "Ava",
      description: null,
      initial_message: null,
      initial_messages: {},
      provider: "provider_a",
      extprovider_convai_agent_id: null,
      connection: { protocol: "openai-realtime", transport: "websocket" },
      language: "auto",
      starters: [],
      collect_contact: null,
    },
  ]);
  expect(config.widget_config.designTokens.accent).toBe("#112233");
  expect(config.widget_config.copy.launcher).toBeNull();
  expect(config.widget_config.copy.translations).toEqual({});
  expect(config.launcher_labels).toMatchObject({ en: "Talk to us", de: "Sprechen Sie mit uns" });
  expect(config.widget_config.features.voice).toBe(true);
  expect(config.widget_config.branding.title).toBeNull();
});

test("names the agent of a bound key", async () => {
  const { project, agent } = await makeProject();
  const { key } = await makeChannel(project.id, agent.id);
  expect((await call("GET", PATH, 200, { headers: apiKey(key) })).agent_id).toBe(agent.id);
});

test("answers 304 to whoever has it already, and shows an operator's change to the next request", async () => {
  const { project, agent } = await makeProject();
  const { key } = await makeKey(project.id);
  const first = await ask("GET", PATH, { headers: apiKey(key) });
  const etag = first.headers.get("ETag") ?? "";
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  await first.text();
  const second = await ask("GET", PATH, {
    headers: { ...apiKey(key), "If-None-Match": `W/${etag}`, Origin: "https://shop.example" },
  });
  expect(second.status).toBe(304);
  expect(second.headers.get("ETag")).toBe(etag);
  expect(second.headers.get("Access-Control-Allow-Origin")).toBe("https://shop.example");
  expect(await second.text()).toBe("");

  await admin("PATCH", `/agents/${agent.id}`, { name: "Eva" });
  const third = await ask("GET", PATH, { headers: { ...apiKey(key), "If-None-Match": etag } });
  expect((await json(third)).agents[0].name).toBe("Eva");
});

test("the context follows a change of the organization", async () => {
  const { project, organization } = await makeProject();
  const { key } = await makeKey(project.id);
  expect(await widget(key, "GET", "/context")).toEqual({
    project_id: project.id,
    project_name: "Shop",
    org_id: organization.id,
    org_name: "Acme",
  });
  await admin("PATCH", `/organizations/${organization.id}`, { name: "Acme Ltd" });
  expect((await widget(key, "GET", "/context")).org_name).toBe("Acme Ltd");
  await admin("PATCH", `/projects/${project.id}`, { org_id: null });
  expect(await widget(key, "GET", "/context")).toMatchObject({
    org_id: null,
    org_name: null,
  });
});

test("HEAD answers like GET, without the body", async () => {
  const { project } = await makeProject();
  const { key } = await makeKey(project.id);
  const answer = await ask("HEAD", PATH, { headers: apiKey(key) });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("ETag")).toBeTruthy();
  expect(await answer.text()).toBe("");
});

test("stored values that are not taken any more fall back to their defaults", async () => {
  const { project } = await makeProject();
  const stored = { designTokens: { accent: "url(//x)", radius: 4, gone: 1 }, gone: {}, copy: { launcher: "Talk" } };
  await env.DB.prepare("UPDATE projects SET widget_config_json = ?2 WHERE id = ?1")
    .bind(project.id, JSON.stringify(stored))
    .run();
  const { key } = await makeKey(project.id);
  const { widget_config } = await call("GET", PATH, 200, { headers: apiKey(key) });
  expect(widget_config.designTokens).toMatchObject({ accent: "#2f5bea" });
  expect(widget_config.copy.launcher).toBe("Talk");
});

test("carries the limits on every counted answer", async () => {
  const { project } = await makeProject();
  const { key } = await makeKey(project.id);
  const answer = await ask("GET", PATH, { headers: apiKey(key) });
  await answer.text();
  expect(answer.headers.get("RateLimit-Policy")).toBe('"minute";q=60;w=60, "day";q=10000;w=86400');
  expect(answer.headers.get("RateLimit")).toMatch(/^"minute";r=59;t=\d+, "day";r=9999;t=\d+$/);
  expect(answer.headers.get("Retry-After")).toBe("0");
  const last = await makeKey(project.id, { minute_limit: 1 });
  const spent = await ask("GET", PATH, { headers: apiKey(last.key) });
  await spent.text();
  expect(Number(spent.headers.get("Retry-After"))).toBeGreaterThan(0);
});

test("refuses without a key, before anything else", async () => {
  const keys: Record<string, string>[] = [{}, { "X-API-Key": "" }, { "X-API-Key": "  " }];
  for (const headers of keys) {
    const answer = await ask("GET", PATH, { headers: { ...headers, Origin: ORIGIN } });
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe(ORIGIN);
    expect(await json(answer, 422)).toEqual({
      detail: [{ type: "missing", loc: ["header", "X-API-Key"], msg: "Field required" }],
    });
  }
});
