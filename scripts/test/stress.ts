import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { PartProcess } from "./part-process.ts";
import { type Run, runOfEachChange, runTheRest } from "./parts.ts";
import { type Broken, runTests, type TestOptions } from "./vitest.ts";

/**
 * `npm run test:stress`: which tests depend on the speed of the machine, or on the order they run in. Every part of
 * `npm test`, and the browser parts of `npm run test:full`, on one core with two busy loops beside it, files and tests
 * shuffled, once for each of three seeds. Takes hours; `npm run test:stress -- browser alone --seeds 1` takes some projects
 * once. Ends with each test that fell, how often, and why.
 */

/** The one core. */
const CORE = ["taskset", "-c", "0"];
const BUSY_LOOPS = 2;
/** The limit of one part, which has only a fraction of the machine. */
const LIMIT_MS = 3 * 3_600_000;
/** The part and the project of `npm run test:full` that use no browser; those of `npm test` always run. */
const WITHOUT_BROWSER = ["more seeds", "resilience"];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: "string", default: "3" } },
});

/** What fell, by name and project. */
const fallen = new Map<string, { one: Broken; times: number }>();
const runs: { title: string; passed: number; failed: number; minutes: number }[] = [];

async function stress(title: string, projects: string[], options: TestOptions = {}): Promise<void> {
  const wanted = projects.filter(
    (project) => !WITHOUT_BROWSER.includes(project) && (positionals.length === 0 || positionals.includes(project)),
  );
  if (wanted.length === 0 || WITHOUT_BROWSER.includes(title)) return;
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    const started = performance.now();
    const env = { ...options.env, SEED: String(seed) };
    const { passed, failed, broken } = await runTests(title, wanted, {
      ...options,
      env,
      limit_ms: LIMIT_MS,
      shuffled: seed,
      on: CORE,
    });
    runs.push({ title: `${title}, seed ${seed}`, passed, failed, minutes: (performance.now() - started) / 60_000 });
    for (const one of broken) {
      const key = `${one.place?.project ?? title} | ${one.name}`;
      fallen.set(key, { one, times: (fallen.get(key)?.times ?? 0) + 1 });
    }
  }
}

const run: Run = {
  checks: async () => {},
  tests: stress,
  skip: (title, why) => console.log(`skipped: ${title}: ${why}`),
};

/** Keeps the core busy until it is stopped. */
function loop(): ChildProcess {
  const [command = "", ...args] = [...CORE, process.execPath, "-e", "for (;;);"];
  const child = spawn(command, args, { stdio: "ignore" });
  process.once("exit", () => child.kill("SIGKILL"));
  return child;
}

PartProcess.stopAllWhenInterrupted();
const loops = Array.from({ length: BUSY_LOOPS }, loop);
try {
  await Promise.all(loops.map((child) => once(child, "spawn")));
} catch {
  console.error("There is no taskset here: install util-linux. Without it no core can be kept for the tests.");
  process.exit(1);
}
await runOfEachChange(run);
await runTheRest(run);
for (const child of loops) child.kill("SIGKILL");

console.log("\n| part | passed | fell | minutes |\n|---|---|---|---|");
for (const { title, passed, failed, minutes } of runs)
  console.log(`| ${title} | ${passed} | ${failed} | ${minutes.toFixed(1)} |`);
console.log("\n| project | test that fell | times | why |\n|---|---|---|---|");
for (const [key, { one, times }] of [...fallen].sort(([, a], [, b]) => b.times - a.times))
  console.log(`| ${key} | ${times} of ${values.seeds} | ${one.why.split("\n").slice(0, 2).join(" ").slice(0, 300)} |`);
console.log(`\n${runs.reduce((sum, { passed }) => sum + passed, 0)} passed, ${fallen.size} fell`);
process.exitCode = fallen.size === 0 ? 0 : 1;
