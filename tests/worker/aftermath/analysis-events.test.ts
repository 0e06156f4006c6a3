import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import type { Bindings } from "../../../worker/env.ts";
import { DeliveryQueue } from "../../../worker/objects/delivery-queue/delivery-queue.ts";
import { analyzeAgain } from "../../../worker/sessions/analyze-session.ts";
import { retryStuckAnalyses } from "../../../worker/sessions/retry-analyses.ts";
import { cron } from "../../harness/worker/cron.ts";
import { report, start, type World, world } from "../../harness/worker/organization.ts";
import { inStore, storeOf, wakeForAnalyses } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";
import { type Received, receiver } from "./receiver.ts";

const MODEL = "https://model.example/v1";
const bindings = { ...env, ANALYSIS_BASE_URL: MODEL, ANALYSIS_API_KEY: "k", ANALYSIS_MODEL: "m" };
const actor = { kind: "operator", operator_id: null, name: "operator", role: "owner" } as const;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The model gives another summary each time it is asked. */
function modelAndReceiver(): { analyzed: () => Received[]; asked: () => number } {
  let asked = 0;
  const received = receiver((_, url) => {
    if (!url.startsWith(MODEL)) return new Response(null, { status: 204 });
    asked += 1;
    const content = JSON.stringify({ summary: `Summary ${asked}`, fields: {}, criteria: {} });
    return Response.json({ choices: [{ message: { content } }] });
  });
  return { analyzed: () => received.filter(({ type }) => type === "session.analyzed"), asked: () => asked };
}

it("is sent once where the queue failed after the analysis, and anew for another analysis", async () => {
  const here = await world();
  await admin("POST", `/projects/${here.project_id}/webhooks`, {
    url: "https://crm.example/",
    events: ["session.analyzed"],
  });
  const { session_id } = await start(here);
  const events = [{ type: "connected" }, { type: "user_transcript", text: "Hi" }, { type: "ended" }];
  await report(here.key, session_id, events);
  await here.ledger.publishPending();
  const { analyzed, asked } = modelAndReceiver();

  const enqueue = vi.spyOn(DeliveryQueue.prototype, "enqueue").mockImplementation(async () => {
    throw new Error("the queue is in trouble");
  });
  const { project_id, org_id, agent_id } = here;
  await storeOf(project_id).requestAnalyses(project_id, [{ session_id, org_id, agent_id, agent_name: "Ava" }], 0);
  await wakeForAnalyses(project_id);
  await expect(retryStuckAnalyses(bindings)).rejects.toThrow("the queue is in trouble");
  const { analysis } = await admin("GET", `/sessions/${session_id}`);
  expect(analysis).toMatchObject({ status: "done", summary: "Summary 1" });
  expect(analyzed()).toEqual([]);

  enqueue.mockRestore();
  await cron(Date.now(), "*/5 * * * *", bindings);
  await vi.waitFor(() => expect(analyzed()).toHaveLength(1), { timeout: 50_000 });
  expect(analyzed()[0]?.data).toMatchObject({ session_id, summary: "Summary 1" });
  expect(asked()).toBe(1);
  await cron(Date.now(), "*/5 * * * *", bindings);
  const open = env.DB.prepare("SELECT project_id FROM project_stores WHERE open_since IS NOT NULL");
  expect((await open.all()).results).toEqual([]);

  const session = await storeOf(here.project_id).session(here.project_id, session_id);
  if (!session) throw new Error("no session");
  const work: Promise<unknown>[] = [];
  await analyzeAgain(bindings, actor, session, (one) => work.push(one));
  await Promise.all(work);
  await vi.waitFor(() => expect(analyzed()).toHaveLength(2), { timeout: 50_000 });
  expect(analyzed()[1]?.data).toMatchObject({ session_id, summary: "Summary 2" });
  expect(analyzed()[1]?.id).not.toBe(analyzed()[0]?.id);
});

it("is sent for one project while another's queue fails, with few calls of D1 for many", async () => {
  const broken = await world();
  const here = await world();
  const hook = { url: "https://crm.example/", events: ["session.analyzed"] };
  const { id } = await admin("POST", `/projects/${broken.project_id}/webhooks`, hook);
  await admin("POST", `/projects/${here.project_id}/webhooks`, hook);
  const { analyzed } = modelAndReceiver();
  const fill = (site: World, count: number, at: number) =>
    env.DB.batch([
      env.DB.prepare(
        `INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, provider, state, started_at, revision)
         SELECT 'ses_' || ?2 || '_' || value, ?1, ?2, ?3, 'Ava', 'provider_a', 'ended', 1, 1 FROM json_each(?4)`,
      ).bind(site.org_id, site.project_id, site.agent_id, JSON.stringify(Array.from({ length: count }, (_, n) => n))),
      env.DB.prepare(
        `INSERT INTO session_analyses (session_id, status, result_json, at, to_announce)
         SELECT id, 'done', '{"summary":"Short"}', ?2, 1 FROM sessions WHERE project_id = ?1`,
      ).bind(site.project_id, at),
    ]);
  await fill(broken, 150, 1);
  await fill(here, 3, 2);
  for (const { project_id } of [broken, here]) await wakeForAnalyses(project_id);
  const { enqueue } = DeliveryQueue.prototype;
  vi.spyOn(DeliveryQueue.prototype, "enqueue").mockImplementation(function (
    this: DeliveryQueue<Bindings>,
    target,
    added,
  ) {
    if (target.webhook_id === id) throw new Error("the queue is in trouble");
    return enqueue.call(this, target, added);
  });
  const prepare = vi.spyOn(env.DB, "prepare");
  await expect(retryStuckAnalyses(env)).rejects.toThrow("the queue is in trouble");
  expect(prepare.mock.calls.length).toBeLessThan(10);
  await vi.waitFor(() => expect(analyzed()).toHaveLength(3), { timeout: 50_000 });
  const left = async () =>
    (await Promise.all([broken, here].map(({ project_id }) => inStore(project_id, "analyses"))))
      .flat()
      .filter(({ to_announce }) => to_announce === 1).length;
  expect(await left()).toBe(150);
  vi.restoreAllMocks();
  await retryStuckAnalyses(env);
  expect(await left()).toBe(0);
});

it("leaves nothing to announce of an analysis that is requested anew", async () => {
  const { project_id, org_id, agent_id } = await world();
  const store = storeOf(project_id);
  const asked = { session_id: "ses_1", org_id, agent_id, agent_name: "Ava" };
  expect(await store.requestAnalyses(project_id, [asked], 1)).toEqual(["ses_1"]);
  expect(await store.requestAnalyses(project_id, [asked], 2)).toEqual([]);
  expect(await store.beginAnalysis(project_id, "ses_1", 1, 2)).toBe(true);
  await store.finishAnalysis(project_id, "ses_1", { summary: "Short", fields: {}, criteria: [] }, 3);
  expect(await store.unannouncedAnalyses(project_id, null, 9)).toMatchObject([{ session_id: "ses_1", at: 3 }]);
  expect(await store.beginAnalysis(project_id, "ses_1", 2, 4)).toBe(false);
  await store.requestAnalysisAgain(project_id, asked, 5);
  expect(await store.unannouncedAnalyses(project_id, null, 9)).toEqual([]);
  expect(await inStore(project_id, "analyses")).toMatchObject([{ status: "pending", to_announce: 0, tries: 0 }]);
  // Whoever goes on with the one before is told that it is over.
  expect(await store.beginAnalysis(project_id, "ses_1", 3, 6)).toBe(false);
});
