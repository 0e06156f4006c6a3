import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { lookUp } from "../../../worker/auth/refused-credentials.ts";
import { admin, bearer, operator, request, type Sent } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";

/** What a credential that nobody has costs: a look into D1, which serves all organizations, and counts against no key. */

const from = (address: string, headers: Record<string, string> = {}): Sent => ({
  headers: { ...headers, "CF-Connecting-IP": address },
});
const me = async (sent: Sent) => (await request("GET", "/admin/v1/me", sent)).status;
const unknown = (n: number) => String(n).padStart(43, "0");

test.each<[string, (n: number) => Record<string, string>]>([
  ["organization's token", (n) => bearer(`svc_sk_${unknown(n)}`)],
  ["operator's token", (n) => bearer(`svc_op_${unknown(n)}`)],
  ["sign-in", (n) => ({ Cookie: `__Host-voice-widget=${unknown(n)}` })],
])("one visitor's made-up credentials are looked up 300 times a minute: %s", async (kind, made) => {
  stopClock(farNoon());
  const own = `203.0.113.${kind.length}`;
  const good = bearer((await admin("POST", "/operators", { name: "Bea", role: "support" })).token);
  expect(await me(from(own, good))).toBe(200);
  for (let n = 0; n < 300; n += 1) expect(await me(from(own, made(n)))).toBe(401);
  const asked = vi.spyOn(env.DB, "prepare");
  const refused = await request("GET", "/admin/v1/me", from(own, made(999)));
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: "refused_too_often" }]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(asked).not.toHaveBeenCalled();
  // Who was let in here before goes on, the operator's own token needs no look, and others are others.
  expect(await me(from(own, good))).toBe(200);
  expect(await me(from(own, operator))).toBe(200);
  expect(await me(from("198.51.100.7", made(1000)))).toBe(401);
  stopClock(farNoon() + 60_000);
  expect(await me(from(own, made(1001)))).toBe(401);
  asked.mockRestore();
});

test("as many where they come at once, and a good one among them costs nothing of it", async () => {
  stopClock(farNoon());
  const good = bearer((await admin("POST", "/operators", { name: "Cleo", role: "support" })).token);
  const own = "203.0.113.90";
  const at = (sent: Record<string, string>[]) => Promise.all(sent.map((headers) => me(from(own, headers))));
  // A program of the same office that has just begun: nothing of it is refused.
  expect(new Set(await at(Array<typeof good>(250).fill(good)))).toEqual(new Set([200]));
  const answers = await at(Array.from({ length: 500 }, (_, n) => bearer(`svc_sk_${unknown(n)}`)));
  expect(answers.filter((status) => status === 401)).toHaveLength(300);
  expect(answers.filter((status) => status === 429)).toHaveLength(200);
  expect(await me(from(own, good))).toBe(200);
});

test("a look that D1 does not answer counts against nobody", async () => {
  stopClock(farNoon());
  const own = "203.0.113.91";
  const broken = () => Promise.reject(new Error("D1 is away"));
  for (let n = 0; n < 300; n += 1) await expect(lookUp(own, unknown(n), broken)).rejects.toThrow("D1 is away");
  expect(await lookUp(own, unknown(999), async () => "found")).toBe("found");
});

test("who has no credential at all has D1 asked 300 times a minute", async () => {
  stopClock(farNoon());
  const paths = ["/healthz", "/"];
  const get = async (path: string, address: string) => (await request("GET", path, from(address))).status;
  const [health, page] = [await get("/healthz", "203.0.113.93"), await get("/", "203.0.113.93")];
  expect([health, page]).toEqual([200, 404]);
  for (let n = 0; n < 298; n += 1) await get(paths[n % 2] as string, "203.0.113.93");
  const asked = vi.spyOn(env.DB, "prepare");
  for (const path of paths) expect(await get(path, "203.0.113.93")).toBe(429);
  expect(asked).not.toHaveBeenCalled();
  expect(await get("/healthz", "203.0.113.94")).toBe(200);
  asked.mockRestore();
});
