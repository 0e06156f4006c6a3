import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Caller } from "../../../bench/sessions/caller.ts";
import { makeSite, Service, type Site } from "../../harness/service/workerd/service.ts";

/** SOAK_SECONDS=3600 for the hour. */
const SECONDS = Number(process.env.SOAK_SECONDS || 30);
const CALLERS = 12;
/** What caches may take more of JavaScript's heap, garbage collected. Bytes. */
const CACHES = 4 * 2 ** 20;
/** What the process holds more or less at any moment: V8 collects garbage when it likes. Bytes. */
const BREATHING = 320 * 2 ** 20;
const HANDLES = 24;

const service = new Service({ inspected: true, vars: { VISITOR_MINUTE_LIMIT: "0", LOG_SAMPLE: "0" } });
let site: Site;

beforeAll(async () => {
  await service.start();
  site = await makeSite(service);
});
afterAll(() => service.stop());

interface Entry {
  id: number;
  amount: number;
  session_id: string | null;
}

async function entries(): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let cursor = ""; ; ) {
    const page: { items: Entry[]; next_cursor: string | null } = await service.admin(
      "GET",
      `/organizations/${site.org}/ledger?limit=200${cursor}`,
    );
    all.push(...page.items);
    if (page.next_cursor === null) return all;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

/** Calls that begin, live and end, one after the other, until the time is over. @returns how many */
async function talk(caller: Caller, until: number): Promise<number> {
  const line = { org: site.org, key: site.channelKey, agent: site.agent };
  let calls = 0;
  for (; Date.now() < until; calls++) {
    const live = await caller.start(line);
    await caller.report(live, "connected");
    for (let turn = 0; turn < 3; turn++) await caller.report(live, "heartbeat");
    await caller.report(live, "ended");
  }
  return calls;
}

const lanes = async (caller: Caller, seconds: number): Promise<number> => {
  const until = Date.now() + seconds * 1000;
  const calls = await Promise.all(Array.from({ length: CALLERS }, () => talk(caller, until)));
  return calls.reduce((sum, count) => sum + count, 0);
};

test(
  "under calls without end memory and handles stay, and every sum is exact",
  async () => {
    const caller = new Caller(service);
    // What is cached once is cached in the first third.
    let calls = await lanes(caller, SECONDS / 3);
    const before = service.running.resources();
    const heapBefore = await service.running.heap();
    calls += await lanes(caller, (SECONDS * 2) / 3);
    const after = service.running.resources();
    const heap = (await service.running.heap()) - heapBefore;
    console.log(`soak: ${calls} calls in ${SECONDS} s; heap ${heapBefore} + ${heap} bytes`, { before, after });

    const settled = async () => {
      const { lines, credit } = await service.admin<{
        lines: { in_use: number };
        credit: { balance: number; reserved: number };
      }>("GET", `/organizations/${site.org}`);
      return { in_use: lines.in_use, reserved: credit.reserved, balance: credit.balance };
    };
    const { in_use, reserved, balance } = await settled();
    expect({ in_use, reserved }).toEqual({ in_use: 0, reserved: 0 });
    const booked = await entries();
    expect(booked.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
    const charges = booked.flatMap(({ session_id }) => session_id ?? []);
    expect(new Set(charges).size).toBe(charges.length);
    expect(charges.length).toBe(calls);
    expect(calls).toBeGreaterThan(SECONDS / 10);

    expect(heap).toBeLessThan(CACHES);
    if (before && after) {
      expect(after.bytes - before.bytes).toBeLessThan(BREATHING);
      // What is idle is closed after a while.
      await expect
        .poll(() => (service.running.resources()?.handles ?? 0) - before.handles, { interval: 1_000, timeout: 60_000 })
        .toBeLessThan(HANDLES);
    }
    // Everything reaches the database.
    await expect
      .poll(
        async () => {
          const { outbox } = await service.admin<{ outbox: { waiting: number } }>("GET", "/status");
          if (outbox.waiting > 0) await sleep(500);
          return outbox.waiting;
        },
        { timeout: 60_000 },
      )
      .toBe(0);
  },
  (SECONDS + 300) * 1000,
);
