import { afterEach, expect, it, vi } from "vitest";
import { ScreenWakeLock } from "../../widget/session/wake-lock.ts";

afterEach(() => vi.unstubAllGlobals());

it("keeps the screen on during a call, again where the page comes back, and no longer", async () => {
  let held = 0;
  const request = async () => {
    held++;
    return { release: async () => void held-- };
  };
  vi.stubGlobal("navigator", { wakeLock: { request } });
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const page = { window: null, document };
  const screen = new ScreenWakeLock();
  screen.hold(false, page);
  screen.hold(true, page);
  screen.hold(true, page);
  await Promise.resolve();
  expect(held).toBe(1);
  // The browser has released it as the page was hidden.
  held = 0;
  document.visibilityState = "hidden";
  document.dispatchEvent(new Event("visibilitychange"));
  expect(held).toBe(0);
  document.visibilityState = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  await Promise.resolve();
  expect(held).toBe(1);
  screen.hold(false, page);
  await Promise.resolve();
  expect(held).toBe(0);
  document.dispatchEvent(new Event("visibilitychange"));
  await Promise.resolve();
  expect(held).toBe(0);
});
