import { onTestFinished, vi } from "vitest";

const MONTH_MS = 30 * 86_400_000;
let month = Date.UTC(2040, 0, 1, 12);

/**
 * A noon by which alarms are set that never come by themselves, as the runtime goes by its own clock: a test that runs
 * them knows which of them have run, however slow the machine. Each is a month after the last: the isolate remembers
 * projects of the test before, and takes the latest version for the newest.
 */
export function farNoon(): number {
  month += MONTH_MS;
  return month;
}

/** Until the test is over no minute turns under it, however slow the machine. */
export function stopClock(now = Date.now()): void {
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}
