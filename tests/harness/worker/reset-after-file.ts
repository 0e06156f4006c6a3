import { afterAll, vi } from "vitest";

// The next file runs in the same workerd: it finds nothing of this one, nor what the Worker keeps in its modules.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
});
