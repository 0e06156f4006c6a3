import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** The table of what a page view and a session cost, as the test that counts it prints it. */
export const costs = (): string[] => printedBy("worker", "tests/worker/contract/costs.test.ts", "cost| ");

/** The same for a session among so many others that run. */
export const crowdCosts = (sizes: readonly number[]): string[] =>
  printedBy("worker-long", "tests/worker/long/crowd-costs.test.ts", "crowd| ", { CROWDS: sizes.join(",") });

/** How often a session of a minute asks each kind of thread: methods of objects, and D1. */
export const sessionTurns = (): Map<string, number> =>
  new Map(
    printedBy("worker-long", "tests/worker/long/crowd-costs.test.ts", "turns| ", { CROWDS: "10" }).map((line) => {
      const [name = "", count] = line.split(" ");
      return [name, Number(count)];
    }),
  );

/** Lines of a test's output that begin with the mark. */
function printedBy(project: string, test: string, mark: string, environment: Record<string, string> = {}): string[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", project, test],
    { cwd: root, encoding: "utf8", env: { ...process.env, ...environment } },
  );
  if (status !== 0) throw new Error(`The costs could not be counted:\n${stdout}\n${stderr}`);
  return stdout
    .split("\n")
    .filter((line) => line.includes(mark))
    .map((line) => line.slice(line.indexOf(mark) + mark.length));
}
