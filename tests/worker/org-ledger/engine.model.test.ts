import fc from "fast-check";
import { expect, it } from "vitest";
import type { LedgerEngine } from "../../../worker/objects/org-ledger/engine.ts";
import { runs } from "../../harness/random/runs.ts";
import { NOON, newLedger, opening, scope, signals, terms } from "./new-ledger.ts";

/** Sessions are few, so that calls meet: replayed, reordered, late. */
const session = fc.integer({ min: 0, max: 7 }).map((n) => `s${n}`);
const step = fc.oneof(
  fc.record({
    do: fc.constant("open" as const),
    session,
    provider: fc.constantFrom("provider_a" as const, "provider_b" as const, "provider_x" as const),
    takes_line: fc.boolean(),
    max_duration_seconds: fc.constantFrom(10, 45, 100, 400, 3600),
  }),
  fc.record({
    do: fc.constant("report" as const),
    session,
    connected: fc.boolean(),
    failed: fc.boolean(),
    ended: fc.constantFrom(null, null, null, "completed" as const, "visitor_left" as const),
    late_allowed: fc.boolean(),
  }),
  fc.record({ do: fc.constant("release" as const), session }),
  fc.record({ do: fc.constant("end" as const), session }),
  fc.record({
    do: fc.constant("grant" as const),
    operation: fc.integer({ min: 0, max: 9 }),
    amount: fc.integer({ min: -400, max: 900 }).filter((n) => n !== 0),
  }),
  fc.record({ do: fc.constant("alarm" as const), times: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant("evict" as const) }),
  fc.record({ do: fc.constant("lines" as const), voice_lines: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(1, 700, 1000, 20_000, 89_999, 90_000, 400_000) }),
);

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);

/** Milliseconds; a second or two on an idle machine. */
const LONG = 300_000;

it("conserves money and lines whatever happens in whatever order", { timeout: LONG }, () => {
  let ended = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1500 }),
      fc.array(step, { maxLength: 150, size: "max" }),
      (credits, steps) => {
        const { store, at, evict } = newLedger(credits, terms({ voice_lines: 3 }));
        let now = NOON;
        let version = 1;
        const ends = new Map<string, string>();

        for (const taken of steps) {
          const act = (work: (engine: LedgerEngine) => unknown) => at(now, work);
          if (taken.do === "open") act((e) => e.open(opening(taken.session, taken), now));
          else if (taken.do === "report") act((e) => e.report(taken.session, scope, signals(taken), now));
          else if (taken.do === "release") act((e) => e.release(taken.session, now));
          else if (taken.do === "end") act((e) => e.end(taken.session, "operator", now));
          else if (taken.do === "grant")
            act((e) => e.grant({ operation: String(taken.operation), amount: taken.amount, note: null }, now));
          else if (taken.do === "alarm") for (let n = 0; n < taken.times; n += 1) act(() => null);
          else if (taken.do === "evict") evict();
          else if (taken.do === "lines") {
            version += 1;
            act((e) => e.configure(terms({ version, voice_lines: taken.voice_lines })));
          } else now += taken.ms;

          const { credit, lines } = at(now, (e) => e.summary);
          const live = [...store.leases.values()].filter((lease) => lease.ended_at === null);
          expect(credit.balance).toBe(sum(store.entries.map((entry) => entry.amount)));
          expect(credit.reserved).toBe(sum(live.map((lease) => lease.reserved)));
          expect(credit.available).toBe(credit.balance - credit.reserved);
          expect(credit.available).toBeGreaterThanOrEqual(0);
          expect(lines.in_use).toBe(live.filter((lease) => lease.takes_line).length);
          expect(store.entries.map((entry) => entry.id)).toEqual(store.entries.map((_, index) => index + 1));

          for (const lease of store.leases.values()) {
            const charges = store.entries.filter((entry) => entry.session_id === lease.session_id);
            if (lease.ended_at === null) {
              expect(charges).toEqual([]);
              continue;
            }
            // Charged once, exactly what the lease says; and what it says never changes again.
            expect(sum(charges.map((entry) => -entry.amount))).toBe(lease.charged);
            expect(charges.length).toBe(lease.charged === 0 ? 0 : 1);
            expect(lease.reserved).toBe(0);
            const end = JSON.stringify([lease.ended_at, lease.end_reason, lease.charged]);
            expect(ends.get(lease.session_id) ?? end).toBe(end);
            if (!ends.has(lease.session_id)) ended += 1;
            ends.set(lease.session_id, end);
          }
        }

        // Left alone, everything ends: no line outlives its lease.
        now += 2 * 3600 * 1000;
        expect(at(now, (e) => e.summary)).toMatchObject({ credit: { reserved: 0 }, lines: { in_use: 0 } });
      },
    ),
    { numRuns: runs(300) },
  );
  expect(ended).toBeGreaterThan(300);
});

it("gives the same entries with and without evictions and duplicated alarms between the calls", {
  timeout: LONG,
}, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: "max" }), (steps) => {
      const run = (disturbed: boolean) => {
        const { store, at, evict } = newLedger(900, terms({ voice_lines: 3 }));
        let now = NOON;
        for (const taken of steps) {
          if (disturbed) {
            evict();
            at(now, () => null);
            at(now, () => null);
          }
          if (taken.do === "open") at(now, (e) => e.open(opening(taken.session, taken), now));
          else if (taken.do === "report") at(now, (e) => e.report(taken.session, scope, signals(taken), now));
          else if (taken.do === "wait") {
            now += taken.ms;
            at(now, () => null);
          }
        }
        return { balance: store.account.balance, leases: [...store.leases.values()] };
      };
      expect(run(true)).toEqual(run(false));
    }),
    { numRuns: runs(150) },
  );
});

it("gives the same entries however late the call comes, and however few leases one call deals with", {
  timeout: LONG,
}, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: "max" }), fc.integer({ min: 1, max: 3 }), (steps, few) => {
      /** @param every How long nobody calls, in milliseconds, while a test waits. */
      const run = (every: number, most?: number) => {
        const { store, at } = newLedger(900, terms({ voice_lines: 5 }), most);
        let now = NOON;
        for (const taken of steps) {
          if (taken.do === "open") at(now, (e) => e.open(opening(taken.session, taken), now));
          else if (taken.do === "report") at(now, (e) => e.report(taken.session, scope, signals(taken), now));
          else if (taken.do === "wait")
            for (const until = now + taken.ms; now < until; ) {
              now = Math.min(until, now + every);
              at(now, () => null);
            }
        }
        const charges = store.entries.map(({ id, amount, session_id }) => ({ id, amount, session_id }));
        return { balance: store.account.balance, charges, leases: [...store.leases.values()] };
      };
      const timely = run(1_000);
      expect(run(Number.POSITIVE_INFINITY)).toEqual(timely);
      expect(run(Number.POSITIVE_INFINITY, few)).toEqual(timely);
    }),
    { numRuns: runs(100) },
  );
});
