import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import worker from "../../../worker/index.ts";
import { mintKey } from "../../../worker/keys/api-key.ts";
import { storeRetiredSecrets } from "../../../worker/projects/key-secrets.ts";
import { expectDocumented, operationOf } from "../../harness/worker/documented.ts";
import { makeSite } from "../../harness/worker/organization.ts";
import { apiKey, operator, requestOf } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";

const A = env.KEY_SECRET;
const B = "the-second-key-secret-0123456789";
const C = "the-third-key-secret-0123456789";

/** The service as it is started with these secrets: an isolate of its own remembers nothing of those before. */
function started(KEY_SECRET: string, more: object = {}) {
  const bindings = { ...env, KEY_SECRET, ...more };
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const context = createExecutionContext();
    const request = requestOf(method, path, { headers, body });
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], bindings, context);
    await waitOnExecutionContext(context);
    return response;
  };
  const admin = async (method: string, path: string, status: number, body?: unknown) => {
    const whole = `/admin/v1${path}`;
    return expectDocumented(await ask(method, whole, operator, body), operationOf(method, whole) ?? whole, status);
  };
  return {
    use: async (key: string) => (await ask("GET", "/widget/v1/config", apiKey(key))).status,
    ask: (key: string) => ask("GET", "/widget/v1/config", apiKey(key)),
    admin,
    old: async (): Promise<number[]> =>
      (await admin("GET", "/keys/old", 200)).items.map(({ id }: { id: number }) => id),
  };
}

const newKey = async (service: ReturnType<typeof started>, project: number): Promise<{ id: number; key: string }> =>
  service.admin("POST", `/projects/${project}/keys`, 201, { name: "Key" });

test("a rotation invalidates no key: `new,old` until the list of old keys is empty, then `new`", async () => {
  stopClock();
  const site = await makeSite();
  const before = started(A);
  const [used, unused] = [await newKey(before, site.project), await newKey(before, site.project)];
  for (const { id } of [site.channel, site.console, site.free])
    await before.admin("DELETE", `/keys/${id === site.channel.id ? site.channel.key_id : id}`, 204);
  expect(await before.use(used.key)).toBe(200);
  expect(await before.old()).toEqual([]);

  const during = started(`${B},${A}`);
  expect(await during.old()).toEqual([used.id, unused.id]);
  const counted = await during.ask(used.key);
  expect(counted.status).toBe(200);
  // It is the same key with the same counts.
  expect(counted.headers.get("RateLimit")).toContain('"day";r=9998');
  expect(await during.old()).toEqual([unused.id]);
  const fresh = await newKey(during, site.project);
  expect(await during.old()).toEqual([unused.id]);
  expect(await during.use(unused.key)).toBe(200);
  expect(await during.old()).toEqual([]);

  const after = started(B);
  for (const { key } of [used, unused, fresh]) expect(await after.use(key)).toBe(200);
  expect(await after.old()).toEqual([]);
  expect(await after.use((await mintKey(C)).key)).toBe(401);
  expect(await after.use("svc_pk_junk")).toBe(401);
  await after.admin("DELETE", `/keys/${used.id}`, 204);
  expect(await after.use(used.key)).toBe(401);
});

test("dropping the old secret too early invalidates no key either, and the list still names it", async () => {
  const { project } = await makeSite();
  const key = await newKey(started(A), project);
  const during = started(`${B},${A}`);
  expect(await during.old()).toContain(key.id);
  const after = started(B);
  expect(await after.old()).toContain(key.id);
  expect(await after.use(key.key)).toBe(200);
  expect(await after.old()).not.toContain(key.id);
});

test("after several rotations keys of every secret are valid", async () => {
  const { project } = await makeSite();
  const first = await newKey(started(A), project);
  await started(`${B},${A}`).old();
  const second = await newKey(started(B), project);
  await started(`${C},${B}`).old();
  const third = started(C);
  expect(await third.use(first.key)).toBe(200);
  expect(await third.use(second.key)).toBe(200);
  const { results } = await env.DB.prepare("SELECT sealed_with FROM retired_key_secrets").all();
  expect(new Set(results.map(({ sealed_with }) => sealed_with)).size).toBe(1);
  expect(JSON.stringify(results)).not.toContain(A);
});

test("the cron alone stores the secret that is being rotated out, and may do so repeatedly", async () => {
  const { console: key } = await makeSite();
  await Promise.all([1, 2, 3].map(() => storeRetiredSecrets(env.DB, [B, A], Date.now())));
  await storeRetiredSecrets(env.DB, [B], Date.now());
  expect(await started(B).use(key.key)).toBe(200);
});

test("keys without a noted secret belong to the only secret there was then", async () => {
  const { project } = await makeSite();
  const key = await newKey(started(A), project);
  await env.DB.prepare("UPDATE api_keys SET secret_id = NULL").run();
  const counted = async ({ admin }: ReturnType<typeof started>) =>
    (await admin("GET", "/status", 200)).rotations.key_secret.old_keys;
  expect(await counted(started(A))).toBe(0);
  expect(await started(A).old()).toEqual([]);

  // The secret is rotated before anybody noted it.
  await env.DB.prepare("UPDATE api_keys SET secret_id = NULL").run();
  const during = started(`${B},${A}`);
  const old = await during.old();
  expect(old).toContain(key.id);
  expect(await counted(during)).toBe(old.length);
});

test("while D1 does not answer, keys of an older secret are not refused as invalid", async () => {
  const { console: key } = await makeSite();
  await started(`${B},${A}`).old();
  const broken = { prepare: () => ({ all: () => Promise.reject(new Error("D1 is away")) }) };
  const warned = vi.spyOn(console, "error").mockReturnValue();
  const away = started(B, { DB: broken });
  expect(await away.use(key.key)).toBe(503);
  expect(await away.use("svc_pk_junk")).toBe(401);
  warned.mockRestore();
});

test("invalid keys are refused with one read of D1 for each isolate", async () => {
  let asked = 0;
  const DB = new Proxy(env.DB, {
    get(target, name: keyof D1Database) {
      if (name === "prepare") asked++;
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const service = started(A, { DB });
  for (let i = 0; i < 20; i++) expect(await service.use((await mintKey(C)).key)).toBe(401);
  expect(asked).toBe(1);
});
