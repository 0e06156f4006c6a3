import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { ledgerStub } from "../../../worker/objects/org-ledger/client.ts";
import type { Lease, SessionScope } from "../../../worker/objects/org-ledger/lease.ts";
import { runs } from "../../harness/random/runs.ts";
import { world } from "../../harness/worker/organization.ts";
import { inStore, storeOf } from "../../harness/worker/project-store.ts";
import { newLedger, opening, signals, terms } from "./new-ledger.ts";

afterEach(() => {
  vi.useRealTimers();
});

const SESSIONS = ["ses_a", "ses_b", "ses_c", "ses_d"];
const session = fc.constantFrom(...SESSIONS);
const step = fc.oneof(
  fc.record({ do: fc.constant("open" as const), session, takes_line: fc.boolean() }),
  fc.record({
    do: fc.constant("report" as const),
    session,
    connected: fc.boolean(),
    failed: fc.constantFrom(false, false, true),
    ended: fc.constantFrom(null, null, "completed" as const),
    call_id: fc.constantFrom(null, "call_1"),
  }),
  fc.record({ do: fc.constant("release" as const), session }),
  fc.record({ do: fc.constant("end" as const), session }),
  fc.record({
    do: fc.constant("grant" as const),
    operation: fc.constantFrom("x", "y"),
    amount: fc.constantFrom(50, 200, -100),
  }),
  fc.record({ do: fc.constant("alarm" as const) }),
  fc.record({ do: fc.constant("evict" as const) }),
  fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(400, 5_000, 89_000, 95_000, 301_000) }),
);

const START = Date.UTC(2040, 0, 1);
/** Milliseconds; a few seconds on an idle machine, and a busy one may take long. */
const LONG = 600_000;

it("behaves exactly like the engine, with evictions, repeated alarms and publications in between", {
  timeout: LONG,
}, async () => {
  // The store takes nothing for a project that D1 does not know.
  const { project_id, org_id: first } = await world();
  const scope: SessionScope = { project_id, agent_id: null };
  let org_id = first;
  const property = fc
    .asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: "max" }), async (steps) => {
      org_id += 1;
      vi.useFakeTimers({ toFake: ["Date"] });
      // In the future, so that the runtime's own alarms do not come between: they come when the test runs them.
      vi.setSystemTime(START);
      const own = terms({ org_id, voice_lines: 2 });
      const stub = env.ORG_LEDGER.getByName(String(org_id));
      const ledger = ledgerStub(env, org_id);
      const model = newLedger(0, own);
      const grant = { operation: "first", amount: 700, note: null };
      await ledger.grant(grant, own);
      model.at(START, (engine) => engine.grant(grant, START));

      for (const taken of steps) {
        const now = Date.now();
        const both = async <T>(real: Promise<T>, expected: unknown) => expect(await real).toEqual(expected);
        if (taken.do === "open") {
          // At this vendor no call can be ended, so the ledger never rests between two: an eviction may not outlast a rest.
          const asked = opening(taken.session, { ...taken, project_id, vendor: "gemini" });
          await both(
            ledger.open(asked, own),
            model.at(now, (engine) => engine.open(asked, now)),
          );
        } else if (taken.do === "report") {
          const told = signals(taken);
          const expected = model.at(now, (engine) => engine.report(taken.session, scope, told, now));
          await both(ledger.report(taken.session, scope, told), expected);
        } else if (taken.do === "release") {
          model.at(now, (engine) => engine.release(taken.session, now));
          await ledger.release(taken.session);
        } else if (taken.do === "end") {
          const expected = structuredClone(model.at(now, (engine) => engine.end(taken.session, "operator", now)));
          await both(ledger.end(taken.session, "operator"), expected);
        } else if (taken.do === "grant") {
          const given = { operation: taken.operation, amount: taken.amount, note: null };
          await both(
            ledger.grant(given, own),
            model.at(now, (engine) => engine.grant(given, now)),
          );
        } else if (taken.do === "evict") {
          // Only what runs can be evicted.
          await ledger.lease("ses_none");
          await evictDurableObject(stub);
        } else if (taken.do === "alarm") {
          await runDurableObjectAlarm(stub);
          await runDurableObjectAlarm(stub);
        } else {
          vi.setSystemTime(now + taken.ms);
          model.at(Date.now(), () => null);
          await ledger.lease("ses_none");
        }
      }

      const now = Date.now();
      expect(await ledger.summary(own)).toEqual(model.at(now, (engine) => engine.summary));
      const entries = await ledger.entries(null, 1_000);
      expect(entries.toReversed()).toEqual(model.store.entries);
      await ledger.publishPending();
      const copied = await env.DB.prepare(
        "SELECT id, amount, kind, session_id, note, at FROM ledger_entries WHERE org_id = ?",
      )
        .bind(org_id)
        .all();
      // D1's copy is of the money: a person's time is in the ledger alone.
      expect(copied.results).toEqual(entries.toReversed().map(({ person_seconds: _, ...copy }) => copy));
      const results = (await inStore(project_id, "sessions")).map(
        ({ id, state, end_reason, started_at, connected_at, ended_at, charged, call_id }) => ({
          ...{ id, state, end_reason, started_at, connected_at, ended_at, charged, call_id },
        }),
      );
      const shown = ({
        session_id: id,
        state,
        end_reason,
        started_at,
        connected_at,
        ended_at,
        charged,
        call_id,
      }: Lease) => ({
        ...{ id, state, end_reason, started_at, connected_at, ended_at, charged, call_id },
      });
      const expected = [...model.store.leases.values()].map(shown);
      expect(results.toSorted((a, b) => String(a.id).localeCompare(String(b.id)))).toEqual(
        expected.toSorted((a, b) => a.id.localeCompare(b.id)),
      );
    })
    // After a failure too, or what it is shrunk to would not be true: session names come again in the next run.
    .afterEach(async () => {
      vi.useRealTimers();
      await storeOf(project_id).drop();
    });
  await fc.assert(property, { numRuns: runs(20) });
});
