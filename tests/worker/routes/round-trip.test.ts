import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { makeChannel, makeKey, makeProject } from "../../harness/worker/organization.ts";
import { admin, apiKey, ask, json, operator } from "../../harness/worker/request.ts";

const patch = (path: string, body: unknown) => ask("PATCH", `/admin/v1${path}`, { headers: operator, body });

describe("PATCH takes what GET shows", () => {
  test("of an organization, a project, an agent with its tools, a channel", async () => {
    const { organization, project, agent } = await makeProject({ designTokens: { accent: "#112233" } });
    const tools = [
      { name: "show_offer", kind: "client" },
      { name: "order", kind: "webhook", url: "https://shop.example/hook" },
    ];
    await json(patch(`/agents/${agent.id}`, { tools }));
    const channel = await makeChannel(project.id, agent.id);
    for (const path of [
      `/organizations/${organization.id}`,
      `/projects/${project.id}`,
      `/agents/${agent.id}`,
      `/channels/${channel.id}`,
    ]) {
      const shown = await admin("GET", path);
      expect(await json(patch(path, shown)), path).toEqual(shown);
      expect(await admin("GET", path), path).toEqual(shown);
    }
  });

  test("of a key in its list", async () => {
    const { project } = await makeProject();
    await makeKey(project.id);
    const [shown] = (await admin("GET", `/projects/${project.id}/keys`)).items;
    expect(await json(patch(`/keys/${shown.id}`, shown))).toEqual(shown);
  });

  test("and refuses unknown fields", async () => {
    const { agent } = await makeProject();
    const { detail } = await json(patch(`/agents/${agent.id}`, { id: agent.id, colour: "red" }), 422);
    expect(detail).toMatchObject([{ type: "extra_forbidden", loc: ["body", "colour"] }]);
  });
});

describe("Idempotency-Key on what is shown once", () => {
  const headers = { "Idempotency-Key": "try-1" };

  test("gives the same secret again, and makes nothing twice", async () => {
    const { organization, project, agent } = await makeProject();
    const calls = [
      { path: `/projects/${project.id}/keys`, body: { name: "Key" }, other: { name: "Other" }, secret: "key" },
      {
        path: `/projects/${project.id}/channels`,
        body: { name: "Site", agent_id: agent.id },
        other: { name: "Other" },
        secret: "key",
      },
      {
        path: `/organizations/${organization.id}/tokens`,
        body: { name: "CI" },
        other: { name: "Other" },
        secret: "token",
      },
      {
        path: `/projects/${project.id}/webhooks`,
        body: { url: "https://crm.example/hook", events: ["session.ended"] },
        other: { url: "https://other.example" },
        secret: "secret",
      },
    ];
    for (const { path, body, other, secret } of calls) {
      const first = await admin("POST", path, body, { headers });
      expect(first[secret], path).toEqual(expect.any(String));
      expect(await admin("POST", path, body, { headers }), path).toEqual(first);
      await admin("POST", path, { ...body, ...other }, { status: 409, headers });
      const { results } = await env.DB.prepare("SELECT response_json FROM idempotency").all<{
        response_json: string;
      }>();
      expect(JSON.stringify(results)).not.toContain(first[secret]);
    }
    expect((await admin("GET", `/projects/${project.id}/channels`)).items).toHaveLength(1);
  });

  test("a second key and a regeneration too", async () => {
    const { project, agent } = await makeProject();
    const channel = await makeChannel(project.id, agent.id);
    const second = await admin("POST", `/channels/${channel.id}/keys`, {}, { headers });
    expect(await admin("POST", `/channels/${channel.id}/keys`, {}, { headers })).toEqual(second);
    const renewed = await admin("POST", `/channels/${channel.id}/regenerate`, {}, { status: 200, headers });
    expect(await admin("POST", `/channels/${channel.id}/regenerate`, {}, { status: 200, headers })).toEqual(renewed);
    expect((await ask("GET", "/widget/v1/config", { headers: apiKey(renewed.key) })).status).toBe(200);
  });
});

describe("a webhook tool's secret", () => {
  const webhook = (own: object = {}) => ({ name: "order", kind: "webhook", url: "https://shop.example/a", ...own });
  const stored = async (id: number) => {
    const row = await env.DB.prepare("SELECT tools_json FROM agents WHERE id = ?1")
      .bind(id)
      .first<{ tools_json: string }>();
    return JSON.parse(row?.tools_json ?? "[]")[0].secret;
  };
  const save = (id: number, tool: object) => json(patch(`/agents/${id}`, { tools: [tool] }));

  test("is made where none is sent, and shown in that answer only", async () => {
    const { agent } = await makeProject();
    const { tools } = await save(agent.id, webhook());
    expect(tools[0].secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await stored(agent.id)).toBe(tools[0].secret);
    expect((await admin("GET", `/agents/${agent.id}`)).tools[0]).not.toHaveProperty("secret");
    expect((await save(agent.id, webhook({ url: "https://shop.example/b" }))).tools[0]).not.toHaveProperty("secret");
    expect(await stored(agent.id)).toBe(tools[0].secret);
  });

  test.each(["__proto__", "constructor"])("is shown once of a tool that is called %s", async (name) => {
    const { agent } = await makeProject();
    const { tools } = await save(agent.id, webhook({ name }));
    expect(tools[0].secret).toBe(await stored(agent.id));
    expect((await admin("GET", `/agents/${agent.id}`)).tools[0]).not.toHaveProperty("secret");
  });

  test("is never sent to another host", async () => {
    const { agent } = await makeProject();
    const own = `whsec_${btoa("of-the-owner-and-nobody-else")}`;
    await save(agent.id, webhook({ secret: own }));
    expect(await stored(agent.id)).toBe(own);
    const moved = await save(agent.id, webhook({ url: "https://evil.example/a" }));
    expect(moved.tools[0].secret).toMatch(/^whsec_/);
    expect(await stored(agent.id)).not.toBe(own);
  });

  test("has 24 to 64 bytes", async () => {
    const { agent } = await makeProject();
    for (const [bytes, status] of [
      [23, 422],
      [24, 200],
      [64, 200],
      [65, 422],
    ] as const) {
      const secret = `whsec_${btoa("x".repeat(bytes))}`;
      await json(patch(`/agents/${agent.id}`, { tools: [webhook({ secret })] }), status);
    }
  });
});
