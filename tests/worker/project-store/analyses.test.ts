import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { ProjectStore } from "../../../worker/index.ts";
import { analyzeEnded } from "../../../worker/sessions/analyze-session.ts";
import { holdThatRestoreKeeps } from "../../harness/worker/archive.ts";
import { cron } from "../../harness/worker/cron.ts";
import { report, start, type World, world } from "../../harness/worker/organization.ts";
import { away, dieAtPiece, inStore, storeOf } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";
import { billOf, installMeter } from "../contract/meter.ts";

const model = { ANALYSIS_BASE_URL: "https://model.example/v1", ANALYSIS_MODEL: "m" };

/** Between the attempts of an analysis, milliseconds. */
const PAUSES = [2_000, 8_000, 20_000];

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** So many sessions as a version without stores has left them in D1, each with its analysis. */
async function left({ org_id, project_id, agent_id }: World, count: number): Promise<void> {
  const list = JSON.stringify(Array.from({ length: count }, (_, n) => `ses_old_${n}`));
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, provider, state, started_at, ended_at, revision)
       SELECT value, ?1, ?2, ?3, 'Ava', 'provider_a', 'ended', key, key, 1 FROM json_each(?4)`,
    ).bind(org_id, project_id, agent_id, list),
    env.DB.prepare(
      `INSERT INTO session_analyses (session_id, status, result_json, tries, at)
       SELECT value, 'done', json_object('summary', 'Summary ' || key, 'fields', json('{}'), 'criteria', json('[]')), 1, key
       FROM json_each(?1)`,
    ).bind(list),
  ]);
}
const inD1 = () => env.DB.prepare("SELECT COUNT(*) AS n FROM session_analyses").first<number>("n");
const summaries = async ({ project_id }: World, limit: number): Promise<(string | null)[]> =>
  (await admin("GET", `/projects/${project_id}/sessions?limit=${limit}`)).items.map(
    ({ summary }: { summary: string | null }) => summary,
  );
function answering(): { asked: number } {
  const seen = { asked: 0 };
  vi.stubGlobal("fetch", async () => {
    seen.asked += 1;
    const content = JSON.stringify({ summary: `Summary ${seen.asked}`, fields: {}, criteria: {} });
    return Response.json({ choices: [{ message: { content } }] });
  });
  return seen;
}
async function talked(here: World): Promise<string> {
  const { session_id } = await start(here);
  await report(here.key, session_id, [
    { type: "connected" },
    { type: "user_transcript", text: "Hi" },
    { type: "ended" },
  ]);
  await here.ledger.publishPending();
  return session_id;
}
/** What follows the end of a session, with a model. */
async function analyzed(here: World, session_id: string) {
  const lease = await here.ledger.lease(session_id);
  if (!lease) throw new Error("no lease");
  const work: Promise<unknown>[] = [];
  const failed = await analyzeEnded({ ...env, ...model }, [lease], (one) => work.push(one));
  await Promise.all(work);
  return failed;
}

test("analyses are taken over in pieces: a kill leaves them, and lists show none before all are there", async () => {
  const here = await world();
  await left(here, 230);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const dying = dieAtPiece(2, "analyses");
  await cron();
  dying.mockRestore();
  expect(await inStore(here.project_id, "arriving_analyses")).toHaveLength(200);
  expect(await inStore(here.project_id, "analyses", "owner")).toEqual([]);
  await evictDurableObject(storeOf(here.project_id) as never);
  expect(await summaries(here, 2)).toEqual(["Summary 229", "Summary 228"]);
  expect(await inStore(here.project_id, "analyses")).toHaveLength(230);
  expect(await inStore(here.project_id, "arriving_analyses", "arrival_of_analyses")).toEqual([]);
  // For a Worker that is rolled back.
  expect(await inD1()).toBe(230);
});

test("an analysis writes no row to D1", async () => {
  const here = await world();
  const session_id = await talked(here);
  answering();
  await installMeter();
  const bill = await billOf(() => analyzed(here, session_id));
  console.log(`analysis| ${JSON.stringify(bill)}`);
  expect(bill.d1_rows_written).toBe(0);
  expect((await admin("GET", `/sessions/${session_id}`)).analysis.status).toBe("done");
});

test("an analysis is made once, shown, and forgotten with its session", async () => {
  const here = await world();
  const session_id = await talked(here);
  const seen = answering();
  expect(await analyzed(here, session_id)).toEqual(new Map());
  // What follows an end may run twice.
  await analyzed(here, session_id);
  expect(seen.asked).toBe(1);
  expect(await inD1()).toBe(0);
  const { analysis } = await admin("GET", `/sessions/${session_id}`);
  expect(analysis).toMatchObject({ status: "done", summary: "Summary 1" });
  expect(await summaries(here, 1)).toEqual(["Summary 1"]);
  const [row] = await inStore(here.project_id, "analyses");
  expect(row).toMatchObject({ tries: 1, to_announce: 0, org_id: here.org_id, agent_id: here.agent_id });
  await admin("DELETE", `/projects/${here.project_id}/subjects/nobody`, undefined, { status: 204 });
  await storeOf(here.project_id).forget(here.project_id, [session_id], 0);
  expect(await inStore(here.project_id, "analyses")).toEqual([]);
});

test("an analysis that failed ended when its last attempt did", async () => {
  const here = await world();
  const session_id = await talked(here);
  let now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now);
  const { wait } = scheduler;
  vi.spyOn(scheduler, "wait").mockImplementation((ms, ...more) =>
    wait.call(scheduler, PAUSES.includes(ms) ? 0 : ms, ...more),
  );
  vi.stubGlobal("fetch", async () => {
    now += 50_000;
    return new Response("", { status: 500 });
  });
  await analyzed(here, session_id);
  const { analysis } = await admin("GET", `/sessions/${session_id}`);
  expect(analysis).toMatchObject({ status: "failed", at: now });
});

test("where the store cannot be reached what follows the end is done later", async () => {
  const here = await world();
  const session_id = await talked(here);
  const seen = answering();
  const broken = vi.spyOn(ProjectStore.prototype, "requestAnalyses").mockImplementation(away);
  expect([...(await analyzed(here, session_id)).keys()]).toEqual([here.project_id]);
  broken.mockRestore();
  expect(await analyzed(here, session_id)).toEqual(new Map());
  expect(seen.asked).toBe(1);
  expect((await admin("GET", `/sessions/${session_id}`)).analysis.status).toBe("done");
});

test("a store that wakes with an analysis that broke off has the cron go on with it", async () => {
  const here = await world();
  const { project_id, org_id, agent_id } = here;
  const session_id = await talked(here);
  const asked = { session_id, org_id, agent_id, agent_name: "Ava" };
  const began = Date.now();
  await storeOf(project_id).requestAnalyses(project_id, [asked], began);
  const noted = env.DB.prepare("SELECT count(*) AS n FROM project_stores WHERE open_since IS NOT NULL");
  // Too early: whoever was asked may be at it.
  expect(await runDurableObjectAlarm(storeOf(project_id) as never)).toBe(true);
  expect(await noted.first("n")).toBe(0);
  const seen = answering();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => began + 301_000);
  expect(await runDurableObjectAlarm(storeOf(project_id) as never)).toBe(true);
  expect(await noted.first("n")).toBe(1);
  await cron(began + 301_000, "*/5 * * * *", { ...env, ...model });
  clock.mockRestore();
  expect(seen.asked).toBe(1);
  expect(await noted.first("n")).toBe(0);
  expect((await admin("GET", `/sessions/${session_id}`)).analysis).toMatchObject({ status: "done" });
});

test("a backup has the analyses, and a restore brings them back; so does an archive of before", async () => {
  const here = await world();
  await left(here, 1_200);
  await cron();
  await holdThatRestoreKeeps({
    tables: { before: "session_analyses", now: "analyses" },
    store_version: 9,
    read: () => summaries(here, 100),
  });
});
