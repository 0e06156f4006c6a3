import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { KeyPolicy } from "../../../shared/keys.ts";
import { GateEngine } from "../../../worker/objects/key-gate/engine.ts";
import type { AdmitRequest, Verdict } from "../../../worker/objects/key-gate/rpc.ts";
import { runs } from "../../harness/random/runs.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** In the middle of a UTC day far from now, so that nothing but the test moves the clock. */
const START = Date.UTC(2040, 0, 1, 12);
const ORIGIN = "https://shop.example";

const policy: KeyPolicy = {
  key_id: 1,
  project_id: 2,
  org_id: 3,
  agent_id: null,
  permissions: ["widget:read"],
  allowed_domains: [ORIGIN],
  minute_limit: 5,
  day_limit: 12,
  visitor_limited: true,
  revoked_at: null,
};

const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("admit" as const),
      permission: fc.constantFrom("widget:read" as const, "widget:read" as const, "widget:session" as const),
      origin: fc.constantFrom(ORIGIN, ORIGIN, ORIGIN, null, "https://other.example"),
      visitor: fc.constantFrom("a", "b", null),
      visitor_limit: fc.constant(3),
      known_revision: fc.constantFrom(null, 0),
      /** The same request again, as a client sends it that had no answer. */
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  // What D1 said may come late, twice, and after the key has died.
  { weight: 2, arbitrary: fc.record({ do: fc.constant("load" as const), known: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("version" as const), version: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("revoke" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("evict" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(1, 20_000, 61_000, 43_200_000) }),
  },
);

/** Whether D1 should be asked again is forgotten by an eviction; nothing else is. */
const comparable = (verdict: Verdict) => ({ ...verdict, stale: null });

/** Milliseconds; a few seconds on an idle machine, and a busy one may take long. */
const LONG = 600_000;
let gates = 0;

test("behaves exactly like the engine, with evictions, repeated and late requests in between", {
  timeout: LONG,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: "max" }), async (steps) => {
      gates += 1;
      vi.useFakeTimers({ toFake: ["Date"] });
      vi.setSystemTime(START);
      const gate = env.KEY_GATE.getByName(`model ${gates}`);
      const model = new GateEngine({ policy: null, project_version: 0, revoked_at: null, counts: null });
      await gate.load(policy, 1);
      model.load(policy, 1, Date.now());
      let admitted = 0;

      for (const taken of steps) {
        const now = Date.now();
        if (taken.do === "admit") {
          const { do: _, times, ...asked } = taken;
          for (let time = 0; time < times; time++) {
            const verdict = await gate.admit(asked satisfies AdmitRequest);
            expect(comparable(verdict)).toEqual(comparable(model.admit(asked, now)));
            if (verdict.kind === "admitted") admitted += 1;
          }
        } else if (taken.do === "load") {
          // A key that is known once stays known.
          await gate.load(taken.known ? policy : null, 1);
          model.load(taken.known ? policy : null, 1, now);
        } else if (taken.do === "version") {
          await gate.setProjectVersion(taken.version);
          model.setProjectVersion(taken.version, now);
        } else if (taken.do === "revoke") {
          await gate.revoke(now);
          model.revoke(now);
        } else if (taken.do === "evict") {
          // Only what runs can be evicted; what is still to be written is waited for.
          await gate.setProjectVersion(0);
          await evictDurableObject(gate);
        } else vi.setSystemTime(now + taken.ms);
      }
      const days = Math.floor(Date.now() / 86_400_000) - Math.floor(START / 86_400_000) + 1;
      expect(admitted).toBeLessThanOrEqual(days * policy.day_limit);
      vi.useRealTimers();
    }),
    { numRuns: runs(25) },
  );
});
