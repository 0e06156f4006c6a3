import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { ProjectStore } from "../../../worker/index.ts";
import { holdThatRestoreKeeps } from "../../harness/worker/archive.ts";
import { cron } from "../../harness/worker/cron.ts";
import { FIND_ORDER, report, start, type World, widget, world } from "../../harness/worker/organization.ts";
import { away, dieAtPiece, inStore, leaveInD1, storeOf } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";
import { billOf, installMeter } from "../contract/meter.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** How often the owner's server was asked. */
let asked = 0;

/** @param before what is done while nothing has asked for the project's store */
async function calling(before: (here: World, session_id: string) => Promise<void> = async () => {}) {
  const here = await world({ agent: { tools: [FIND_ORDER] } });
  asked = 0;
  vi.stubGlobal("fetch", async () => Response.json({ order: ++asked }));
  const { session_id } = await start(here);
  await before(here, session_id);
  await report(here.key, session_id, [{ type: "connected" }]);
  const call = (call_id: string) =>
    widget(here.key, "POST", "/tools/execute", { session_id, name: FIND_ORDER.name, call_id, arguments: {} });
  return { ...here, session_id, call };
}
interface Shown {
  call_id: string;
  outcome: unknown;
}
const callsOf = async (session_id: string): Promise<Shown[]> =>
  (await admin("GET", `/sessions/${session_id}`)).tool_calls;

const outcome = (call_id: string) => ({ success: true, call_id, result: { order: call_id } });
/** So many calls as a version without stores has left them in D1; half of them say nothing of how they went. */
const left = (session_id: string, count: number, name = "find_order") =>
  env.DB.prepare(
    `INSERT INTO tool_calls (session_id, call_id, name, at, outcome_json)
     SELECT ?1, value ->> 'id', ?2, value ->> 'at', value ->> 'outcome' FROM json_each(?3)`,
  )
    .bind(
      session_id,
      name,
      JSON.stringify(
        Array.from({ length: count }, (_, n) => ({
          ...{ id: `c${n}`, at: n },
          outcome: n % 2 ? JSON.stringify(outcome(`c${n}`)) : null,
        })),
      ),
    )
    .run();
const inD1 = () => env.DB.prepare("SELECT COUNT(*) AS n FROM tool_calls").first<number>("n");

/** A conversation as a version without stores has left it in D1. */
async function talked(here: World): Promise<string> {
  const { session_id } = await start(here);
  await leaveInD1(here);
  return session_id;
}

test("what D1 had is shown as before, and a repeated call of before reaches no tool", async () => {
  let other = "";
  const here = await calling(async (here, session_id) => {
    other = await talked(here);
    await left(session_id, 450);
    await left(other, 3);
  });
  expect(await here.call("c1")).toEqual(outcome("c1"));
  expect(asked).toBe(0);
  await here.call("new");
  expect(asked).toBe(1);
  const shown = await callsOf(here.session_id);
  expect(shown).toHaveLength(451);
  expect(shown.slice(0, 2)).toMatchObject([
    { call_id: "c0", outcome: null },
    { call_id: "c1", outcome: outcome("c1") },
  ]);
  expect(await callsOf(other)).toHaveLength(3);
  await cron();
  // For a Worker that is rolled back.
  expect(await inD1()).toBe(453);
  expect((await env.DB.prepare("SELECT version FROM project_stores").all()).results).toEqual([{ version: 11 }]);
});

test("a takeover that is killed between two pieces goes on where it was, and shows nothing before", async () => {
  const here = await world();
  const session_id = await talked(here);
  await left(session_id, 450);
  const dying = dieAtPiece(2);
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await cron();
  expect(log.mock.calls.flat().join()).toContain("killed");
  dying.mockRestore();
  expect(await inStore(here.project_id, "arriving_tool_calls")).toHaveLength(200);
  expect(await inStore(here.project_id, "tool_calls", "owner")).toEqual([]);
  await evictDurableObject(storeOf(here.project_id) as never);
  await cron();
  expect(await inStore(here.project_id, "arriving_tool_calls", "arrival")).toEqual([]);
  expect(await callsOf(session_id)).toHaveLength(450);
});

