import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KeyPolicy } from "../../../shared/keys.ts";
import { DAY_MS } from "../../../shared/time.ts";
import { GateEngine, type SavedGate } from "../../../worker/objects/key-gate/engine.ts";
import type { AdmitRequest, Verdict } from "../../../worker/objects/key-gate/rpc.ts";
import { MINUTE_MS } from "../../../worker/objects/key-gate/window.ts";
import { runs } from "../../harness/random/runs.ts";

/** 2026-11-20 12:00:00 UTC. */
const NOON = Date.UTC(2026, 10, 20, 12);
const VISITOR_LIMIT = 4;

const policy = (own: Partial<KeyPolicy> = {}): KeyPolicy => ({
  key_id: 1,
  project_id: 2,
  org_id: 3,
  agent_id: null,
  permissions: ["widget:read"],
  allowed_domains: [],
  minute_limit: 60,
  day_limit: 10_000,
  visitor_limited: false,
  revoked_at: null,
  ...own,
});
const request = (own: Partial<AdmitRequest> = {}): AdmitRequest => ({
  permission: "widget:read",
  origin: null,
  visitor: null,
  visitor_limit: VISITOR_LIMIT,
  known_revision: null,
  ...own,
});
const EMPTY: SavedGate = { policy: null, project_version: 0, revoked_at: null, counts: null };

/** A gate with what its object would store; `evict` takes its memory away. */
class PersistedGate {
  saved: SavedGate = EMPTY;
  gate = new GateEngine(EMPTY);

  load(loaded: KeyPolicy | null, version: number, now: number) {
    if (this.gate.load(loaded, version, now)) this.saved = { ...this.saved, ...this.gate.saved() };
  }
  admit(asked: AdmitRequest, now: number): Verdict {
    const verdict = this.gate.admit(asked, now);
    if (verdict.kind === "admitted") this.saved = { ...this.saved, counts: this.gate.counts(asked.visitor_limit) };
    return verdict;
  }
  revoke(now: number) {
    this.gate.revoke(now);
    this.saved = { ...this.saved, ...this.gate.saved() };
  }
  evict() {
    this.gate = new GateEngine(structuredClone(this.saved));
  }
}

const loaded = (own: Partial<KeyPolicy> = {}, now = NOON) => {
  const gate = new PersistedGate();
  gate.load(policy(own), 7, now);
  return gate;
};
const admitted = (gate: PersistedGate, times: number, now: number, asked = request()) =>
  Array.from({ length: times }, () => gate.admit(asked, now)).filter(({ kind }) => kind === "admitted").length;

describe("the limits", () => {
  test("admit the minute's limit exactly, across evictions, and again in the next minute", () => {
    const gate = loaded();
    expect(admitted(gate, 40, NOON)).toBe(40);
    gate.evict();
    expect(admitted(gate, 35, NOON + 59_999)).toBe(20);
    gate.evict();
    expect(admitted(gate, 1, NOON + 59_999)).toBe(0);
    expect(admitted(gate, 75, NOON + 60_000)).toBe(60);
  });

  test("reset with the UTC minute, not a minute after the first request", () => {
    const gate = loaded();
    expect(admitted(gate, 75, NOON + 59_000)).toBe(60);
    expect(admitted(gate, 75, NOON + 60_000)).toBe(60);
  });

  test("keep the day's count through its minutes, and begin anew with the UTC day", () => {
    const gate = loaded({ minute_limit: 60, day_limit: 100 });
    expect(admitted(gate, 60, NOON)).toBe(60);
    expect(admitted(gate, 60, NOON + MINUTE_MS)).toBe(40);
    const last = gate.admit(request(), NOON + 2 * MINUTE_MS);
    expect(last).toMatchObject({ kind: "limited", by: "key", counts: { minute: 0, day: 100 } });
    expect(last).toMatchObject({ until: Date.UTC(2026, 10, 21) });
    expect(admitted(gate, 1, Date.UTC(2026, 10, 21))).toBe(1);
  });

  test("count no refused request", () => {
    const gate = loaded({ minute_limit: 2 });
    admitted(gate, 50, NOON);
    expect(gate.admit(request(), NOON)).toMatchObject({ kind: "limited", counts: { minute: 2, day: 2 } });
  });

  test("are not doubled by a clock that steps back into the minute before", () => {
    const gate = loaded();
    expect(admitted(gate, 60, NOON)).toBe(60);
    expect(admitted(gate, 60, NOON - 1)).toBe(0);
    gate.evict();
    expect(admitted(gate, 60, NOON - 1)).toBe(0);
    expect(admitted(gate, 60, NOON + MINUTE_MS)).toBe(60);
  });

  test("follow a clock that was far ahead and was set right", () => {
    const gate = loaded();
    expect(admitted(gate, 60, NOON + 3 * DAY_MS)).toBe(60);
    expect(admitted(gate, 75, NOON)).toBe(60);
  });
});

