import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { ProjectStore } from "../../../worker/index.ts";
import { retryStuckAnalyses } from "../../../worker/sessions/retry-analyses.ts";
import { cron } from "../../harness/worker/cron.ts";
import { type World, world } from "../../harness/worker/organization.ts";
import { away, changeStore, inStore, wakeForAnalyses } from "../../harness/worker/project-store.ts";

const bindings = { ...env, ANALYSIS_BASE_URL: "https://model.example/v1", ANALYSIS_MODEL: "m" };
const AN_HOUR_OF_RUNS = 12;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A model's server, what each conversation was asked for, and how many it was asked for at once. */
function server(answer: () => Response) {
  const seen = { asked: new Map<string, number>(), at_once: 0, most: 0 };
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    const said = /conversation number \d+/.exec(String(body))?.[0] ?? "";
    seen.asked.set(said, (seen.asked.get(said) ?? 0) + 1);
    seen.at_once += 1;
    seen.most = Math.max(seen.most, seen.at_once);
    await scheduler.wait(1);
    seen.at_once -= 1;
    return answer();
  });
  return seen;
}
const summary = JSON.stringify({ summary: "Short.", fields: {}, criteria: {} });
const healthy = () => Response.json({ choices: [{ message: { content: summary } }] });

/** Conversations whose analyses a crash cut off long ago. */
async function cutOff({ org_id, project_id, agent_id }: World, count: number): Promise<void> {
  const numbers = JSON.stringify(Array.from({ length: count }, (_, n) => n));
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, provider, state, started_at, revision)
       SELECT 'ses_' || ?2 || '_' || value, ?1, ?2, ?3, 'Ava', 'provider_a', 'ended', 1, 1 FROM json_each(?4)`,
    ).bind(org_id, project_id, agent_id, numbers),
    env.DB.prepare(
      `INSERT INTO session_events (session_id, type, body_json, at, received_at)
       SELECT 'ses_' || ?1 || '_' || value, 'user_transcript', '{"text":"conversation number ' || value || '"}', 1, 1
       FROM json_each(?2)`,
    ).bind(project_id, numbers),
    env.DB.prepare(
      `INSERT INTO session_analyses (session_id, status, tries, at)
       SELECT 'ses_' || ?1 || '_' || value, 'pending', 1, value FROM json_each(?2)`,
    ).bind(project_id, numbers),
  ]);
  await wakeForAnalyses(project_id);
}

const countOf = async ({ project_id }: World, wanted: Record<string, unknown>): Promise<number> =>
  (await inStore(project_id, "analyses")).filter((row) =>
    Object.entries(wanted).every(([name, value]) => row[name] === value),
  ).length;
/** What a run of the cron asks the store for. */
const CALLS = [
  ...(["claimStuckAnalysis", "lastSaid", "finishAnalysis", "unannouncedAnalyses"] as const),
  ...(["markAnalysesAnnounced", "hasOpenAnalyses"] as const),
];

it("does a thousand that a crash cut off in some runs of five minutes, each once, a few at a time", async () => {
  const here = await world();
  await cutOff(here, 1_000);
  const seen = server(healthy);
  const prepare = vi.spyOn(env.DB, "prepare");
  const calls = CALLS.map((name) => vi.spyOn(ProjectStore.prototype, name));
  let runs = 0;
  for (; (await countOf(here, { status: "done" })) !== 1_000 && runs < AN_HOUR_OF_RUNS; runs += 1) {
    for (const spy of [prepare, ...calls]) spy.mockClear();
    const before = seen.asked.size;
    // Two at once, as where one takes longer than five minutes.
    const due = () => cron(Date.now(), "*/5 * * * *", bindings);
    await Promise.all(runs === 0 ? [due(), due()] : [due()]);
    const asked = [prepare, ...calls].reduce((sum, { mock }) => sum + mock.calls.length, seen.asked.size - before);
    if (runs > 0) expect(asked, "calls of a run").toBeLessThan(1_000);
    if (runs === 0) expect(seen.most).toBe(16);
    if (runs === 0) seen.most = 0;
  }
  expect(runs).toBeLessThan(AN_HOUR_OF_RUNS / 1.5);
  expect(seen.most).toBe(8);
  expect(seen.asked.size).toBe(1_000);
  expect([...seen.asked.values()].every((times) => times === 1)).toBe(true);
  expect(await countOf(here, { to_announce: 1 })).toBe(0);
});

it("leaves the rest alone where the model is in trouble, and gives one up after four tries", async () => {
  const here = await world();
  await cutOff(here, 100);
  const broken = server(() => new Response(null, { status: 503 }));
  await retryStuckAnalyses(bindings);
  expect(broken.asked.size).toBeLessThan(16);
  expect(await countOf(here, { status: "pending", tries: 1 })).toBeGreaterThan(84);
  expect(await countOf(here, { status: "failed" })).toBe(0);

  await changeStore(here.project_id, "UPDATE analyses SET at = 0, tries = 3 WHERE session_id LIKE '%_99'");
  await retryStuckAnalyses(bindings);
  const given_up = (await inStore(here.project_id, "analyses")).find(({ session_id }) =>
    String(session_id).endsWith("_99"),
  );
  expect(given_up).toMatchObject({ status: "failed", detail: "The model's server answered with status 503" });

  server(healthy);
  await retryStuckAnalyses(bindings);
  expect(await countOf(here, { status: "done" })).toBeGreaterThan(68);
});

it("takes projects in turn: neither one that has many nor those that never end hold up the others", async () => {
  const many = await world();
  const few = await world();
  await cutOff(many, 200);
  await cutOff(few, 1);
  server(healthy);
  await retryStuckAnalyses(bindings);
  expect(await countOf(few, { status: "done" })).toBe(1);

  const ids = Array.from({ length: 31 }, (_, n) => 10_000 + n);
  await env.DB.prepare(
    "INSERT INTO project_stores (project_id, moved_at, version, open_since) SELECT value, 1, 0, 1 FROM json_each(?1)",
  )
    .bind(JSON.stringify(ids))
    .run();
  const left = vi.spyOn(ProjectStore.prototype, "hasOpenAnalyses").mockImplementation(away);
  for (const _ of [1, 2]) await expect(retryStuckAnalyses(env)).rejects.toThrow("away");
  const asked = new Set(left.mock.calls.map(([project_id]) => project_id));
  expect(ids.filter((id) => !asked.has(id))).toEqual([]);
});
