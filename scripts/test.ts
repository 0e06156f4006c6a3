import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChrome, installChrome } from "./chrome.ts";

/** `npm test`: every check and every test, the real browser included. Ends with one line `N passed, N failed`. */

const root = join(import.meta.dirname, "..");
const packageJson = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
const work = mkdtempSync(join(tmpdir(), "voice-widget-test-"));
const sum = { passed: 0, failed: 0 };
const failures: string[] = [];

function run(title: string, command: string[], env: NodeJS.ProcessEnv = {}): boolean {
  const started = performance.now();
  console.log(`\n▶ ${title}`);
  const [file = "", ...args] = command;
  const { status, error } = spawnSync(file, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  if (error) console.error(error.message);
  console.log(`${status === 0 ? "✔" : "✘"} ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return status === 0;
}

function count(title: string, passed: number, failed: number): void {
  sum.passed += passed;
  sum.failed += failed;
  if (failed > 0) failures.push(`${title}: ${failed} failed`);
}

/** A check counts as one test. */
function check(name: string): void {
  const ok = run(name, ["npm", "run", "--silent", name]);
  count(name, ok ? 1 : 0, ok ? 0 : 1);
}

function vitest(title: string, projects: string[], env: NodeJS.ProcessEnv = {}): void {
  const report = join(work, `${title}.json`);
  const ok = run(
    `tests: ${title}`,
    [
      process.execPath,
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--passWithNoTests",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    env,
  );
  const result = existsSync(report)
    ? (JSON.parse(readFileSync(report, "utf8")) as { numPassedTests: number; numFailedTests: number })
    : { numPassedTests: 0, numFailedTests: 0 };
  // A file that does not load, or an error outside of any test, fails the run without a failed test.
  count(title, result.numPassedTests, ok ? 0 : Math.max(1, result.numFailedTests));
}

try {
  // Sizes come first: they build what the others look at.
  const checks = Object.keys(packageJson.scripts).filter((name) => name.startsWith("check:"));
  for (const name of ["check:sizes", ...checks.filter((one) => one !== "check:sizes")]) check(name);

  vitest("worker and unit", ["worker", "unit"]);

  // One after the other: these measure time, or load the machine.
  const chrome = (await findChrome()) ?? (await installChrome(console.log));
  console.log(`\nThe browser for the end-to-end tests: ${chrome}`);
  vitest("e2e", ["e2e"], { CHROME_PATH: chrome });
  vitest("conformance", ["conformance"], { CHROME_PATH: chrome });
  vitest("proof", ["proof"]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  count("npm test itself", 0, 1);
} finally {
  rmSync(work, { recursive: true, force: true });
}

if (failures.length > 0) console.log(`\n${failures.join("\n")}`);
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;