describe("the visitor's limit", () => {
  const a = request({ visitor: "a" });
  test("applies before a channel key's own limit and leaves room for others", () => {
    const gate = loaded({ visitor_limited: true });
    expect(admitted(gate, 10, NOON, a)).toBe(VISITOR_LIMIT);
    expect(gate.admit(a, NOON)).toMatchObject({
      kind: "limited",
      by: "visitor",
      counts: { minute: VISITOR_LIMIT, day: VISITOR_LIMIT },
      until: NOON + MINUTE_MS,
    });
    expect(admitted(gate, 1, NOON, request({ visitor: "b" }))).toBe(1);
    expect(admitted(gate, 10, NOON + MINUTE_MS, a)).toBe(VISITOR_LIMIT);
  });

  test("survives an eviction", () => {
    const gate = loaded({ visitor_limited: true });
    admitted(gate, 2, NOON, a);
    gate.evict();
    expect(admitted(gate, 10, NOON, a)).toBe(VISITOR_LIMIT - 2);
  });

  test("is a fifth of a small minute while there are others, and all of it for a visitor who is alone with the key", () => {
    const many = (visitor: string) => request({ visitor, visitor_limit: 120 });
    const gate = loaded({ visitor_limited: true, minute_limit: 200 });
    expect(admitted(gate, 200, NOON, many("a"))).toBe(120);
    expect(admitted(gate, 1, NOON, many("b"))).toBe(1);
    gate.evict();
    const later = NOON + MINUTE_MS;
    expect(admitted(gate, 200, later, many("a"))).toBe(40);
    expect(gate.admit(many("a"), later)).toMatchObject({ by: "visitor", visitor_minute: 40, until: later + MINUTE_MS });
    expect(admitted(gate, 200, later, many("b"))).toBe(40);
    const tomorrow = NOON + DAY_MS;
    expect(admitted(gate, 200, tomorrow, many("b")), "alone again").toBe(120);

    const small = loaded({ visitor_limited: true, minute_limit: 50 });
    expect(admitted(small, 60, NOON, many("a"))).toBe(50);
    // Limits this visitor alone, so that no isolate refuses others because of it.
    expect(small.admit(many("a"), NOON)).toMatchObject({ kind: "limited", by: "visitor", visitor_minute: 50 });
    expect(small.admit(many("b"), NOON)).toMatchObject({ kind: "limited", by: "key" });
    expect(admitted(small, 60, later, many("a")), "no less than a conversation needs").toBe(30);
  });

  test("is a fifth of a channel key's day, alone or not, across minutes and evictions", () => {
    const gate = loaded({ visitor_limited: true, day_limit: 50 });
    let a_day = 0;
    for (let minute = 0; minute < 5; minute++) {
      a_day += admitted(gate, 4, NOON + minute * MINUTE_MS, a);
      gate.evict();
    }
    expect(a_day).toBe(10);
    expect(admitted(gate, 1, NOON + 5 * MINUTE_MS, request({ visitor: "b" }))).toBe(1);
    const later = NOON + 6 * MINUTE_MS;
    expect(gate.admit(a, later)).toMatchObject({
      kind: "limited",
      by: "visitor",
      visitor_day: 10,
      counts: { minute: 0, day: 10 },
      until: Date.UTC(2026, 10, 21),
    });
    expect(admitted(gate, 1, later, request({ visitor: "b" }))).toBe(1);
    expect(admitted(gate, 1, Date.UTC(2026, 10, 21), a)).toBe(1);
    expect(admitted(loaded({ visitor_limited: true, day_limit: 3 }), 3, NOON, a), "at least one").toBe(1);
    expect(admitted(loaded({ day_limit: 50 }), 50, NOON, a), "console keys have no share").toBe(50);
  });

  test("does not touch console keys, nor anybody when it is off", () => {
    expect(admitted(loaded(), 75, NOON, a)).toBe(60);
    expect(admitted(loaded({ visitor_limited: true }), 75, NOON, request({ visitor: "a", visitor_limit: 0 }))).toBe(60);
  });
});

