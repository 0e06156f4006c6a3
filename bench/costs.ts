import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** The table of what a page view and a session cost, as the test that counts it prints it. */
export function costs(): string[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "worker", "tests/worker/contract/costs.test.ts"],
    { cwd: root, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`The costs could not be counted:\n${stdout}\n${stderr}`);
  const mark = "cost| ";
  return stdout
    .split("\n")
    .filter((line) => line.includes(mark))
    .map((line) => line.slice(line.indexOf(mark) + mark.length));
}
