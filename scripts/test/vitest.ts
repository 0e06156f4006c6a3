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

const nameOf = ({ ancestorTitles, title }: Result) => [...ancestorTitles, title].join(" > ");

/**
 * Runs the projects of vitest.config.ts; each test has one try.
 * @param options.files only these; all without it
 */
export function runTests(
  title: string,
  projects: string[],
  { files = [], env = {} }: { files?: string[]; env?: NodeJS.ProcessEnv } = {},
): Outcome {
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
      ...files,
    ],
    env,
  );
  const report: Report = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  rmSync(work, { recursive: true, force: true });
  const broken = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const names = assertionResults.filter((one) => one.status === "failed").map(nameOf);
    return names.length > 0 || status !== "failed" ? names : [name];
  });
  // A file that does not load, or an error outside of any test, fails the run without a failed test.
  const failed = ok ? 0 : Math.max(1, broken.length, report.numFailedTests);
  return { passed: report.numPassedTests, failed, broken };
}
