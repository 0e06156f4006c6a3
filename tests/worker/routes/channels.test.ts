import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { makeChannel, makeProject } from "../../harness/worker/organization.ts";
import { admin, apiKey, ask, call, json, operator } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";

const CONFIG = "/widget/v1/config";
const SESSION = "/widget/v1/session";
const patch = (id: number, body: unknown) => ask("PATCH", `/admin/v1/channels/${id}`, { headers: operator, body });
const remove = (path: string) => ask("DELETE", `/admin/v1${path}`, { headers: operator });
const status = async (key: string, headers: Record<string, string> = {}) =>
  (await ask("GET", CONFIG, { headers: { ...apiKey(key), ...headers } })).status;

async function makeSite(fields: object = {}) {
  const { project, agent, organization } = await makeProject();
  const channel = await makeChannel(project.id, agent.id, fields);
  return { project, agent, organization, channel };
}

describe("a second key", () => {
  test("works beside the first until that one is revoked", async () => {
    const { channel, project } = await makeSite({ allowed_domains: ["https://old.example"] });
    const second = await admin("POST", `/channels/${channel.id}/keys`, { allowed_domains: ["https://new.example"] });
    expect(second).toEqual({
      id: channel.id,
      key: expect.stringMatching(/^svc_pk_/),
      key_id: expect.any(Number),
      snippet: expect.stringContaining(second.key),
    });
    const from = (origin: string) => ({ origin });
    expect(await status(channel.key, from("https://old.example"))).toBe(200);
    expect(await status(second.key, from("https://new.example"))).toBe(200);
    expect(await status(second.key, from("https://old.example"))).toBe(401);

    await json(remove(`/keys/${channel.key_id}`), 204);
    expect(await status(channel.key, from("https://old.example"))).toBe(401);
    expect(await status(second.key, from("https://new.example"))).toBe(200);
    const [shown] = (await admin("GET", `/projects/${project.id}/channels`)).items;
    expect(shown.key_id).toBe(second.key_id);
  });

  test("keeps domains and limits of the present key where none are given", async () => {
    const { channel, project } = await makeSite({ allowed_domains: ["https://shop.example"], minute_limit: 7 });
    await admin("POST", `/channels/${channel.id}/keys`, {});
    const { items } = await admin("GET", `/projects/${project.id}/keys`);
    expect(items).toHaveLength(2);
    for (const item of items)
      expect(item).toMatchObject({ allowed_domains: ["https://shop.example"], minute_limit: 7, revoked_at: null });
  });

  test.each(["keys", "regenerate"])("keeps those of the last one where all are revoked: %s", async (way) => {
    const { channel, project } = await makeSite({ allowed_domains: ["https://shop.example"], minute_limit: 7 });
    await json(remove(`/keys/${channel.key_id}`), 204);
    const { key } = await admin("POST", `/channels/${channel.id}/${way}`, {}, { status: way === "keys" ? 201 : 200 });
    expect(await status(key)).toBe(401);
    expect(await status(key, { origin: "https://shop.example" })).toBe(200);
    const { items } = await admin("GET", `/projects/${project.id}/keys`);
    expect(items.at(-1)).toMatchObject({
      allowed_domains: ["https://shop.example"],
      minute_limit: 7,
      revoked_at: null,
    });
  });

  test("is revoked with the first when the channel's key is regenerated; after the last one is revoked none is left", async () => {
    const { channel, project } = await makeSite();
    const second = await admin("POST", `/channels/${channel.id}/keys`, {});
    const third = await admin("POST", `/channels/${channel.id}/regenerate`, {}, { status: 200 });
    expect([await status(channel.key), await status(second.key), await status(third.key)]).toEqual([401, 401, 200]);
    await json(remove(`/keys/${third.key_id}`), 204);
    const [shown] = (await admin("GET", `/projects/${project.id}/channels`)).items;
    expect(shown.key_id).toBeNull();
    const fourth = await admin("POST", `/channels/${channel.id}/regenerate`, {}, { status: 200 });
    expect(await status(fourth.key)).toBe(200);
  });
});

