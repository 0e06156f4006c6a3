import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readVariables } from "../../../worker/variables.ts";
import { makeChannel, makeProject } from "../../harness/worker/organization.ts";
import { admin, apiKey, ask, type Json, ORIGIN, operator } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";

const A = { Origin: "https://a.example" };
const B = { Origin: "https://b.example" };

async function makeSite(fields: object = {}) {
  const { project, agent, organization } = await makeProject();
  return { project, agent, organization, channel: await makeChannel(project.id, agent.id, fields) };
}
/** The key in the channel's script; `null` for a script that refuses. */
async function keyIn({ public_id }: Json, headers: Record<string, string> = {}): Promise<string | null> {
  const answer = await ask("GET", `/embed/${public_id}.js`, { headers });
  expect(answer.status).toBe(200);
  return /\(\{"key":"(svc_pk_\w+)"/.exec(await answer.text())?.[1] ?? null;
}
const works = async (key: string, headers: Record<string, string> = {}) =>
  (await ask("GET", "/widget/v1/config", { headers: { ...apiKey(key), ...headers } })).status === 200;
const patch = (channel: Json, body: object, status = 200) =>
  admin("PATCH", `/channels/${channel.id}`, body, { status });
const regenerate = (channel: Json) => admin("POST", `/channels/${channel.id}/regenerate`, {}, { status: 200 });
const keysOf = async (project: Json): Promise<Json[]> => (await admin("GET", `/projects/${project.id}/keys`)).items;

const secrets = readVariables(env).KEY_SECRET as unknown as string[];
const before = [...secrets];
afterEach(() => {
  vi.useRealTimers();
  secrets.splice(0, secrets.length, ...before);
});

describe("a channel's snippet", () => {
  test("names the channel, in every answer that shows it", async () => {
    const { channel, project } = await makeSite({ allowed_domains: ["https://a.example"] });
    expect(channel.public_id).toMatch(/^ch_[0-9A-Za-z]{20,}$/);
    const snippet = `<script async src="${ORIGIN}/embed/${channel.public_id}.js"></script>`;
    const shown = { snippet, public_id: channel.public_id, allowed_domains: ["https://a.example"] };
    expect(channel).toMatchObject(shown);
    expect(await admin("GET", `/channels/${channel.id}`)).toMatchObject(shown);
    expect((await admin("GET", `/projects/${project.id}/channels`)).items).toMatchObject([shown]);
    expect(await patch(channel, { name: "Blog" })).toMatchObject(shown);
    expect((await regenerate(channel)).snippet).toBe(snippet);
    const site = await admin("POST", "/sites", { name: "S", agent: { name: "Ava" } });
    expect(site.snippet).toContain(site.public_id);
    expect(await keyIn(site)).toBe(site.key);
  });

  test("has a key that is like all keys, listed as derived, with nothing readable kept", async () => {
    const { channel, project } = await makeSite();
    expect(channel.key).toMatch(/^svc_pk_[0-9A-Za-z]{38}$/);
    expect(await keyIn(channel)).toBe(channel.key);
    expect(await works(channel.key)).toBe(true);
    expect(await keysOf(project)).toMatchObject([
      { id: channel.key_id, derived: true, minute_limit: 600, permissions: { length: 3 } },
    ]);
    for (const table of ["channels", "api_keys", "audit_log"])
      expect(JSON.stringify((await env.DB.prepare(`SELECT * FROM ${table}`).all()).results)).not.toContain(channel.key);
  });

  test("counts by the key's own gate, as the key does", async () => {
    stopClock(farNoon());
    const { channel } = await makeSite({ minute_limit: 3 });
    expect(await keyIn(channel)).toBe(channel.key);
    expect(await keyIn(channel)).toBe(channel.key);
    expect(await works(channel.key)).toBe(true);
    expect(await keyIn(channel)).toBeNull();
  });

  test("of an earlier version's channel works from its first page on", async () => {
    const { channel, project } = await makeSite({ allowed_domains: ["https://a.example"], minute_limit: 77 });
    // As 0.1 left it: a key at random, no name, no list.
    await env.DB.batch([
      env.DB.prepare("UPDATE api_keys SET generation = NULL, key_hash = 'other' WHERE id = ?1").bind(channel.key_id),
      env.DB.prepare("UPDATE channels SET public_id = NULL, allowed_domains_json = NULL WHERE id = ?1").bind(
        channel.id,
      ),
    ]);
    const shown = await admin("GET", `/channels/${channel.id}`);
    expect(shown).toMatchObject({ public_id: expect.stringMatching(/^ch_/), allowed_domains: ["https://a.example"] });
    expect(await keyIn(shown, B)).toBeNull();
    const key = await keyIn(shown, A);
    expect(key).toMatch(/^svc_pk_/);
    expect(await keyIn(shown, A)).toBe(key);
    expect(await keysOf(project)).toMatchObject([
      { derived: false, revoked_at: null },
      { derived: true, minute_limit: 77, allowed_domains: ["https://a.example"] },
    ]);
  });
});

describe("other domains", () => {
  test("are a new key in the same script: the old one is dead with the answer", async () => {
    const { channel } = await makeSite({ allowed_domains: ["https://a.example"] });
    const first = (await keyIn(channel, A)) ?? "";
    const second = await admin("POST", `/channels/${channel.id}/keys`, {});
    const changed = await patch(channel, { allowed_domains: ["https://b.example"] });
    expect(changed).toMatchObject({ allowed_domains: ["https://b.example"], snippet: channel.snippet });
    expect(await works(first, A)).toBe(false);
    expect(await keyIn(channel, A)).toBeNull();
    const next = (await keyIn(channel, B)) ?? "";
    expect(next).not.toBe(first);
    expect([await works(next, B), await works(next, A)]).toEqual([true, false]);
    // A key that was handed out stays as it is.
    expect([await works(second.key, A), await works(second.key, B)]).toEqual([true, false]);
    expect(await patch(channel, { allowed_domains: ["https://b.example"] })).toMatchObject({ key_id: changed.key_id });
    expect(await keyIn(channel, B)).toBe(next);
  });

  test("may leave the old key for pages in flight, while the script gives the new one", async () => {
    const now = farNoon();
    stopClock(now);
    const { channel, project } = await makeSite({ allowed_domains: ["https://a.example"] });
    const first = (await keyIn(channel, A)) ?? "";
    await patch(channel, { allowed_domains: ["https://a.example", "https://b.example"], keep_old_seconds: 600 });
    expect(await works(first, A)).toBe(true);
    const next = await keyIn(channel, A);
    expect(next).not.toBe(first);
    expect((await keysOf(project))[0]).toMatchObject({ revoked_at: null, expires_at: now + 600_000 });
    stopClock(now + 601_000);
    expect(await works(first, A)).toBe(false);
    expect(await works(next ?? "", A)).toBe(true);
    expect((await keysOf(project))[0]).toMatchObject({ revoked_at: now + 600_000 });
    expect((await patch(channel, { allowed_domains: [], keep_old_seconds: 3_601 }, 422)).detail[0].loc).toEqual([
      "body",
      "keep_old_seconds",
    ]);
    expect((await patch(channel, { allowed_domains: ["a b"] }, 422)).detail[0].loc).toContain("allowed_domains");
  });

  test("of two changes at once give one new key or refuse one of the two", async () => {
    const { channel, project } = await makeSite();
    const changes = [["https://a.example"], ["https://b.example"]].map((allowed_domains) =>
      ask("PATCH", `/admin/v1/channels/${channel.id}`, { headers: operator, body: { allowed_domains } }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(statuses).toContain(200);
    expect((await keysOf(project)).filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1);
  });
});

describe("a script whose key is dead", () => {
  test("refuses after DELETE of the key, also with other domains, until the channel is regenerated", async () => {
    const { channel } = await makeSite();
    const first = await keyIn(channel);
    await admin("DELETE", `/keys/${channel.key_id}`, undefined, { status: 204 });
    expect(await keyIn(channel)).toBeNull();
    await patch(channel, { allowed_domains: ["https://a.example"] });
    expect(await keyIn(channel, A)).toBeNull();
    const next = await regenerate(channel);
    expect(next.key).not.toBe(first);
    expect(await keyIn(channel, A)).toBe(next.key);
    expect(await keyIn(channel, B)).toBeNull();
  });

  test("cannot be told from one that is paused, deleted, unknown or of a deleted project", async () => {
    const scripts = new Set<string>();
    const text = async ({ public_id }: Json) => scripts.add(await (await ask("GET", `/embed/${public_id}.js`)).text());
    const [paused, deleted, revoked, ofProject] = [
      await makeSite(),
      await makeSite(),
      await makeSite(),
      await makeSite(),
    ];
    for (const { channel } of [paused, deleted, revoked, ofProject]) expect(await keyIn(channel)).toBe(channel.key);
    await patch(paused.channel, { active: false });
    await admin("DELETE", `/channels/${deleted.channel.id}`, undefined, { status: 204 });
    await admin("DELETE", `/keys/${revoked.channel.key_id}`, undefined, { status: 204 });
    await admin("DELETE", `/projects/${ofProject.project.id}`, { confirm: "Shop" }, { status: 204 });
    for (const { channel } of [paused, deleted, revoked, ofProject]) await text(channel);
    for (const public_id of [`ch_${"a".repeat(24)}`, "ch_", "ch_'\"<x"])
      await text({ public_id: encodeURIComponent(public_id) });
    await text({ public_id: `svc_pk_${"A".repeat(38)}` });
    expect(scripts.size).toBe(1);
    await patch(paused.channel, { active: true });
    expect(await keyIn(paused.channel)).toBe(paused.channel.key);
  });

  test("gets another key at once where all are regenerated", async () => {
    const { channel } = await makeSite();
    const second = await admin("POST", `/channels/${channel.id}/keys`, {});
    const next = await regenerate(channel);
    expect([await works(channel.key), await works(second.key), await works(next.key)]).toEqual([false, false, true]);
    expect(await keyIn(channel)).toBe(next.key);
  });
});

test("with KEY_SECRET=new,old both derived keys work, the script gives the new one, and both die together", async () => {
  const { channel, project } = await makeSite();
  secrets.unshift("another-secret-of-at-least-32-characters");
  expect(await works(channel.key)).toBe(true);
  const next = (await keyIn(channel)) ?? channel.key;
  // This isolate knew the earlier one.
  expect([next === channel.key, await works(next)]).toEqual([false, true]);
  expect((await keysOf(project)).map(({ derived }) => derived)).toEqual([true, true]);
  await admin("DELETE", `/keys/${channel.key_id}`, undefined, { status: 204 });
  expect([await works(channel.key), await works(next), await keyIn(channel)]).toEqual([false, false, null]);
});

test("names that are refused again and again cost no look into D1, and a channel that is known still answers", async () => {
  stopClock(farNoon());
  const { channel } = await makeSite({ allowed_domains: ["https://a.example"] });
  const of = (address: string) => ({ "CF-Connecting-IP": address });
  expect(await keyIn(channel, { ...A, ...of("203.0.113.1") })).toBe(channel.key);
  const unknown = (n: number) => ({ public_id: `ch_${String(n).padStart(24, "0")}` });
  for (let n = 0; n < 60; n += 1) expect(await keyIn(n % 2 ? unknown(n) : channel, of("203.0.113.9"))).toBeNull();
  const asked = vi.spyOn(env.DB, "prepare");
  expect(await keyIn(unknown(99), of("203.0.113.9"))).toBeNull();
  expect(await keyIn(channel, { ...B, ...of("203.0.113.9") })).toBeNull();
  expect(asked).not.toHaveBeenCalled();
  expect(await keyIn(channel, { ...A, ...of("203.0.113.9") })).toBe(channel.key);
  expect(await keyIn(unknown(100), of("203.0.113.10"))).toBeNull();
  expect(asked).toHaveBeenCalled();
  asked.mockRestore();
});

test.each<[string, boolean]>([
  ["nobody has", false],
  ["a channel has, for pages of other domains", true],
])("names that %s are looked up as seldom where they are asked for at once", async (_, there) => {
  stopClock(farNoon());
  const { channel } = await makeSite({ allowed_domains: ["https://a.example"] });
  const of = (address: string) => ({ "CF-Connecting-IP": address });
  expect(await keyIn(channel, { ...A, ...of("203.0.113.11") })).toBe(channel.key);
  const unknown = (n: number) => ({ public_id: `ch_${String(n).padStart(24, "1")}` });
  const name = there ? () => channel : unknown;
  const own = of(there ? "203.0.113.12" : "203.0.113.13");
  const asked = vi.spyOn(env.DB, "prepare");
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => keyIn(name(n), { ...B, ...own })));
  expect(new Set(answers)).toEqual(new Set([null]));
  expect(asked.mock.calls.length).toBeLessThanOrEqual(there ? 120 : 60);
  asked.mockRestore();
});

test("a look that D1 does not answer is no refusal: the next visitors of the address get the channel's key", async () => {
  stopClock(farNoon());
  const { channel } = await makeSite({ allowed_domains: ["https://a.example"] });
  const own = { ...A, "CF-Connecting-IP": "203.0.113.14" };
  const away = vi.spyOn(env.DB, "prepare").mockImplementation(() => {
    throw new Error("D1 is away");
  });
  for (let n = 0; n < 60; n += 1) await keyIn(channel, own).catch(() => null);
  expect(away).toHaveBeenCalled();
  away.mockRestore();
  expect(await keyIn(channel, own)).toBe(channel.key);
});
