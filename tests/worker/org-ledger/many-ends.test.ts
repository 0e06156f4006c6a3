import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { OrgLedger } from "../../../worker/index.ts";
import type { Lease } from "../../../worker/objects/org-ledger/lease.ts";
import type { FollowUp, HangUpPace, Publish } from "../../../worker/objects/org-ledger/outside.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";
import { opening, scope, signals, terms } from "./new-ledger.ts";

/** What the object calls outside of itself. */
interface Outside {
  hangUp(lease: Lease): Promise<void>;
  hangUpPace: HangUpPace;
  publish: Publish;
  followUp: FollowUp;
}
type Ledger = DurableObjectStub<OrgLedger>;

// Alarms come when the test runs them.
beforeEach(() => stopClock(farNoon()));
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

let org_id = 70_000;

/** An organization whose sessions all fall due together. @param vendorOf by the number of the session */
async function crowd(size: number, vendorOf: (index: number) => string): Promise<{ ledger: Ledger; names: string[] }> {
  org_id += 1;
  const own = terms({ org_id, voice_lines: size });
  const ledger = env.ORG_LEDGER.getByName(String(org_id)) as unknown as Ledger;
  const names = Array.from({ length: size }, (_, index) => `ses_${String(index).padStart(5, "0")}`);
  await ledger.grant({ operation: "first", amount: size * 400, note: null }, own);
  await runInDurableObject(ledger, (object: OrgLedger) => {
    for (const [index, name] of names.entries()) object.open(opening(name, { vendor: vendorOf(index) }), own, true);
  });
  await withOutside(ledger, {});
  return { ledger, names };
}

const withOutside = (ledger: Ledger, ways: Partial<Outside>) =>
  runInDurableObject(ledger, (object: OrgLedger) => {
    const none = async () => new Map();
    Object.assign(object, { hangUp: async () => {}, publish: none, followUp: none, ...ways });
  });

/** Calls that are still to be ended, as stored. */
const left = (ledger: Ledger) =>
  runInDurableObject(ledger, (_, { storage }) => storage.sql.exec("SELECT 1 FROM hang_up").toArray().length);

it("answers between two parts of a sweep, about any session as if all of it were done", async () => {
  const { ledger, names } = await crowd(2_000, () => "demo");
  pass(600);
  await runInDurableObject(ledger, async (object: OrgLedger) => {
    const alarm = object.alarm();
    // The alarm has ended 250 and rests; each of these calls ends as many for itself, and the session it is about.
    expect(object.lease(names.at(-1) ?? "")).toMatchObject({ state: "ended", end_reason: "visitor_left" });
    expect(object.report(names.at(-2) ?? "", scope, signals())).toMatchObject({ error: "session_ended" });
    expect((await object.outbox()).live).toBeGreaterThan(0);
    await alarm;
    expect(object.summary(terms({ org_id })).lines.in_use).toBe(0);
    expect((await object.outbox()).live).toBe(0);
  });
});

it("ends a few calls of each vendor at a time, so that a vendor that never answers does not delay the others", async () => {
  const { ledger, names } = await crowd(120, (index) => (index % 2 ? "openai" : "demo"));
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  const ended: string[] = [];
  let letGo = () => {};
  const never = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await withOutside(ledger, {
    hangUp: async ({ session_id, vendor }) => {
      const now = (running.get(vendor) ?? 0) + 1;
      running.set(vendor, now);
      most.set(vendor, Math.max(now, most.get(vendor) ?? 0));
      await (vendor === "openai" ? never : scheduler.wait(1));
      running.set(vendor, (running.get(vendor) ?? 0) - 1);
      ended.push(session_id);
    },
  });
  pass(600);
  await runDurableObjectAlarm(ledger);
  const own = names.filter((_, index) => index % 2 === 0);
  await expect.poll(() => ended.length, { timeout: 30_000 }).toBe(own.length);
  expect(ended.toSorted()).toEqual(own);
  expect(await left(ledger)).toBe(names.length - own.length);
  letGo();
  await expect.poll(() => left(ledger), { timeout: 30_000 }).toBe(0);
  expect(ended.toSorted()).toEqual(names);
  expect(Object.fromEntries(most)).toEqual({ demo: 2, openai: 25 });
});

it("ends a call that was cut off in its middle before those that fell silent", async () => {
  const { ledger, names } = await crowd(100, () => "demo");
  const ended: string[] = [];
  await withOutside(ledger, {
    hangUp: async ({ session_id }) => {
      await scheduler.wait(1);
      ended.push(session_id);
    },
  });
  pass(600);
  await runInDurableObject(ledger, async (object: OrgLedger) => {
    const alarm = object.alarm();
    object.open(opening("ses_talking", { vendor: "demo" }), terms({ org_id }), true);
    object.end("ses_talking", "operator");
    await alarm;
  });
  await expect.poll(() => ended.length, { timeout: 30_000 }).toBe(names.length + 1);
  // After the two that were under way.
  expect(ended.indexOf("ses_talking")).toBeLessThanOrEqual(2);
});

it("ends the calls that wait their turn also after the object was evicted", async () => {
  const { ledger, names } = await crowd(300, () => "demo");
  const ended = new Set<string>();
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const hangUp = async ({ session_id }: Lease) => {
    if (ended.size === 20) throw new Error("gone");
    ended.add(session_id);
  };
  // An eviction waits for what is under way, though not for long.
  await withOutside(ledger, { hangUp, hangUpPace: () => ({ at_a_time: 2, rests: false }) });
  pass(600);
  await runDurableObjectAlarm(ledger);
  await expect.poll(() => ended.size, { timeout: 30_000 }).toBe(20);
  await evictDurableObject(ledger);
  await withOutside(ledger, {
    hangUp: async ({ session_id }) => {
      ended.add(session_id);
    },
  });
  // One alarm takes up as many as one goes through in a moment.
  for (let turn = 0; turn < 3; turn++) {
    pass(10);
    await runDurableObjectAlarm(ledger);
  }
  await expect.poll(() => left(ledger), { timeout: 30_000 }).toBe(0);
  expect([...ended].toSorted()).toEqual(names);
});

it("publishes a session before all others when somebody waits for it", async () => {
  const { ledger, names } = await crowd(1_000, () => "demo");
  const last = names.at(-1) ?? "";
  const batches: string[][] = [];
  await withOutside(ledger, {
    publish: async ({ sessions }) => {
      batches.push(sessions.map(({ session_id }) => session_id));
      await scheduler.wait(1);
      return new Map();
    },
  });
  await runInDurableObject(ledger, async (object: OrgLedger) => {
    const all = object.publishPending();
    await object.publishPending(last);
    // The batch that was under way, and its own.
    expect(batches.length).toBeLessThanOrEqual(2);
    expect(batches.flat()).toContain(last);
    await all;
  });
  expect(batches.flat().toSorted()).toEqual(names);
});
