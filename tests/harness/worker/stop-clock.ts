import { onTestFinished, vi } from "vitest";

/** Until the test is over no minute turns under it, however slow the machine. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}
