import { afterAll, beforeAll, expect, test } from "vitest";
import { smokeTest } from "../../../scripts/deploy/smoke.ts";
import { startBundledServer } from "../../harness/service/bundled-server.ts";
import { Admin } from "../../harness/service/operator.ts";
import { ADMIN_TOKEN } from "../../harness/service/secrets.ts";
import type { Server } from "../../harness/service/server.ts";

let server: Server;
beforeAll(async () => {
  server = await startBundledServer({});
});
afterAll(() => server.stop());

const DEMO = { provider_a: "demo", provider_b: "demo" };

test("a whole conversation with a running service, and nothing left of it", async () => {
  const admin = new Admin(server.origin);
  const own = async (path: string) =>
    (await admin.call<{ items: { name: string }[] }>("GET", `${path}?limit=200`)).items.filter(
      ({ name }) => name === "Smoke test",
    );
  // An operator's own, by chance of this name, is not touched.
  await admin.call("POST", "/organizations", { name: "Smoke test", voice_lines: 1 });
  expect(await smokeTest(server.origin, ADMIN_TOKEN, DEMO)).toContain("a whole conversation was held; the agent said");
  expect(await smokeTest(server.origin, ADMIN_TOKEN, DEMO)).toContain("a whole conversation was held");
  expect(await own("/organizations")).toHaveLength(1);
  expect(await own("/projects")).toEqual([]);
  expect(await own("/agents")).toEqual([]);
});

test("where no slot has the built-in vendor nobody is called", async () => {
  const said = await smokeTest(server.origin, ADMIN_TOKEN, { provider_a: "openai", provider_b: "gemini" });
  expect(said).toContain("nobody was called");
});

test("with Turnstile a start asks for its challenge: that is how it should be", async () => {
  const env = {
    TURNSTILE_SECRET: "1x0000000000000000000000000000000AA",
    TURNSTILE_SITE_KEY: "1x00000000000000000000AA",
  };
  const guarded = await startBundledServer(env);
  try {
    expect(await smokeTest(guarded.origin, ADMIN_TOKEN, DEMO)).toContain("a start asks for the challenge of Turnstile");
  } finally {
    await guarded.stop();
  }
});

test("a failure is explained: a wrong token, no service", async () => {
  await expect(smokeTest(server.origin, "a-wrong-token-0123456789", DEMO)).rejects.toThrow(/POST \/organizations.*401/);
  expect(await smokeTest(server.origin, undefined, DEMO)).toContain("give ADMIN_TOKEN");
});
