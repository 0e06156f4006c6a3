import { describe, expect, it } from "vitest";
import type { Verdict } from "../../widget/audio/guard/guard-messages.ts";
import { wordsOnLine } from "../../widget/audio/guard/words-on-line.ts";
import { LinePlan, nextLateness } from "../../widget/audio/line-plan.ts";

/** Sound that goes only as fast as it is spoken. */

const spoken = (from: number, to: number) =>
  Array.from({ length: Math.round((to - from) * 20) }, (_, at) => from + at / 20);

describe("how late it is", () => {
  it("stays as late as it is while somebody speaks", () => {
    expect(nextLateness(spoken(1, 4), 4, 3)).toBe(3);
    expect(nextLateness(spoken(1, 4), 5.1, 3)).toBe(3);
  });

  it("leaves out a pause but for its ends, and is late no more once nothing is left", () => {
    const said = [...spoken(1, 2), ...spoken(4, 5)];
    // At 5.3 s it has sent what was heard until 2.3 s.
    expect(nextLateness(said, 5.3, 3)).toBeCloseTo(5.3 - 4 + 0.2);
    expect(nextLateness(said, 7, 1)).toBe(0);
    expect(nextLateness([], 7, 0)).toBe(0);
  });
});

/** What a plan sends, twenty times a second: the moment that is heard, null for silence. */
function sends(plan: LinePlan, said: readonly number[], from: number, to: number): (number | null)[] {
  return spoken(from, to).map((now) => {
    plan.goOn(
      said.filter((at) => at <= now),
      now,
    );
    return plan.until > now ? Math.round((now - plan.late) * 100) / 100 : null;
  });
}

describe("a line that is held", () => {
  it("falls silent only when all that it was to send has gone", () => {
    const plan = new LinePlan();
    plan.sendWords(1, 2);
    plan.hold(2);
    const sent = sends(plan, spoken(1, 2), 2, 4);
    expect(sent.slice(0, 20)).toEqual(spoken(0.8, 1.8).map((at) => Math.round(at * 100) / 100));
    expect(sent.at(-1)).toBeNull();
    expect(sent.filter((at) => at !== null && at > 2)).toEqual([]);
  });

  it("sends each part once, in order, and nothing of what was held between them", () => {
    const plan = new LinePlan();
    plan.send(0, 1.5);
    plan.hold(1.5);
    const said = [...spoken(0, 1.5), ...spoken(2, 3)];
    const first = sends(plan, said, 1.5, 2.4);
    plan.send(2, 2.4);
    const sent = [...first, ...sends(plan, said, 2.4, 4.5)].filter((at) => at !== null);
    expect(sent).toEqual([...new Set(sent)].sort((one, other) => one - other));
    expect(sent.filter((at) => at > 1.51 && at < 2)).toEqual([]);
    expect(sent.filter((at) => at < 1.5)).toHaveLength(30);
    expect(sent.filter((at) => at >= 2 && at < 3)).toHaveLength(20);
  });

  it("does not send again what has gone", () => {
    const plan = new LinePlan();
    plan.send(0, 0);
    plan.hold(1);
    expect(sends(plan, [], 1.05, 1.3)).toEqual([null, null, null, null, null]);
    plan.send(0.7, 1.3);
    expect(plan.late).toBeCloseTo(0.3);
  });

  it("sends not even what is late of what is none", () => {
    const plan = new LinePlan();
    plan.send(9.9, 10);
    expect(plan.until).toBe(Number.POSITIVE_INFINITY);
    plan.drop(10.05);
    expect(plan.until).toBeCloseTo(10.05);
    expect(sends(plan, spoken(9.9, 10.05), 10.1, 10.3)).toEqual([null, null, null, null]);
  });

  it("goes on without a gap where it is let go before it fell silent", () => {
    const plan = new LinePlan();
    plan.sendWords(1, 2);
    plan.hold(2);
    plan.send(1.9, 2.2);
    expect(plan.until).toBe(Number.POSITIVE_INFINITY);
    expect(plan.late).toBeCloseTo(1.2);
  });
});

describe("what the guard lets over it", () => {
  /** What a line is told, by verdict; each comes so many seconds after the one before. */
  function told(...verdicts: [after: number, verdict: Verdict][]): (number | "hold" | "drop")[] {
    const orders: (number | "hold" | "drop")[] = [];
    let now = 10;
    const line = {
      get now() {
        return now;
      },
      pass: (from: number) => void orders.push(Math.round(from * 100) / 100),
      hold: () => void orders.push("hold"),
      drop: () => void orders.push("drop"),
    };
    const words = wordsOnLine(line, 10);
    for (const [after, verdict] of verdicts) {
      now += after;
      words(verdict);
    }
    return orders;
  }

  it("is all that waited, where the microphone does not hear the speaker", () => {
    expect(told([1.5, "pass"])).toEqual([10]);
  });

  it("is none of what waited, where it does, unless somebody spoke meanwhile", () => {
    expect(told([1.5, "hold"], [2, "pass"])).toEqual(["hold", 13.5]);
    expect(told([1.5, "speech"])).toEqual([10]);
    expect(told([1.5, "keep"], [0.1, "speech"])).toEqual(["hold", 10]);
  });

  it("is no echo of what the agent said before the guard heard it: nothing goes in its first 0.64 s", () => {
    expect(told([0.2, "speech"], [0.2, "hold"])).toEqual(["hold", "hold"]);
    expect(told([0.2, "speech"], [0.45, "speech"])).toEqual(["hold", 10]);
  });

  it("begins as it may be speech, with the sound just before, and is nothing more once it is none", () => {
    expect(told([1, "hold"], [1, "keep"], [0.1, "speech"])).toEqual(["hold", 11.92, 11.92]);
    expect(told([1, "hold"], [1, "keep"], [0.04, "hold"], [1, "speech"])).toEqual(["hold", 11.92, "drop", 12.96]);
  });

  it("begins where it first may have been speech that a loud echo covered for a while", () => {
    expect(told([1, "hold"], [1, "keep"], [0.04, "hold"], [0.2, "speech"])).toEqual(["hold", 11.92, "drop", 11.92]);
  });

  it("is no echo that might have been speech just before the agent ended", () => {
    expect(told([1, "hold"], [1, "keep"], [0.04, "hold"], [0.1, "pass"])).toEqual(["hold", 11.92, "drop", 12.14]);
  });
});