describe("a key", () => {
  test("is loaded once, and an unknown one again after a minute", () => {
    const gate = new PersistedGate();
    expect(gate.admit(request(), NOON)).toEqual({ kind: "unloaded" });
    gate.load(null, 0, NOON);
    expect(gate.admit(request(), NOON + 59_999)).toMatchObject({ kind: "refused", dead: true });
    expect(gate.saved).toBe(EMPTY);
    expect(gate.admit(request(), NOON + 60_000)).toEqual({ kind: "unloaded" });
  });

  test("stays revoked, whatever is loaded after it", () => {
    for (const evict of [false, true]) {
      const gate = new PersistedGate();
      gate.revoke(NOON);
      if (evict) gate.evict();
      gate.load(policy(), 9, NOON);
      expect(gate.admit(request(), NOON)).toMatchObject({ kind: "refused", dead: true });
    }
    const gate = loaded({ revoked_at: NOON - 1 });
    expect(gate.admit(request(), NOON)).toMatchObject({ kind: "refused", dead: true });
  });

  test("is refused without the permission or from a wrong origin, uncounted, before its limits", () => {
    const gate = loaded({ minute_limit: 1, allowed_domains: ["https://a.example"] });
    const right = request({ origin: "https://a.example" });
    admitted(gate, 1, NOON, right);
    expect(gate.admit(right, NOON)).toMatchObject({ kind: "limited" });
    for (const origin of ["https://b.example", "null", null])
      expect(gate.admit({ ...right, origin }, NOON)).toMatchObject({ kind: "refused", dead: false });
    expect(gate.admit({ ...right, permission: "widget:tools" }, NOON)).toMatchObject({ kind: "refused", dead: false });
  });

  test("sends its policy to whoever does not have it, and to nobody twice", () => {
    const gate = loaded();
    expect(gate.admit(request(), NOON)).toMatchObject({ kind: "admitted", policy: policy() });
    expect(gate.admit(request({ known_revision: 0 }), NOON)).toMatchObject({ kind: "admitted", policy: null });
  });

  test("takes new project versions, and asks for one that was not confirmed for a minute", () => {
    const gate = loaded();
    expect(gate.admit(request(), NOON)).toMatchObject({ project_version: 7, stale: false });
    gate.gate.setProjectVersion(9, NOON);
    gate.gate.setProjectVersion(8, NOON);
    expect(gate.admit(request(), NOON + 59_999)).toMatchObject({ project_version: 9, stale: false });
    expect(gate.admit(request(), NOON + 60_000)).toMatchObject({ stale: true });
    expect(gate.admit(request(), NOON + 60_001)).toMatchObject({ stale: false });
    expect(gate.admit(request(), NOON + 70_000)).toMatchObject({ stale: true });
  });
});

test("agrees with a model that remembers every accepted request", () => {
  const step = fc.oneof(
    {
      weight: 60,
      arbitrary: fc.record({ kind: fc.constant("admit" as const), visitor: fc.constantFrom("a", "b", "c") }),
    },
    {
      weight: 20,
      arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
    },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.constant(DAY_MS / 2) }) },
    { weight: 15, arbitrary: fc.constant({ kind: "evict" as const }) },
    { weight: 5, arbitrary: fc.constant({ kind: "reload" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "revoke" as const }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), fc.boolean(), (steps, visitor_limited) => {
      const own = policy({ minute_limit: 6, day_limit: 25, visitor_limited });
      const gate = new PersistedGate();
      let now = NOON;
      let revoked = false;
      const accepted: { at: number; visitor: string }[] = [];
      gate.load(own, 1, now);
      for (const event of steps) {
        if (event.kind === "wait") now += event.ms;
        else if (event.kind === "evict") gate.evict();
        else if (event.kind === "reload") gate.load(own, 1, now);
        else if (event.kind === "revoke") {
          gate.revoke(now);
          revoked = true;
        } else {
          const minute = accepted.filter(({ at }) => Math.floor(at / MINUTE_MS) === Math.floor(now / MINUTE_MS));
          const day = accepted.filter(({ at }) => Math.floor(at / DAY_MS) === Math.floor(now / DAY_MS));
          const visits = minute.filter(({ visitor }) => visitor === event.visitor);
          const days = day.filter(({ visitor }) => visitor === event.visitor);
          const used_up = visits.length >= VISITOR_LIMIT || days.length >= 5;
          const expected = revoked
            ? "refused"
            : minute.length >= 6 || day.length >= 25 || (visitor_limited && used_up)
              ? "limited"
              : "admitted";
          const verdict = gate.admit(request({ visitor: event.visitor }), now);
          expect(verdict.kind).toBe(expected);
          if (verdict.kind !== "admitted") continue;
          accepted.push({ at: now, visitor: event.visitor });
          expect(verdict.counts).toEqual({ minute: minute.length + 1, day: day.length + 1 });
        }
      }
    }),
    { numRuns: runs(300) },
  );
});
