import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { OrgLedger } from "../../../worker/index.ts";
import { ledgerStub } from "../../../worker/objects/org-ledger/client.ts";
import type { FollowUp, HangUp, HangUpPace, Publish } from "../../../worker/objects/org-ledger/outside.ts";
import { runs } from "../../harness/random/runs.ts";
import { type Ledger, play, strategy, Vendor } from "./hostile-pages.ts";
import { NOON, newLedger, opening, scope, terms } from "./new-ledger.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Milliseconds; a few seconds on an idle machine. */
const LONG = 600_000;
const TERMS = terms({ voice_lines: 20 });

/** The engine alone, with a clock that the test turns. */
function engineLedger(credits: number): { ledger: Ledger; vendor: Vendor } {
  const { store, at, evict } = newLedger(credits, TERMS);
  let now = NOON;
  const vendor = new Vendor(() => now);
  const act: typeof at = (time, work) => {
    const result = at(time, work);
    for (const { session_id, call_id } of store.takeHangUps())
      vendor.hangUp(session_id, call_id ?? store.leases.get(session_id)?.call_id ?? null);
    // What is not stored is not known.
    evict();
    return result;
  };
  const ledger: Ledger = {
    now: () => now,
    open: async (asked) => act(now, (e) => e.open(opening(asked.session_id, asked), now)).ok,
    report: async (id, signals) => act(now, (e) => e.report(id, scope, signals, now)),
    reconnect: async (id, page_id) => {
      const answer = act(now, (e) => e.reconnect(id, scope, now, page_id));
      return answer.ok && answer.lease.ended_at === null;
    },
    extend: async (id) => act(now, (e) => e.extendLimit(id, scope, false, now)),
    callConnected: async (id, call_id, placement) => act(now, (e) => e.callConnected(id, call_id, placement, now)),
    callClosed: async (id) => act(now, (e) => e.callClosed(id, now)),
    release: async (id) => act(now, (e) => e.release(id, now)),
    handOver: async (id, to) => act(now, (e) => e.handOver(id, to, now)),
    endByOperator: async (id) => act(now, (e) => e.end(id, "operator", now)),
    wait: async (ms) => {
      const until = now + ms;
      for (let due = act(now, (e) => e.due); due <= until; due = act(now, (e) => e.due)) now = Math.max(now, due);
      now = until;
      act(now, () => null);
    },
    charged: async () => new Map([...store.leases.values()].map((lease) => [lease.session_id, lease.charged ?? 0])),
  };
  return { ledger, vendor };
}

it("charges the time a vendor talked, whatever the page reports, except for a minute per visitor and hour", {
  timeout: LONG,
}, async () => {
  let talked = 0;
  await fc.assert(
    fc.asyncProperty(strategy, fc.constantFrom(1_000_000, 500, 90), async (steps, credits) => {
      const { ledger, vendor } = engineLedger(credits);
      talked += await play(steps, ledger, vendor);
    }),
    { numRuns: runs(2_000) },
  );
  // A page that never gets to talk would show nothing.
  expect(talked).toBeGreaterThan(10_000);
});

/** By organization. */
const vendors = new Map<number, Vendor>();

/** Of the class, not of one object: on a busy machine the runtime puts an object away, and makes it anew, in between. */
function standIns(): void {
  const outside = OrgLedger.prototype as unknown as {
    publish: Publish;
    followUp: FollowUp;
    hangUp: HangUp;
    hangUpPace: HangUpPace;
  };
  vi.spyOn(outside, "hangUp").mockImplementation(async ({ org_id, session_id, call_id }) =>
    vendors.get(org_id)?.hangUp(session_id, call_id),
  );
  // No rests: the alarms of this test follow each other without a pause, so a rest's timer would never fire.
  vi.spyOn(outside, "hangUpPace").mockReturnValue({ at_a_time: 100, rests: false });
  vi.spyOn(outside, "publish").mockResolvedValue(new Map());
  vi.spyOn(outside, "followUp").mockResolvedValue(new Map());
}

const START = Date.UTC(2041, 0, 1);
let org_id = 50_000;

/** The real object with its storage and alarm; only the vendor that it hangs up at is a stand-in. */
async function objectLedger(): Promise<{ ledger: Ledger; vendor: Vendor }> {
  org_id += 1;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(START);
  const own = terms({ org_id, voice_lines: 20 });
  const stub = env.ORG_LEDGER.getByName(String(org_id)) as unknown as DurableObjectStub<OrgLedger>;
  const client = ledgerStub(env, org_id);
  const vendor = new Vendor(() => Date.now());
  await client.grant({ operation: "first", amount: 1_000_000, note: null }, own);
  vendors.set(org_id, vendor);
  const alarm = () => runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
  const ledger: Ledger = {
    now: () => Date.now(),
    open: async (asked) => (await client.open(opening(asked.session_id, asked), own)).ok,
    report: (id, signals) => client.report(id, scope, signals),
    reconnect: async (id, page_id) => {
      const answer = await client.reconnect(id, scope, page_id);
      return answer.ok && answer.lease.ended_at === null;
    },
    extend: (id) => client.extendLimit(id, scope, false),
    callConnected: (id, call_id, placement) => client.callConnected(id, call_id, placement),
    callClosed: (id) => client.callClosed(id, Date.now()),
    release: (id) => client.release(id),
    handOver: (id, to) => client.handOver(id, to),
    endByOperator: (id) => client.end(id, "operator"),
    wait: async (ms) => {
      const until = Date.now() + ms;
      for (let due = await alarm(); due !== null && due <= until; due = await alarm()) {
        vi.setSystemTime(Math.max(Date.now(), due));
        await runDurableObjectAlarm(stub);
        // The runtime fires timers, such as the test's own time limit, only when no object has work.
        await new Promise((done) => setTimeout(done));
      }
      vi.setSystemTime(until);
      await client.lease("ses_none");
    },
    charged: async () => {
      const entries = await client.entries(null, 1_000);
      return new Map(entries.flatMap(({ session_id, amount }) => (session_id === null ? [] : [[session_id, -amount]])));
    },
  };
  return { ledger, vendor };
}

it("charges the same in the real object, with its alarm and its storage", { timeout: LONG }, async () => {
  standIns();
  let talked = 0;
  const property = fc
    .asyncProperty(strategy, async (steps) => {
      const { ledger, vendor } = await objectLedger();
      talked += await play(steps, ledger, vendor);
    })
    .afterEach(async () => {
      vi.useRealTimers();
    });
  await fc.assert(property, { numRuns: runs(15) });
  // More than the minute that may cost nothing, whatever the seed.
  expect(talked).toBeGreaterThan(60);
});
