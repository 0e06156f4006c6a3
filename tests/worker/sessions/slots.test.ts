import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as variables from "../../../worker/variables.ts";
import { start, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

/** `provider_a` is the echo test; behind `provider_b` stands xAI, whose pages send the agent's set-up themselves. */
let before: ReturnType<typeof variables.readVariables>;
beforeEach(() => {
  before = { ...variables.readVariables(env) };
  Object.assign(variables.readVariables(env), { PROVIDER_A: "demo", PROVIDER_B: "xai", XAI_API_KEY: "xai-key" });
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ value: "ephemeral", expires_at: Math.floor(Date.now() / 1000) + 600 }),
  );
});
afterEach(() => {
  Object.assign(variables.readVariables(env), before);
  vi.restoreAllMocks();
});

const SECRET = "Never give more than ten percent.";
const site = (agent: object = {}) => world({ agent: { instructions: SECRET, ...agent } });

test("a page does not get an agent's instructions by choosing another slot", async () => {
  const here = await site();
  const started = await start(here, { model: "provider_b" });
  expect(started.model).toBe("provider_a");
  expect(JSON.stringify(started)).not.toContain(SECRET);
});

test("an owner opens slots, closes them, and goes back to the default", async () => {
  const here = await site({ slots: ["provider_b"] });
  const chosen = async () => (await start(here, { model: "provider_b" })).model;
  const set = (slots: unknown, status = 200) => admin("PATCH", `/agents/${here.agent_id}`, { slots }, { status });
  expect(await chosen()).toBe("provider_b");
  expect((await set([])).slots).toEqual([]);
  expect(await chosen()).toBe("provider_a");
  expect((await set(null)).slots).toBeNull();
  expect(await chosen()).toBe("provider_a");
  await set(["provider_x"], 422);
  await set("provider_b", 422);
  const other = await site({ provider: "provider_b", slots: [] });
  // Its own slot is always its own.
  expect((await start(other, { model: "provider_b" })).model).toBe("provider_b");
  expect((await start(other, { model: "provider_a" })).model).toBe("provider_b");
  const open = await site({ provider: "provider_b" });
  expect((await start(open, { model: "provider_a" })).model).toBe("provider_a");
});

test("the list of providers says where pages can read the set-up", async () => {
  const { items } = await admin("GET", "/providers");
  expect(items).toMatchObject([
    { provider: "provider_a", shows_setup: false },
    { provider: "provider_b", shows_setup: true },
    { provider: "provider_x", shows_setup: false },
  ]);
});
