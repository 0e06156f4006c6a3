import { afterAll, beforeAll, expect, test } from "vitest";
import { smokeTest } from "../../../scripts/deploy/smoke.ts";
import { Admin, type LedgerEntry } from "../../harness/service/operator.ts";
import { ADMIN_TOKEN } from "../../harness/service/secrets.ts";
import { type Server, startServer } from "../../harness/service/server.ts";

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const DEMO = { provider_a: "demo", provider_b: "demo" };

test("a whole conversation with a running service, charged once, and nothing left but its organization", async () => {
  expect(await smokeTest(server.origin, ADMIN_TOKEN, DEMO)).toContain("a whole conversation was held; the agent said");
  expect(await smokeTest(server.origin, ADMIN_TOKEN, DEMO)).toContain("a whole conversation was held");
  const admin = new Admin(server.origin);
  const { items } = await admin.call<{ items: { id: number; name: string }[] }>("GET", "/organizations?limit=200");
  const own = items.filter(({ name }) => name === "Smoke test");
  expect(own).toHaveLength(1);
  const entries: LedgerEntry[] = await admin.ledger(own[0]?.id ?? 0);
  expect(entries.filter(({ kind }) => kind === "charge")).toHaveLength(2);
  expect((await admin.organization(own[0]?.id ?? 0)).lines.in_use).toBe(0);
  const agents = await admin.call<{ items: { name: string }[] }>("GET", "/agents?limit=200");
  expect(agents.items.filter(({ name }) => name === "Smoke test")).toEqual([]);
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
  const guarded = await startServer({ env });
  try {
    expect(await smokeTest(guarded.origin, ADMIN_TOKEN, DEMO)).toContain("a start asks for the challenge of Turnstile");
  } finally {
    await guarded.stop();
  }
});

test("a failure is explained: a wrong token, no service", async () => {
  await expect(smokeTest(server.origin, "a-wrong-token-0123456789", DEMO)).rejects.toThrow(/GET \/organizations.*401/);
  expect(await smokeTest(server.origin, undefined, DEMO)).toContain("give ADMIN_TOKEN");
});
