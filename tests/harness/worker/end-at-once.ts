import { vi } from "vitest";

/** From now on a time limit of so many milliseconds (`withTimeout`) is over at once; other timers run as they do. */
export function endAtOnce(limit: number): void {
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms?: number) =>
    setTimeout(run, ms === limit ? 0 : ms)) as typeof setTimeout);
}
