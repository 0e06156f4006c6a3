import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

interface Result {
  ancestorTitles: string[];
  title: string;
  status: string;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: Result[] }[];
}

export interface Outcome {
  passed: number;
  failed: number;
  /** Names of what failed, as far as they are known. */
  broken: string[];
  /** What failed and then passed alone. */
  flaky: string[];
}

/** Runs a command that the reader follows. */
export function follow(title: string, command: string[], env: NodeJS.ProcessEnv = {}): boolean {
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

/** @param filter files, or `-t` with a pattern of names */
function once(title: string, projects: string[], env: NodeJS.ProcessEnv, filter: string[] = []) {
  const work = mkdtempSync(join(tmpdir(), "voice-widget-test-"));
  const file = join(work, "report.json");
  const ok = follow(
    `tests: ${title}`,
    [
      process.execPath,
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--passWithNoTests",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...filter,
    ],
    env,
  );
  const report: Report = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  rmSync(work, { recursive: true, force: true });
  return { ok, report };
}

// A file that does not load, or an error outside of any test, fails the run without a failed test.
const failures = (ok: boolean, report: Report) => (ok ? 0 : Math.max(1, report.numFailedTests));

/** Each test has one try. */
export function runTests(title: string, projects: string[], env: NodeJS.ProcessEnv = {}): Outcome {
  const { ok, report } = once(title, projects, env);
  const broken = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const names = assertionResults.filter(({ status }) => status === "failed").map(nameOf);
    return names.length > 0 || status !== "failed" ? names : [name];
  });
  return { passed: report.numPassedTests, failed: failures(ok, report), broken, flaky: [] };
}

/** As `-t` knows it. */
const nameOf = ({ ancestorTitles, title }: Result) => [...ancestorTitles, title].join(" > ");
const literally = (name: string) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** In browsers: what fails is tried once more, each file by itself; what passes then is named as flaky. */
export function runBrowserTests(project: string, env: NodeJS.ProcessEnv = {}): Outcome {
  const { ok, report } = once(project, [project], env);
  const outcome: Outcome = { passed: report.numPassedTests, failed: 0, broken: [], flaky: [] };
  if (ok) return outcome;
  const broken = report.testResults.filter(({ status }) => status === "failed");
  const again = broken.map(({ name, assertionResults }) => {
    const names = assertionResults.filter(({ status }) => status === "failed").map(nameOf);
    return { what: names.length ? names : [name], due: names.length, filter: [name, ...patternOf(names)] };
  });
  if (again.length === 0) again.push({ what: ["an error outside of any test"], due: 1, filter: [] });
  for (const { what, due, filter } of again) {
    const second = once(`${project}, once more: ${what.join(", ")}`, [project], env, filter);
    // A run that skipped them is none that they passed.
    const ok = second.ok && second.report.numPassedTests >= due;
    outcome.failed += ok ? 0 : Math.max(1, due - second.report.numPassedTests);
    if (filter.length) outcome.passed += second.report.numPassedTests;
    if (ok) outcome.flaky.push(...what.map((name) => `${project}: ${name}`));
    else outcome.broken.push(...what);
  }
  return outcome;
}

const patternOf = (names: string[]) => (names.length ? ["-t", `^(${names.map(literally).join("|")})$`] : []);
