import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");

/** Whether the bench runs at all, in the shortest way; what it measures here is of no use. */
test("the bench measures every path beside its no-op Worker, and counts what it costs", async () => {
  const { stdout } = await run(process.execPath, ["bench/bench.ts", "api"], {
    cwd: root,
    env: { ...process.env, BENCH_RUNS: "1", BENCH_SECONDS: "0.6" },
  });
  const numbers = (path: string) => {
    const line = stdout.split("\n").find((one) => one.startsWith(path)) ?? "";
    return [...line.slice(path.length).matchAll(/\d+(\.\d+)?/g)].map(([number]) => Number(number));
  };
  for (const path of ["preflight", "junk key, 401", "repeated 429", "GET /config, hot", "POST /session, stub"]) {
    const [ms, times, , rate, part] = numbers(path);
    for (const number of [ms, times]) expect(number, `${path}\n${stdout}`).toBeGreaterThan(0);
    // Rounded, these may be none on a machine that is busy.
    for (const number of [rate, part]) expect(number, `${path}\n${stdout}`).toBeGreaterThanOrEqual(0);
  }
  const whole = numbers("a minute's session, 12 requests");
  expect(whole, stdout).toHaveLength(8);
  expect(whole[0]).toBeGreaterThan(12);
});

test("the bench simulates a day over what it counts and measures", async () => {
  const { stdout } = await run(process.execPath, ["bench/bench.ts", "day"], {
    cwd: root,
    env: { ...process.env, DAY_CALLS: "20000", DAY_BUSIEST: "1", DAY_PROJECTS: "10" },
  });
  for (const thread of ["gate, can do", "ledger, can do", "store, can do"]) {
    const line = stdout.split("\n").find((one) => one.startsWith(thread)) ?? "";
    const numbers = [...line.matchAll(/\d+(\.\d+)?/g)].map(([number]) => Number(number));
    expect(numbers, stdout).toHaveLength(3);
    for (const number of numbers) expect(number, stdout).toBeGreaterThan(0);
  }
  expect(stdout).toMatch(/^as it is today +1 +\d/m);
  expect(stdout).toMatch(/^without reads +1 +\d/m);
});
