import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lastWordsHeard } from "../../widget/session/last-words.ts";
import { nextQuiet } from "../../widget/session/quiet.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How long it takes where the visitor's clock is set back by an hour meanwhile, milliseconds; null for more than two minutes. */
async function takes(waiting: Promise<void>): Promise<number | null> {
  const begun = performance.now();
  let took: number | null = null;
  void waiting.then(() => {
    took = performance.now() - begun;
  });
  await vi.advanceTimersByTimeAsync(500);
  vi.setSystemTime(Date.now() - 3_600_000);
  await vi.advanceTimersByTimeAsync(120_000);
  return took;
}
const signal = () => new AbortController().signal;

it("last words that make no sound are waited for as long as ever where the clock is set back", async () => {
  expect(await takes(lastWordsHeard(() => "none", signal()))).toBeLessThan(2_000);
});

it("so are those that have no end, and silence where somebody always speaks", async () => {
  expect(await takes(lastWordsHeard(() => "playing", signal()))).toBeLessThan(61_000);
  expect(await takes(nextQuiet(() => ({ listening: false, input: 1 }), 10_000, signal()))).toBeLessThan(11_000);
});
