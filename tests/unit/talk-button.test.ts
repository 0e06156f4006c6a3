import { expect, it } from "vitest";
import { Hold } from "../../widget/panel/views/talk-button.ts";

const pressed = (from: number, to: number, open: boolean) => {
  const hold = new Hold();
  hold.press(from, open);
  return hold.release(to);
};

it("is open while it is held", () => {
  expect(pressed(0, 1_000, false)).toBe(false);
  expect(pressed(2_000, 3_000, false)).toBe(false);
});

it("stays open after a tap, until the next one or a hold", () => {
  expect(pressed(0, 100, false)).toBe(true);
  expect(pressed(5_000, 5_100, true)).toBe(false);
  expect(pressed(5_000, 8_000, true)).toBe(false);
});

it("hears a release only once, and none without a press", () => {
  const hold = new Hold();
  expect(hold.release(0)).toBeNull();
  hold.press(0, false);
  expect([hold.release(1_000), hold.release(1_001)]).toEqual([false, null]);
});

it("closes when the focus goes while it is held", () => {
  expect(pressed(0, Number.POSITIVE_INFINITY, false)).toBe(false);
});
