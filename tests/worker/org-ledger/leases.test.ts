import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProjectStore } from "../../../worker/index.ts";
import type { Terms } from "../../../worker/objects/org-ledger/account.ts";
import type { LeaseRequest } from "../../../worker/objects/org-ledger/lease.ts";
import { entriesOf, organization, report, start, type World, world } from "../../harness/worker/organization.ts";
import { away, changeStore, inStore } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";
import { farNoon } from "../../harness/worker/stop-clock.ts";

/** Only the date is held still: timers and alarms stay the runtime's. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: farNoon() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

const alarm = ({ ledger }: World) => runDurableObjectAlarm(ledger);
const stored = (session_id: string) => admin("GET", `/sessions/${session_id}`);
const connected = [{ type: "connected" }];
const beat = [{ type: "heartbeat" }];

describe("leases", () => {
  it("end at the last sign of life when they fall silent, by the alarm alone, however often it comes", async () => {
    const here = await world();
    const { session_id } = await start(here);
    pass(2);
    await report(here.key, session_id, connected);
    pass(40);
    await report(here.key, session_id, beat);
    pass(91);
    await evictDurableObject(here.ledger);
    await alarm(here);
    await alarm(here);
    const [row] = await inStore(here.project_id, "sessions");
    expect(row).toMatchObject({ state: "ended", end_reason: "visitor_left", charged: 40 });
    expect(await organization(here)).toMatchObject({ credit: { balance: 99_960, reserved: 0 }, lines: { in_use: 0 } });
    expect((await entriesOf(here)).map((entry: { amount: number }) => entry.amount)).toEqual([-40, 100_000]);
    await report(here.key, session_id, beat, 409);
  });

  it("end on the first call after a start, should the alarm never come", async () => {
    const here = await world({ organization: { voice_lines: 1 } });
    await start(here);
    await evictDurableObject(here.ledger);
    await runInDurableObject(here.ledger, (_, state) => state.storage.deleteAlarm());
    pass(301);
    await start(here);
    expect(await organization(here)).toMatchObject({ credit: { balance: 100_000, reserved: 300 } });
    expect(await runInDurableObject(here.ledger, (_, state) => state.storage.getAlarm())).not.toBeNull();
  });

  it("cost nothing when nothing is ever heard of a call that the service would have seen", async () => {
    const here = await world({ credits: 200 });
    const { session_id, remaining_seconds } = await start(here);
    expect(remaining_seconds).toBe(200);
    pass(200);
    expect(await stored(session_id)).toMatchObject({ status: "ended", end_reason: "visitor_left", charged: 0 });
    expect(await organization(here)).toMatchObject({ credit: { balance: 200, reserved: 0, available: 200 } });
  });

  it("end at the agent's longest duration", async () => {
    const here = await world({ agent: { max_duration_seconds: 60 } });
    const { session_id, remaining_seconds } = await start(here);
    expect(remaining_seconds).toBe(60);
    await report(here.key, session_id, connected);
    pass(50);
    expect((await report(here.key, session_id, beat)).session).toMatchObject({ remaining_seconds: 10 });
    pass(20);
    await report(here.key, session_id, beat, 409);
    expect(await stored(session_id)).toMatchObject({ end_reason: "max_duration", charged: 60 });
  });

  it("end when the credit is gone, exactly then, and never below zero", async () => {
    const here = await world({ credits: 130 });
    const { session_id } = await start(here);
    await report(here.key, session_id, connected);
    pass(80);
    expect((await report(here.key, session_id, beat)).session.remaining_seconds).toBe(50);
    pass(60);
    await alarm(here);
    const ended = await stored(session_id);
    expect(ended).toMatchObject({ end_reason: "credit_exhausted", charged: 130 });
    expect(ended.ended_at - ended.connected_at).toBe(130_000);
    expect(await organization(here)).toMatchObject({ credit: { balance: 0, reserved: 0 } });
  });

  it("are ended by the operator once, who hangs up", async () => {
    const here = await world();
    const hungUp = vi.spyOn((await import("../../../worker/providers/demo.ts")).demo, "hangUp");
    const { session_id } = await start(here);
    await report(here.key, session_id, connected);
    pass(10);
    const ended = await admin("POST", `/sessions/${session_id}/end`, undefined, { status: 200 });
    expect(ended).toMatchObject({ status: "ended", end_reason: "operator", charged: 10 });
    pass(10);
    expect(await admin("POST", `/sessions/${session_id}/end`, undefined, { status: 200 })).toEqual(ended);
    await report(here.key, session_id, beat, 409);
    expect(hungUp.mock.calls.map(([call]) => call.session_id)).toEqual([session_id]);
    const { items } = await admin("GET", "/audit");
    expect(items.filter(({ action }: { action: string }) => action === "session.end")).toHaveLength(1);
  });

  it("take late events for an hour after the end and are deleted after that, while D1 still has their end", async () => {
    const here = await world();
    const { session_id } = await start(here);
    await report(here.key, session_id, [...connected, { type: "ended" }]);
    pass(3599);
    await report(here.key, session_id, [{ type: "feedback", rating: 4 }]);
    pass(2);
    await report(here.key, session_id, [{ type: "feedback", rating: 4 }], 409);
    pass(3600);
    await alarm(here);
    const left = await runInDurableObject(here.ledger, (_, { storage }) => [
      ...storage.sql.exec("SELECT session_id FROM lease"),
    ]);
    expect(left).toEqual([]);
    await report(here.key, session_id, [{ type: "user_transcript", text: "late" }], 409);
    await report(here.key, session_id.replace(/^ses_./, session_id.startsWith("ses_0") ? "ses_1" : "ses_0"), beat, 404);
  });

  it("survive an eviction unchanged", async () => {
    const here = await world();
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected", call_id: "call_7" }]);
    pass(30);
    await evictDurableObject(here.ledger);
    expect(await here.ledger.lease(session_id)).toMatchObject({ state: "active", call_id: "call_7", reserved: 300 });
    await report(here.key, session_id, [{ type: "ended" }]);
    expect(await stored(session_id)).toMatchObject({ charged: 30, end_reason: "completed" });
  });
});

describe("publishing to D1 and the stores", () => {
  const rows = async (table: string) => (await env.DB.prepare(`SELECT * FROM ${table}`).all()).results;

  it("applies each entry and each session once, however often it is published", async () => {
    const here = await world();
    const { session_id } = await start(here);
    await report(here.key, session_id, connected);
    pass(25);
    await report(here.key, session_id, [{ type: "ended" }]);
    const entries = await rows("ledger_entries");
    const sessions = await inStore(here.project_id, "sessions");
    expect(entries).toMatchObject([
      { id: 1, amount: 100_000, kind: "grant" },
      { id: 2, amount: -25, kind: "charge", session_id },
    ]);
    // As after a crash between the writing to D1 and its acknowledgement.
    await runInDurableObject(here.ledger, (_, { storage }) => {
      storage.sql.exec("UPDATE account SET published_entry = 0");
      storage.sql.exec("UPDATE lease SET kept_revision = 0");
    });
    await evictDurableObject(here.ledger);
    await here.ledger.publishPending();
    expect(await rows("ledger_entries")).toEqual(entries);
    expect(await inStore(here.project_id, "sessions")).toEqual(sessions);
  });

  it("never lets an old copy of a session undo a newer one", async () => {
    const here = await world();
    const { session_id } = await start(here);
    await here.ledger.publishPending();
    await changeStore(here.project_id, "UPDATE sessions SET revision = 99, state = 'ended', charged = 5");
    await report(here.key, session_id, connected);
    await here.ledger.publishPending();
    expect(await inStore(here.project_id, "sessions")).toMatchObject([{ state: "ended", charged: 5, revision: 99 }]);
  });

  it("never touches another organization's session of the same name", async () => {
    const here = await world();
    await start(here);
    await here.ledger.publishPending();
    await changeStore(here.project_id, "UPDATE sessions SET org_id = org_id + 1");
    const before = await inStore(here.project_id, "sessions");
    await report(here.key, before[0]?.id as string, connected);
    await here.ledger.publishPending();
    expect(await inStore(here.project_id, "sessions")).toEqual(before);
  });

  it("tries again by alarm when D1 is unavailable, and loses nothing", async () => {
    const here = await world();
    await here.ledger.publishPending();
    const { session_id } = await start(here);
    await report(here.key, session_id, connected);
    pass(10);
    await here.ledger.end(session_id, "operator");
    await env.DB.exec("ALTER TABLE ledger_entries RENAME TO away");
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    await alarm(here);
    expect(logged).toHaveBeenCalledWith(expect.stringContaining("ledger_alarm_failed"));
    // The store has it all the same.
    expect(await inStore(here.project_id, "sessions")).toMatchObject([{ id: session_id, state: "ended" }]);
    await env.DB.exec("ALTER TABLE away RENAME TO ledger_entries");
    expect(await alarm(here)).toBe(true);
    expect(await rows("ledger_entries")).toMatchObject([{ kind: "grant" }, { kind: "charge", session_id }]);
  });

  it("tries a store that is away again by alarm, later each time, and holds up no other project", async () => {
    const here = await world();
    const other = await admin("POST", "/projects", { org_id: here.org_id, name: "Second" });
    const mine = await start(here);
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { keepSessions } = ProjectStore.prototype;
    const gone = vi.spyOn(ProjectStore.prototype, "keepSessions").mockImplementation(function (
      this: ProjectStore,
      ...[project_id, copies]: Parameters<typeof keepSessions>
    ) {
      return project_id === here.project_id ? away() : keepSessions.call(this, project_id, copies);
    });
    const beside = { ...(await here.ledger.lease(mine.session_id)), session_id: "ses_beside", project_id: other.id };
    const terms = (await runInDurableObject(here.ledger, (_, { storage }) =>
      JSON.parse(String(storage.sql.exec("SELECT terms_json FROM account").one().terms_json)),
    )) as Terms;
    await here.ledger.open(beside as LeaseRequest, terms);
    await here.ledger.publishPending();
    expect(logged).toHaveBeenCalledWith(expect.stringContaining("sessions_late"));
    expect(await inStore(other.id, "sessions")).toMatchObject([{ id: "ses_beside" }]);
    expect(await inStore(here.project_id, "sessions")).toEqual([]);
    expect((await here.ledger.outbox()).late).toMatchObject([{ project_id: here.project_id }]);
    const asked = here.ledger.publishPending(mine.session_id, here.project_id);
    expect(await asked.then(() => "taken", String)).toContain("the store is away");
    gone.mockRestore();
    await vi.waitFor(async () => {
      pass(60);
      await alarm(here);
      expect(await inStore(here.project_id, "sessions")).toMatchObject([{ id: mine.session_id, state: "starting" }]);
    });
    expect((await here.ledger.outbox()).late).toEqual([]);
  });

  /** The store of this project takes nothing. */
  function silence(silent: number, answer: () => Promise<never>) {
    const { keepSessions } = ProjectStore.prototype;
    vi.spyOn(console, "error").mockImplementation(() => {});
    return vi.spyOn(ProjectStore.prototype, "keepSessions").mockImplementation(function (
      this: ProjectStore,
      ...[project_id, copies]: Parameters<typeof keepSessions>
    ) {
      return project_id === silent ? answer() : keepSessions.call(this, project_id, copies);
    });
  }

  it("keeps what a store does not take past the time of others, and its alarm sleeps meanwhile", async () => {
    const here = await world();
    const { session_id } = await start(here);
    silence(here.project_id, async () => away());
    await report(here.key, session_id, [...connected, { type: "ended", reason: "completed" }]);
    pass(3 * 3600);
    await alarm(here);
    const due = await runInDurableObject(here.ledger, (_, { storage }) => storage.getAlarm());
    expect(due).toBeGreaterThan(Date.now());
    vi.restoreAllMocks();
    pass(600);
    await alarm(here);
    expect(await inStore(here.project_id, "sessions")).toMatchObject([{ id: session_id, state: "ended" }]);
  });

  it("waits for a store that fails late once, however many ask for it", async () => {
    const here = await world();
    const other = await admin("POST", "/projects", { org_id: here.org_id, name: "Second" });
    const { session_id } = await start(here);
    const kept = silence(here.project_id, () => scheduler.wait(50).then(away));
    const asked = Array.from({ length: 8 }, () =>
      here.ledger.publishPending(session_id, here.project_id).then(() => "taken", String),
    );
    const beside = { ...(await here.ledger.lease(session_id)), session_id: "ses_beside", project_id: other.id };
    const terms = (await runInDurableObject(here.ledger, (_, { storage }) =>
      JSON.parse(String(storage.sql.exec("SELECT terms_json FROM account").one().terms_json)),
    )) as Terms;
    await here.ledger.open(beside as LeaseRequest, terms);
    await here.ledger.publishPending(undefined, other.id);
    expect(await inStore(other.id, "sessions")).toMatchObject([{ id: "ses_beside" }]);
    expect(kept.mock.calls.filter(([project_id]) => project_id === here.project_id).length).toBeLessThanOrEqual(2);
    for (const answer of await Promise.all(asked)) expect(answer).toContain("the store is away");
  });
});
