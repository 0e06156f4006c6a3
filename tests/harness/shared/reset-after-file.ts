import { afterAll, vi } from "vitest";

// The next file runs in the same workerd or process: it finds nothing of this one, nor what our code keeps in its modules.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
});