test("searches of before count as answered, for those whose they were", async () => {
  const [before, after] = [await world(), await world()];
  const { project_id } = before;
  const session_id = await talked(before);
  const found = { found: true, passages: [{ title: "Ferry", url: "https://shop.example/ferry", text: "At nine." }] };
  await env.DB.prepare("INSERT INTO tool_calls VALUES (?1, 'c', 'search_knowledge', ?2, ?3)")
    .bind(session_id, JSON.stringify({ success: true, call_id: "c", result: found }), Date.now())
    .run();
  await admin("PATCH", `/projects/${project_id}`, { org_id: after.org_id });
  const { token } = await admin("POST", `/organizations/${after.org_id}/tokens`);
  const path = `/projects/${project_id}/questions/topics`;
  expect((await admin("GET", path)).answered).toEqual([
    { title: "Ferry", url: "https://shop.example/ferry", count: 1 },
  ]);
  expect((await admin("GET", path, undefined, { token })).answered).toEqual([]);
});

test("a tool's call writes nothing to D1", async () => {
  const { call } = await calling();
  await call("first");
  await installMeter();
  const bill = await billOf(() => call("second"));
  console.log(`tool| ${JSON.stringify(bill)}`);
  expect(bill.d1_rows_written).toBe(0);
});

test("where the store cannot be reached tools are called all the same, and a repetition waits for no outcome", async () => {
  const { call, session_id } = await calling();
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  for (const method of ["claimCall", "finishCall"] as const)
    vi.spyOn(ProjectStore.prototype, method).mockImplementation(away);
  expect(await call("a")).toMatchObject({ success: true, result: { order: 1 } });
  expect(log.mock.calls.flat().join()).toMatch(/tool_call_not_claimed.*tool_outcome_not_kept/);
  vi.mocked(ProjectStore.prototype.claimCall).mockRestore();
  vi.mocked(ProjectStore.prototype.finishCall).mockRestore();
  await call("b");
  expect((await callsOf(session_id)).map(({ call_id }) => call_id)).toEqual(["b"]);
});

test("a call that is repeated while its tool works waits in the store, and asks it once", async () => {
  const { call } = await calling();
  let answer = false;
  const tool = vi.fn(async () => {
    while (!answer) await scheduler.wait(10);
    return Response.json({ order: 1 });
  });
  vi.stubGlobal("fetch", tool);
  const looks = vi.spyOn(ProjectStore.prototype, "findCall");
  const first = call("a");
  await vi.waitFor(() => expect(tool).toHaveBeenCalledOnce(), { timeout: 20_000 });
  const again = [call("a"), call("a")];
  await vi.waitFor(() => expect(looks).toHaveBeenCalledTimes(2), { timeout: 20_000 });
  // Whoever looks again and again does in this time.
  await scheduler.wait(1_000);
  answer = true;
  expect(await Promise.all([first, ...again])).toEqual(
    Array(3).fill({ success: true, call_id: "a", result: { order: 1 } }),
  );
  expect(tool).toHaveBeenCalledOnce();
  expect(looks).toHaveBeenCalledTimes(2);
});

test("calls go with their session, and with their project", async () => {
  const here = await calling();
  await here.call("a");
  expect(await inStore(here.project_id, "tool_calls")).toHaveLength(1);
  await storeOf(here.project_id).forget(here.project_id, [here.session_id], 0);
  expect(await inStore(here.project_id, "tool_calls")).toEqual([]);
  await leaveInD1(here);
  await left(here.session_id, 3);
  await here.call("b");
  await admin("DELETE", `/projects/${here.project_id}`, { confirm: "Bakery" }, { status: 204 });
  expect(await inStore(here.project_id, "owner", "tool_calls", "arriving_tool_calls")).toEqual([]);
  expect(await inD1()).toBe(0);
});

test("a backup has the calls in pages, and a restore brings them back; so does an archive of before", async () => {
  const here = await world();
  const session_id = await talked(here);
  await left(session_id, 40);
  // Two of them are more than a page.
  await env.DB.prepare("UPDATE tool_calls SET outcome_json = ?1 WHERE at % 2 = 1")
    .bind(JSON.stringify({ success: true, call_id: "x", result: "x".repeat(60_000) }))
    .run();
  await holdThatRestoreKeeps({
    tables: { before: "tool_calls", now: "tool_calls" },
    store_version: 2,
    read: () => callsOf(session_id),
  });
});
