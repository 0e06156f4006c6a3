import { expect, it } from "vitest";
import { Hold } from "../../widget/panel/views/talk-button.ts";

it("is open while it is held", () => {
  const hold = new Hold();
  expect([hold.press(0), hold.release(1_000), hold.press(2_000), hold.release(3_000)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

it("stays open after a tap, until the next one or a hold", () => {
  const hold = new Hold();
  expect([hold.press(0), hold.release(100), hold.press(5_000), hold.release(5_100)]).toEqual([true, true, true, false]);
  expect([hold.press(6_000), hold.release(6_100), hold.press(7_000), hold.release(8_000)]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

it("hears a release only once", () => {
  const hold = new Hold();
  hold.press(0);
  expect([hold.release(1_000), hold.release(1_001)]).toEqual([false, false]);
});