describe("a channel", () => {
  test("is renamed, and read", async () => {
    const { channel, agent, project } = await makeSite();
    expect(await json(patch(channel.id, { name: "Blog" }))).toEqual({
      id: channel.id,
      project_id: project.id,
      name: "Blog",
      agent_id: agent.id,
      key_id: channel.key_id,
      active: true,
      visitor_sessions: null,
      public_id: channel.public_id,
      allowed_domains: [],
      snippet: channel.snippet,
      daily_credit_cap: null,
      daily_session_cap: null,
      created_at: expect.any(Number),
    });
    expect((await admin("GET", `/channels/${channel.id}`)).name).toBe("Blog");
  });

  test("takes how many conversations a visitor may have, and shows it everywhere", async () => {
    const { channel, project } = await makeSite({ visitor_sessions: 3 });
    expect(channel.visitor_sessions).toBe(3);
    expect((await admin("GET", `/channels/${channel.id}`)).visitor_sessions).toBe(3);
    expect((await json(patch(channel.id, { name: "Blog" }))).visitor_sessions).toBe(3);
    const listed = async () => (await admin("GET", `/projects/${project.id}/channels`)).items[0].visitor_sessions;
    expect(await listed()).toBe(3);
    expect((await json(patch(channel.id, { visitor_sessions: null }))).visitor_sessions).toBeNull();
    expect(await listed()).toBeNull();
    for (const visitor_sessions of [0, -1, 1.5, "2", 1_001])
      expect((await json(patch(channel.id, { visitor_sessions }), 422)).detail[0].loc).toEqual([
        "body",
        "visitor_sessions",
      ]);
  });

  test("that moves to another agent takes its keys along at once, used or not", async () => {
    const { channel, agent, project } = await makeSite();
    const unused = await admin("POST", `/channels/${channel.id}/keys`, {});
    const other = await admin("POST", "/agents", { project_id: project.id, name: "Ben", provider: "provider_a" });
    expect((await call("GET", CONFIG, 200, { headers: apiKey(channel.key) })).agent_id).toBe(agent.id);
    await json(patch(channel.id, { agent_id: other.id }));
    for (const key of [channel.key, unused.key]) {
      expect((await call("GET", CONFIG, 200, { headers: apiKey(key) })).agent_id).toBe(other.id);
      expect((await call("POST", SESSION, 403, { headers: apiKey(key), body: { agent_id: agent.id } })).detail).toBe(
        "Agent is not allowed for this API key",
      );
    }
    const { items } = await admin("GET", `/projects/${project.id}/keys`);
    expect(items.map(({ agent_id }: { agent_id: number }) => agent_id)).toEqual([other.id, other.id]);
  });

  test("that is paused refuses its keys at once and lets them in again at once", async () => {
    const { channel } = await makeSite();
    expect(await status(channel.key)).toBe(200);
    for (let round = 0; round < 3; round++) {
      await json(patch(channel.id, { active: false }));
      expect([await status(channel.key), await status(channel.key)]).toEqual([401, 401]);
      await json(patch(channel.id, { active: true }));
      expect(await status(channel.key)).toBe(200);
    }
  });

  test("that is deleted is gone, its keys first", async () => {
    const { channel, project } = await makeSite();
    const second = await admin("POST", `/channels/${channel.id}/keys`, {});
    expect(await status(channel.key)).toBe(200);
    await json(remove(`/channels/${channel.id}`), 204);
    expect([await status(channel.key), await status(second.key)]).toEqual([401, 401]);
    expect((await admin("GET", `/projects/${project.id}/channels`)).items).toEqual([]);
    for (const answer of [patch(channel.id, { name: "x" }), remove(`/channels/${channel.id}`)])
      expect(await json(answer, 404)).toEqual({ detail: "Channel not found", code: "channel_not_found" });
    await admin("POST", `/channels/${channel.id}/keys`, {}, { status: 404 });
  });

  test("takes no agent of another project, no other field, and nobody else's token", async () => {
    const { channel } = await makeSite();
    const other = await makeSite();
    const faults = async (body: object) => (await json(patch(channel.id, body), 422)).detail[0].loc;
    expect(await faults({ agent_id: other.agent.id })).toEqual(["body", "agent_id"]);
    expect(await faults({ colour: "red" })).toEqual(["body", "colour"]);
    expect(await faults({ active: "yes" })).toEqual(["body", "active"]);
    await json(patch(channel.id, { agent_id: 999 }), 404);
    const { token } = await admin("POST", `/organizations/${other.organization.id}/tokens`, {});
    for (const [method, path, body] of [
      ["PATCH", `/channels/${channel.id}`, { name: "x" }],
      ["DELETE", `/channels/${channel.id}`],
      ["POST", `/channels/${channel.id}/keys`, {}],
    ] as const)
      await admin(method, path, body, { status: 404, token });
  });

  test("leaves each of its changes in the audit log", async () => {
    const { channel } = await makeSite();
    await admin("POST", `/channels/${channel.id}/keys`, {});
    await json(patch(channel.id, { active: false }));
    await json(remove(`/channels/${channel.id}`), 204);
    const { items } = await admin("GET", "/audit?limit=200");
    expect(
      items
        .filter(({ target }: { target: string }) => target === `channel:${channel.id}`)
        .map(({ action }: { action: string }) => action),
    ).toEqual(["channel.delete", "channel.update", "channel.add_key", "channel.create"]);
  });

  test("writes other domains down once, with other changes of the same request beside them", async () => {
    const { channel } = await makeSite();
    const logged = async () => {
      const { items } = await admin("GET", `/audit?target=channel:${channel.id}`);
      return items
        .filter(({ action }: { action: string }) => action === "channel.update")
        .map(({ change }: { change: object }) => change);
    };
    const domains = { allowed_domains: ["https://shop.example"] };
    await json(patch(channel.id, domains));
    expect(await logged()).toEqual([domains]);
    await json(patch(channel.id, domains));
    expect(await logged()).toEqual([domains]);
    await json(patch(channel.id, { allowed_domains: ["https://two.example"], name: "Two" }));
    expect(await logged()).toEqual([{ name: "Two" }, { allowed_domains: ["https://two.example"] }, domains]);
  });
});

test("a key shows the hour of its last use and where from", async () => {
  stopClock();
  const { channel, project } = await makeSite();
  const shown = async () => (await admin("GET", `/projects/${project.id}/keys`)).items[0];
  expect(await shown()).toMatchObject({ last_used_at: null, last_used_origin: null });
  const before = Date.now();
  for (let request = 0; request < 3; request++) await status(channel.key, { origin: "https://shop.example" });
  await expect.poll(shown, { timeout: 30_000 }).toMatchObject({ last_used_origin: "https://shop.example" });
  const { last_used_at } = await shown();
  expect(last_used_at % 3_600_000).toBe(0);
  expect(last_used_at).toBeGreaterThan(before - 3_600_000);
  expect(last_used_at).toBeLessThanOrEqual(Date.now());
  await env.DB.prepare("UPDATE api_keys SET last_used_origin = 'kept'").run();
  await status(channel.key, { origin: "https://other.example" });
  expect(await shown()).toMatchObject({ last_used_origin: "kept" });
});
