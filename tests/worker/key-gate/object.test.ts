import { evictDurableObject, listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { KEY_PREFIX } from "../../../shared/ids.ts";
import { randomBase62 } from "../../../worker/crypto/base62.ts";
import { mintKey, verifyKey } from "../../../worker/keys/api-key.ts";
import type { AdmitRequest } from "../../../worker/objects/key-gate/rpc.ts";
import { makeChannel, makeKey, makeProject, widget } from "../../harness/worker/organization.ts";
import { admin, apiKey, ask, call, json, ORIGIN, operator } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";

const PATH = "/widget/v1/context";
const READING: AdmitRequest = {
  permission: "widget:read",
  origin: null,
  visitor: null,
  visitor_limit: 0,
  known_revision: null,
};

async function gateOf(key: string) {
  const hash = await verifyKey([env.KEY_SECRET], key);
  return env.KEY_GATE.getByName(hash ?? "");
}

const statuses = async (answers: Promise<Response>[]) =>
  Promise.all(
    answers.map(async (answer) => {
      const response = await answer;
      await response.text();
      return response.status;
    }),
  );
const count = (all: number[], status: number) => all.filter((one) => one === status).length;
const burst = (key: string, size: number) =>
  statuses(Array.from({ length: size }, () => ask("GET", PATH, { headers: apiKey(key) })));

test("75 requests at once on a console key admit exactly 60", async () => {
  const { project } = await makeProject();
  const { key } = await makeKey(project.id);
  stopClock();
  const all = await burst(key, 75);
  expect([count(all, 200), count(all, 429)]).toEqual([60, 15]);
});

test("so do 75 with evictions among them", async () => {
  const { project } = await makeProject();
  const { key } = await makeKey(project.id);
  stopClock();
  const gate = await gateOf(key);
  const all: number[] = [];
  for (let round = 0; round < 5; round++) {
    all.push(...(await burst(key, 15)));
    await evictDurableObject(gate);
  }
  expect([count(all, 200), count(all, 429)]).toEqual([60, 15]);
});

test("a limit says what was counted, and for how long to wait", async () => {
  const { project } = await makeProject();
  const { key } = await makeKey(project.id, { minute_limit: 2, day_limit: 9 });
  stopClock();
  await burst(key, 2);
  const origin = "https://shop.example";
  // The first answer is the gate's, the second the isolate's own.
  for (let i = 0; i < 2; i++) {
    const answer = await ask("GET", PATH, { headers: { ...apiKey(key), Origin: origin } });
    expect(answer.headers.get("RateLimit-Policy")).toBe('"minute";q=2;w=60, "day";q=9;w=86400');
    expect(answer.headers.get("RateLimit")).toMatch(/^"minute";r=0;t=\d+, "day";r=7;t=\d+$/);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(answer.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe(origin);
    expect(answer.headers.get("Access-Control-Expose-Headers")).toContain("Retry-After");
    expect(await json(answer, 429)).toEqual({
      detail: { message: "Rate limit exceeded", minute_count: 2, day_count: 2, minute_limit: 2, day_limit: 9 },
    });
  }
});

test("a request that fails later counts too, one that is refused does not", async () => {
  const { project } = await makeProject();
  const { key } = await makeKey(project.id, { permissions: ["widget:session"], minute_limit: 3 });
  stopClock();
  for (let i = 0; i < 5; i++) await call("GET", PATH, 401, { headers: apiKey(key) });
  for (let i = 0; i < 3; i++) await widget(key, "POST", "/session", "{", 422);
  await widget(key, "POST", "/session", "{", 429);
  await call("GET", PATH, 401, { headers: apiKey(key) });
});

test("a refused request writes nothing", async () => {
  const { project } = await makeProject();
  const { key } = await makeKey(project.id, { minute_limit: 5 });
  stopClock();
  const gate = await gateOf(key);
  const changes = () =>
    runInDurableObject(gate, (_, state) => Number(state.storage.sql.exec("SELECT total_changes() AS n").one().n));
  const none = await changes();
  await burst(key, 4);
  await expect.poll(changes, { timeout: 30_000 }).toBeGreaterThan(none);
  const four = await changes();
  await burst(key, 1);
  await expect.poll(changes, { timeout: 30_000 }).toBeGreaterThan(four);
  for (let i = 0; i < 20; i++) expect((await gate.admit(READING)).kind).toBe("limited");
  for (let i = 0; i < 20; i++)
    expect((await gate.admit({ ...READING, permission: "widget:tools" })).kind).toBe("refused");
  // An eviction waits for whatever is still to be written.
  await evictDurableObject(gate);
  const before = await changes();
  expect((await gate.admit(READING)).kind).toBe("limited");
  expect(await changes()).toBe(before);
});

test("a flood over the limit is refused without asking the gate", async () => {
  const { project } = await makeProject();
  const { key } = await makeKey(project.id, { minute_limit: 5 });
  stopClock();
  await burst(key, 6);
  const gate = await gateOf(key);
  await evictDurableObject(gate);
  expect(count(await burst(key, 50), 429)).toBe(50);
  // Permission and origin are still judged first.
  await widget(key, "POST", "/session", {}, 401);
  await expect(evictDurableObject(gate), "nobody has woken it").rejects.toThrow();
});

test("a key that has used up its limits gets 401 instead of 429 once it is revoked or its channel paused", async () => {
  const { project, agent } = await makeProject();
  stopClock();
  const { id, key } = await makeKey(project.id, { minute_limit: 2 });
  expect(await burst(key, 3)).toContain(429);
  await admin("DELETE", `/keys/${id}`, undefined, { status: 204 });
  expect(await burst(key, 2)).toEqual([401, 401]);
  const channel = await makeChannel(project.id, agent.id, { minute_limit: 2 });
  expect(await burst(channel.key, 3)).toContain(429);
  await admin("PATCH", `/channels/${channel.id}`, { active: false });
  expect(await burst(channel.key, 2)).toEqual([401, 401]);
  await admin("POST", `/channels/${channel.id}/regenerate`, {}, { status: 200 });
  expect(await burst(channel.key, 2)).toEqual([401, 401]);
});

test("after a revocation has answered, no request passes", async () => {
  const { project } = await makeProject();
  const { id, key } = await makeKey(project.id, { minute_limit: 100_000, day_limit: 100_000 });
  let answered = false;
  const late: number[] = [];
  const early: number[] = [];
  const hammer = async () => {
    for (let afterwards = 0; afterwards < 20; ) {
      const after = answered;
      const [status = 0] = await statuses([ask("GET", PATH, { headers: apiKey(key) })]);
      (after ? late : early).push(status);
      if (after) afterwards++;
    }
  };
  const hammers = Array.from({ length: 8 }, hammer);
  await statuses(Array.from({ length: 10 }, () => ask("GET", PATH, { headers: apiKey(key) })));
  await admin("DELETE", `/keys/${id}`, undefined, { status: 204 });
  answered = true;
  await Promise.all(hammers);
  expect(count(early, 200)).toBeGreaterThan(0);
  expect(late).toHaveLength(8 * 20);
  expect(new Set(late)).toEqual(new Set([401]));
  // Nor after the object has lost its memory, nor from a place that has not heard of it.
  const gate = await gateOf(key);
  await evictDurableObject(gate).catch(() => {});
  expect(await gate.admit(READING)).toMatchObject({
    kind: "refused",
    dead: true,
  });
});

test("a key revoked before its first use never works, even if its row was read before", async () => {
  const { project } = await makeProject();
  const { id, key } = await makeKey(project.id);
  await admin("DELETE", `/keys/${id}`, undefined, { status: 204 });
  await call("GET", PATH, 401, { headers: apiKey(key) });
  const gate = await gateOf(key);
  await gate.load(
    {
      key_id: id,
      project_id: project.id,
      org_id: null,
      agent_id: null,
      permissions: ["widget:read"],
      allowed_domains: [],
      minute_limit: 60,
      day_limit: 60,
      visitor_limited: false,
      revoked_at: null,
    },
    1,
  );
  expect(await gate.admit(READING)).toMatchObject({
    kind: "refused",
  });
});

test("1,000 invalid keys create no object, and get the same bytes as any refused key", async () => {
  const { project } = await makeProject();
  const made = await makeKey(project.id, { allowed_domains: ["https://shop.example"] });
  const refused = await (await ask("GET", PATH, { headers: apiKey(made.key) })).text();
  expect(refused).toBe('{"detail":"Invalid API key or origin"}');
  const before = (await listDurableObjectIds(env.KEY_GATE)).length;
  for (let i = 0; i < 1_000; i++) {
    const junk = i % 2 ? KEY_PREFIX + randomBase62(38) : `${"x".repeat(i % 50)}é${i}`.replace("é", "e");
    const answer = await ask("GET", PATH, { headers: apiKey(junk) });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toBe(refused);
  }
  expect(await listDurableObjectIds(env.KEY_GATE)).toHaveLength(before);
});

test("an unknown key with a valid checksum leaves nothing in storage", async () => {
  const { key } = await mintKey(env.KEY_SECRET);
  await call("GET", PATH, 401, { headers: apiKey(key) });
  await call("GET", PATH, 401, { headers: apiKey(key) });
  const gate = await gateOf(key);
  const tables = await runInDurableObject(gate, (_, state) =>
    state.storage.sql.exec("SELECT name FROM sqlite_master").toArray(),
  );
  expect(tables).toEqual([]);
});

test("a key signed with the older of two secrets is still found", async () => {
  const secrets = ["new-secret-0123456789", "old-secret-0123456789"];
  const old = await mintKey("old-secret-0123456789");
  expect(await verifyKey(secrets, old.key)).toBe(old.key_hash);
  expect(await verifyKey(["new-secret-0123456789"], old.key)).toBeNull();
});

test("one visitor cannot use up a channel's limit", async () => {
  const { project, agent } = await makeProject();
  const { key } = await makeChannel(project.id, agent.id);
  stopClock();
  const from = (address: string) => ({ "CF-Connecting-IP": address });
  const greedy = await statuses(
    Array.from({ length: 130 }, () => ask("GET", PATH, { headers: { ...apiKey(key), ...from("2001:db8:1:2::a") } })),
  );
  expect([count(greedy, 200), count(greedy, 429)]).toEqual([120, 10]);
  const neighbour = await ask("GET", PATH, { headers: { ...apiKey(key), ...from("2001:db8:1:2:ffff::b") } });
  expect(await json(neighbour, 429)).toEqual({
    detail: {
      message: "Rate limit exceeded",
      minute_count: 120,
      day_count: 120,
      minute_limit: 120,
      day_limit: 100_000,
    },
  });
  await call("GET", PATH, 200, { headers: { ...apiKey(key), ...from("2001:db8:1:3::a") } });
  await call("GET", PATH, 200, { headers: { ...apiKey(key), ...from("192.0.2.1") } });
});

test("one visitor gets a fifth of a channel key's day, and the answer says that this day is used up", async () => {
  const { project, agent } = await makeProject();
  const { key } = await makeChannel(project.id, agent.id, { day_limit: 25 });
  stopClock();
  const from = (address: string) => ask("GET", PATH, { headers: { ...apiKey(key), "CF-Connecting-IP": address } });
  expect((await from("192.0.2.2")).status).toBe(200);
  expect(await statuses(Array.from({ length: 7 }, () => from("192.0.2.1")))).toEqual([
    200, 200, 200, 200, 200, 429, 429,
  ]);
  for (const answer of [await from("192.0.2.1"), await from("192.0.2.1")]) {
    const { headers } = answer;
    expect(headers.get("RateLimit-Policy")).toBe('"minute";q=600;w=60, "day";q=5;w=86400');
    expect(headers.get("RateLimit")).toMatch(/^"minute";r=594;t=\d+, "day";r=0;t=\d+$/);
    const day_end = /"day";r=0;t=(\d+)/.exec(headers.get("RateLimit") ?? "")?.[1];
    expect(headers.get("Retry-After")).toBe(day_end);
    expect((await json(answer, 429)).detail).toEqual({
      message: "Rate limit exceeded",
      minute_count: 6,
      day_count: 5,
      minute_limit: 600,
      day_limit: 5,
    });
  }
  await json(from("192.0.2.2"));
});

test("regenerating a channel's key revokes the old one with the answer", async () => {
  const { project, agent } = await makeProject();
  const channel = await makeChannel(project.id, agent.id, {
    allowed_domains: ["https://shop.example"],
    minute_limit: 7,
  });
  const origin = { Origin: "https://shop.example" };
  await call("GET", PATH, 200, { headers: { ...apiKey(channel.key), ...origin } });
  const made = await admin("POST", `/channels/${channel.id}/regenerate`, {}, { status: 200 });
  await call("GET", PATH, 401, { headers: { ...apiKey(channel.key), ...origin } });
  const answer = await ask("GET", PATH, { headers: { ...apiKey(made.key), ...origin } });
  expect(answer.headers.get("RateLimit-Policy")).toContain('"minute";q=7');
  await json(answer);
  await call("GET", PATH, 401, { headers: apiKey(made.key) });
  const open = await admin("POST", `/channels/${channel.id}/regenerate`, { allowed_domains: [] }, { status: 200 });
  await call("GET", PATH, 200, { headers: apiKey(open.key) });
  const keys = await admin("GET", `/projects/${project.id}/keys`);
  expect(keys.items.filter((key: { revoked_at: number | null }) => key.revoked_at === null)).toHaveLength(1);
});

test("two regenerations at once leave one valid key", async () => {
  const { project, agent } = await makeProject();
  const channel = await makeChannel(project.id, agent.id);
  const made = await Promise.all(
    [1, 2, 3].map(() => ask("POST", `/admin/v1/channels/${channel.id}/regenerate`, { headers: operator })),
  );
  const won = made.filter(({ status }) => status === 200);
  expect(won.length).toBeGreaterThan(0);
  await Promise.all(made.map((answer) => answer.text()));
  const keys = await admin("GET", `/projects/${project.id}/keys`);
  expect(keys.items.filter((key: { revoked_at: number | null }) => key.revoked_at === null)).toHaveLength(1);
});

test("a page of the service's own needs no Origin header with a key of that origin, and nobody else does without", async () => {
  const { project } = await makeProject();
  const own = await makeKey(project.id, { allowed_domains: [ORIGIN] });
  const foreign = await makeKey(project.id, { allowed_domains: ["https://shop.example"] });
  const from = (site: string) => ({ "Sec-Fetch-Site": site });
  await call("GET", PATH, 200, { headers: { ...apiKey(own.key), ...from("same-origin") } });
  for (const site of ["same-site", "cross-site", "none"])
    await call("GET", PATH, 401, { headers: { ...apiKey(own.key), ...from(site) } });
  await call("GET", PATH, 401, { headers: apiKey(own.key) });
  await call("GET", PATH, 401, { headers: { ...apiKey(foreign.key), ...from("same-origin") } });
});

test("an empty or missing key is a fault of the request, not a refusal", async () => {
  await json(ask("GET", PATH), 422);
  await json(ask("GET", PATH, { headers: { "X-API-Key": "" } }), 422);
});
