import { expect, it } from "vitest";
import { VisitorQueue } from "../../worker/objects/org-ledger/visitor-queue.ts";

const S = 1_000;

/** A queue, and a visitor's question in it; seconds. */
function queue() {
  const visitors = new VisitorQueue();
  const ask = (ticket: string, free: number, at: number, more: { hidden?: true; extend?: true } = {}) =>
    visitors.ask(ticket, free, at * S, { visitor: null, places: null, ...more });
  return { visitors, ask };
}

it("a page out of sight, whose timers run once a minute, keeps its place", () => {
  const { ask } = queue();
  ask("first", 0, 0, { hidden: true });
  ask("second", 0, 1);
  for (let at = 6; at < 60; at += 5) expect(ask("second", 0, at)).toMatchObject({ place: 2 });
  expect(ask("first", 0, 60, { hidden: true })).toMatchObject({ place: 1 });
  // Seen again, it asks every five seconds.
  ask("first", 0, 62);
  for (let at = 66; at < 87; at += 5) expect(ask("second", 0, at)).toMatchObject({ place: 2 });
  expect(ask("second", 0, 91)).toMatchObject({ place: 1 });
});

it("has a minute for its turn from when it hears of it", () => {
  const { visitors, ask } = queue();
  ask("first", 0, 0, { hidden: true });
  ask("second", 0, 1);
  for (let at = 5; at < 60; at += 5) expect(ask("second", 1, at)).toMatchObject({ place: 2, ready: false });
  expect(ask("first", 1, 60, { hidden: true })).toMatchObject({ ready: true, held_until: 120 * S });
  expect(visitors.admits("first", 1, 119 * S)).toBe(true);
  ask("second", 1, 119);
  expect(ask("second", 1, 121)).toMatchObject({ place: 1, ready: true });
});

it("who left without a word loses the place, out of sight too", () => {
  const { ask } = queue();
  ask("gone", 0, 0, { hidden: true });
  for (let at = 1; at < 75; at += 5) expect(ask("next", 1, at)).toMatchObject({ ready: false });
  expect(ask("next", 1, 76)).toMatchObject({ ready: true });
  ask("seen", 0, 100);
  ask("next", 0, 101);
  expect(ask("next", 0, 126)).toMatchObject({ place: 1, waiting: 1 });
});
