import fc from "fast-check";
import { expect, it } from "vitest";
import {
  HOUR_BYTES,
  HOUR_BYTES_OF_LINE,
  HOUR_BYTES_OF_VISITOR,
  MAX_SESSION_BYTES,
  MAX_SESSION_CONTACTS,
  MAX_TOOL_BYTES,
  MAX_VISITOR_PLACES,
} from "../../../shared/limits.ts";
import { runs } from "../../harness/random/runs.ts";
import { NOON, newLedger, opening, scope, signals, terms } from "./new-ledger.ts";

/**
 * The other half of the economy: what hostile pages can make their owner keep, and how many lines they can hold, whatever
 * they report. Contacts without a session are bounded in D1, `aftermath/contact-limits.test.ts`; sources and the script of
 * a channel are nothing that a page can make.
 */

const LINES = 12;
const HOUR = 3_600_000;
const VISITORS = ["mallory", "mallory", "mallory", "eve", "honest"];
const visitor = fc.constantFrom(...VISITORS);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("start" as const), visitor }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("report" as const),
      nth: fc.nat(9),
      connected: fc.constantFrom(true, true, true, false),
      bytes: fc.constantFrom(0, 1, 60_000, 900_000, MAX_SESSION_BYTES, MAX_SESSION_BYTES),
      contacts: fc.constantFrom(0, 0, 0, 0, 1, 4, 50),
      end: fc.constantFrom("no", "no", "no", "ended", "ended", "failed"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("tool" as const),
      nth: fc.nat(9),
      bytes: fc.constantFrom(200, 60_000, 900_000, MAX_TOOL_BYTES),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("queue" as const), visitor }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("evict" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(1_000, 1_000, 20_000, 20_000, HOUR / 3),
    }),
  },
);

it("keeps what its bounds say, and holds as many lines, whatever pages report", () => {
  let most = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 200, size: "max" }), (steps) => {
      const { at, evict } = newLedger(1_000_000, terms({ voice_lines: LINES }));
      let now = NOON;
      const sessions: { id: string; visitor: string; bytes: number; contacts: number; answers: number }[] = [];
      const kept = new Map<string, number>();
      const keep = (what: string, owner: string, bytes: number) => {
        for (const name of [owner, "all"]) {
          const hour = `${name} ${what} ${Math.floor(now / HOUR)}`;
          kept.set(hour, (kept.get(hour) ?? 0) + bytes);
        }
      };
      const held = new Map<string, Set<string>>();
      for (const [n, taken] of steps.entries()) {
        if (taken.do === "wait") now += taken.ms;
        else if (taken.do === "evict") {
          evict();
          // The queue is in memory: its places, and the lines that it held, are gone with it.
          held.clear();
        } else if (taken.do === "start") {
          const id = `s${n}`;
          if (at(now, (e) => e.open(opening(id, { visitor: taken.visitor }), now)).ok)
            sessions.push({ id, visitor: taken.visitor, bytes: 0, contacts: 0, answers: 0 });
        } else if (taken.do === "queue") {
          const ticket = `t${n}`;
          const request = { visitor: taken.visitor, places: MAX_VISITOR_PLACES };
          const place = at(now, (e) => e.wait(ticket, request, now));
          if (place) held.set(taken.visitor, (held.get(taken.visitor) ?? new Set()).add(`${ticket} ${now}`));
          const fresh = [...(held.get(taken.visitor) ?? [])].filter((one) => Number(one.split(" ")[1]) > now - 20_000);
          expect(fresh.length, `places of ${taken.visitor}`).toBeLessThanOrEqual(MAX_VISITOR_PLACES);
        } else if (taken.do === "tool") {
          const session = sessions.at(-1 - (taken.nth % Math.max(1, sessions.length)));
          if (!session || !at(now, (e) => e.keepAnswer(session.id, taken.bytes, now))) continue;
          session.answers += taken.bytes;
          keep("answers", session.visitor, taken.bytes);
        } else {
          const session = sessions.at(-1 - (taken.nth % Math.max(1, sessions.length)));
          if (!session) continue;
          const { connected, bytes, contacts, end } = taken;
          const told = signals({
            ...{ connected, bytes, contacts, events: 1, late_allowed: true },
            ...(end === "ended" && { ended: "completed" as const }),
            ...(end === "failed" && { failed: true }),
          });
          const answer = at(now, (e) => e.report(session.id, scope, told, now));
          if (!answer.ok) continue;
          if (!answer.keep) continue;
          session.bytes += bytes;
          session.contacts += contacts;
          keep("texts", session.visitor, bytes);
        }
      }
      for (const { id, bytes, contacts, answers } of sessions) {
        expect(bytes, id).toBeLessThanOrEqual(MAX_SESSION_BYTES);
        expect(answers, id).toBeLessThanOrEqual(MAX_TOOL_BYTES);
        expect(contacts, id).toBeLessThanOrEqual(MAX_SESSION_CONTACTS);
      }
      for (const [hour, bytes] of kept) {
        most = Math.max(most, bytes);
        const bound = hour.startsWith("all ") ? HOUR_BYTES + LINES * HOUR_BYTES_OF_LINE : HOUR_BYTES_OF_VISITOR;
        expect(bytes, hour).toBeLessThanOrEqual(bound);
      }
    }),
    { numRuns: runs(300) },
  );
  // Pages that never come near a bound would show nothing.
  expect(most).toBeGreaterThan(HOUR_BYTES_OF_VISITOR);
});
