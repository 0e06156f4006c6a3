import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listProviders } from "../../../worker/providers/catalog.ts";
import { demo } from "../../../worker/providers/demo.ts";
import { VendorError } from "../../../worker/providers/provider.ts";
import { readVariables } from "../../../worker/variables.ts";
import { report, start, type World, widget, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { farNoon } from "../../harness/worker/stop-clock.ts";

const NO_PERSONS = {
  persons_asked: 0,
  persons_answered: 0,
  persons_missed: 0,
  person_wait_seconds: null,
  person_seconds: 0,
  persons_joined: [],
  person_ratings: 0,
  person_rating_sum: 0,
};

/** The clock is moved by `talk` alone, so that no day turns in between. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: farNoon() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const DAY = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** A conversation of so many seconds that began `ago` milliseconds before now; the next begins a second later. */
async function talk(here: World, seconds: number, ago = 0, ...events: object[]): Promise<string> {
  const now = Date.now();
  vi.setSystemTime(now - ago);
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }]);
  vi.setSystemTime(now - ago + seconds * 1000);
  await report(here.key, session_id, [...events, { type: "ended" }]);
  vi.setSystemTime(now + 1_000);
  return session_id;
}

/** A start that the vendor refuses. */
async function refused(here: World): Promise<void> {
  vi.spyOn(demo, "mint").mockRejectedValueOnce(new VendorError("the voice vendor is busy"));
  await widget(here.key, "POST", "/session", { agent_id: here.agent_id }, 400);
}

const find = async ({ project_id }: World, query: Record<string, string>) =>
  (await admin("GET", `/projects/${project_id}/sessions?${new URLSearchParams(query)}`)).items;
const ids = (items: { id: string }[]) => items.map(({ id }) => id);

describe("sessions of a project", () => {
  it("are found by length, by cost, and by whether they connected", async () => {
    const here = await world();
    const short = await talk(here, 5);
    const long = await talk(here, 70);
    await refused(here);
    expect(ids(await find(here, { min_seconds: "60" }))).toEqual([long]);
    expect(ids(await find(here, { max_seconds: "60" }))).toEqual([short]);
    expect(ids(await find(here, { min_credits: "5", max_credits: "5" }))).toEqual([short]);
    expect(ids(await find(here, { connected: "true" }))).toEqual([long, short]);
    const [failed, ...none] = await find(here, { connected: "false" });
    expect(none).toEqual([]);
    expect(failed).toMatchObject({
      end_reason: "failed",
      charged: 0,
      vendor: "demo",
      failure: "The session could not be set up: the voice vendor is busy",
    });
    expect((await admin("GET", `/sessions/${failed.id}`)).failure).toBe(failed.failure);
    await admin("GET", `/projects/${here.project_id}/sessions?connected=perhaps`, undefined, { status: 422 });
    await admin("GET", `/projects/${here.project_id}/sessions?min_seconds=-1`, undefined, { status: 422 });
  });

  it("have the reason that the page reported when its call failed", async () => {
    const here = await world();
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "failed", reason: "The microphone is blocked" }]);
    expect((await find(here, { reason: "failed" }))[0]).toMatchObject({ failure: "The microphone is blocked" });
  });
});

describe("GET /projects/{id}/statistics", () => {
  it("adds up each day, days without a call too", async () => {
    const here = await world();
    const other = await world();
    await talk(other, 9);
    const midday = Date.now() - (Date.now() % DAY) + DAY / 2;
    const ago = Date.now() - (midday - 2 * DAY);
    await talk(here, 10, ago, { type: "feedback", rating: 5 });
    await talk(here, 20, ago, { type: "feedback", rating: 2 });
    await talk(here, 30, 0);
    await refused(here);
    const from = dayOf(midday - 2 * DAY);
    const to = dayOf(Date.now());
    const { items } = await admin("GET", `/projects/${here.project_id}/statistics?from=${from}&to=${to}`);
    const empty = {
      sessions: 0,
      connected: 0,
      failed: 0,
      seconds: 0,
      credits: 0,
      ratings: 0,
      rating_sum: 0,
      ...NO_PERSONS,
    };
    expect(items[0]).toEqual({
      ...empty,
      day: from,
      sessions: 2,
      connected: 2,
      seconds: 30,
      credits: 30,
      ratings: 2,
      rating_sum: 7,
      ...NO_PERSONS,
    });
    expect(items.slice(1, -1)).toEqual([{ ...empty, day: dayOf(midday - DAY) }]);
    expect(items.at(-1)).toEqual({ ...empty, day: to, sessions: 2, connected: 1, failed: 1, seconds: 30, credits: 30 });
    const path = `/projects/${here.project_id}/statistics`;
    expect((await admin("GET", path)).items).toHaveLength(30);
    const nobody = await admin("GET", `${path}?from=${from}&to=${to}&agent=987654`);
    expect(nobody.items.every(({ sessions }: { sessions: number }) => sessions === 0)).toBe(true);
    for (const query of [`from=${to}&to=${from}`, "from=2001-01-01&to=2020-01-01", "to=never"])
      await admin("GET", `${path}?${query}`, undefined, { status: 422 });
  });
});

describe("GET /audit", () => {
  it("names what was changed, where it is, and whose token did it", async () => {
    const here = await world();
    const { token } = await admin("POST", `/organizations/${here.org_id}/tokens`, { name: "CI" });
    await admin("PATCH", `/agents/${here.agent_id}`, { name: "Nora" }, { token });
    const { items } = await admin("GET", "/audit", undefined, { token });
    const entry = (action: string) => items.find((one: { action: string }) => one.action === action);
    expect(entry("agent.update")).toMatchObject({
      target: `agent:${here.agent_id}`,
      target_name: "Nora",
      project_id: here.project_id,
      actor_name: "CI",
    });
    expect(entry("project.create")).toMatchObject({ target_name: "Bakery", project_id: here.project_id });
    const all = (await admin("GET", "/audit?limit=200")).items;
    expect(
      all.find(
        ({ target, action }: Record<string, string>) =>
          action === "organization.create" && target === `organization:${here.org_id}`,
      ),
    ).toMatchObject({ target_name: "Harbour", project_id: null, actor_name: null });
  });
});

describe("GET /providers", () => {
  it("says who stands behind each provider, and what is missing", async () => {
    const { items } = await admin("GET", "/providers");
    expect(items[0]).toMatchObject({ provider: "provider_a", vendor: "demo", name: "Built-in demo", configured: true });
    expect(items[2]).toMatchObject({
      provider: "provider_x",
      name: "ElevenLabs",
      configured: false,
      detail: "provider_x needs ELEVENLABS_API_KEY, which is not set",
    });
  });

  it("offers each vendor's default first among its models", () => {
    const needed = { ADMIN_TOKEN: "an-admin-token-0123456789", KEY_SECRET: "a-key-secret-0123456789" };
    for (const vendor of ["demo", "openai", "xai", "gemini", "inworld", "workers-ai"]) {
      const [first] = listProviders(readVariables({ ...needed, PROVIDER_A: vendor }), {});
      expect([vendor, first?.default_model]).toEqual([vendor, first?.models[0]]);
      expect(first?.voices.length, vendor).toBeGreaterThan(0);
    }
  });
});
