import { describe, expect, it } from "vitest";
import { outcomeOf, SWITCH_OFF_AFTER } from "../../worker/objects/delivery-queue/engine.ts";
import { PAUSES } from "../../worker/objects/delivery-queue/pauses.ts";

const NOW = Date.UTC(2026, 10, 16);
const healthy = { active: true, failing_since: null };
const failed = (status: number | null, final = false) => ({ status, detail: "no", final });
const taken = { status: 200, detail: null, final: false };

describe("the pauses between tries", () => {
  it("begin within a minute, grow, and last over 24 hours", () => {
    expect(PAUSES[0]).toBeLessThanOrEqual(60);
    for (const [index, pause] of PAUSES.entries()) if (index > 0) expect(pause).toBeGreaterThan(PAUSES[index - 1] ?? 0);
    expect(PAUSES.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThanOrEqual(86_400);
  });

  it("end with a failure after the last try", () => {
    let attempts = 0;
    let at = NOW;
    for (;;) {
      attempts += 1;
      const outcome = outcomeOf({ attempts, once: false }, healthy, failed(500), at);
      if (outcome.status === "failed") break;
      at = outcome.next_attempt_at ?? 0;
    }
    expect(attempts).toBe(PAUSES.length + 1);
    expect(at - NOW).toBeGreaterThanOrEqual(86_400_000);
  });
});

describe("a try", () => {
  it("that was taken ends the failing", () => {
    const outcome = outcomeOf({ attempts: 3, once: false }, { active: true, failing_since: NOW - 1 }, taken, NOW);
    expect(outcome).toMatchObject({ status: "delivered", health: { active: true, failing_since: null } });
  });

  it("answered by 410 switches the webhook off at once; a redirect fails the delivery only", () => {
    expect(outcomeOf({ attempts: 1, once: false }, healthy, failed(410, true), NOW)).toMatchObject({
      status: "failed",
      switched_off: true,
    });
    expect(outcomeOf({ attempts: 1, once: false }, healthy, failed(302, true), NOW)).toMatchObject({
      status: "failed",
      switched_off: false,
      health: { active: true },
    });
  });

  it("that fails after three days of failures switches the webhook off, not before", () => {
    const since = (ago: number) => ({ active: true, failing_since: NOW - ago });
    const late = { attempts: 2, once: false };
    expect(outcomeOf(late, since(SWITCH_OFF_AFTER - 1), failed(null), NOW)).toMatchObject({
      status: "pending",
      switched_off: false,
    });
    expect(outcomeOf(late, since(SWITCH_OFF_AFTER), failed(null), NOW)).toMatchObject({
      status: "failed",
      switched_off: true,
    });
  });

  it("is followed by no other before the receiver's own time, a day at most", () => {
    const next = (retry_after?: number) =>
      outcomeOf({ attempts: 1, once: false }, healthy, { ...failed(429), ...(retry_after && { retry_after }) }, NOW);
    const [first = 0] = PAUSES;
    expect(next().next_attempt_at).toBe(NOW + first * 1000);
    expect(next(1).next_attempt_at).toBe(NOW + first * 1000);
    expect(next(120).next_attempt_at).toBe(NOW + 120_000);
    expect(next(1e9).next_attempt_at).toBe(NOW + 86_400_000);
  });

  it("that fails once the webhook is off is the last one", () => {
    const off = { active: false, failing_since: NOW - 1 };
    expect(outcomeOf({ attempts: 1, once: false }, off, failed(null), NOW)).toMatchObject({
      status: "failed",
      next_attempt_at: null,
      switched_off: false,
    });
  });

  it("of a test is the only one, and says nothing of the webhook's health", () => {
    expect(outcomeOf({ attempts: 1, once: true }, healthy, failed(500), NOW)).toMatchObject({
      status: "failed",
      health: healthy,
    });
  });
});
