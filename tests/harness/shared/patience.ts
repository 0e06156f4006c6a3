import { vi } from "vitest";

/** As long as `expect.poll` waits in tests in Node: a limit for what never comes, which a busy machine does not reach. */
const LIMIT_MS = 60_000;

/** Of vitest's own, whose second has no setting. Kept, as files of one runtime share `vi`. */
const kept = globalThis as { waitForOfVitest?: typeof vi.waitFor };
kept.waitForOfVitest ??= vi.waitFor;
const { waitForOfVitest } = kept;

/** A setup file: `vi.waitFor` without options waits for what comes, not for a second. */
vi.waitFor = (callback, options) => {
  const own = typeof options === "number" ? { timeout: options } : options;
  return waitForOfVitest(callback, { timeout: LIMIT_MS, ...own });
};
