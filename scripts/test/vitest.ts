import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Place, TestEvent } from "./event-reporter.ts";
import { PartProcess } from "./part-process.ts";

const root = join(import.meta.dirname, "../..");

/** What failed, and why, as far as it is known. */
export interface Broken {
  name: string;
  why: string;
  /** None of a check, nor of what happened outside of all files. */
  place?: Place;
  /** It never ended: a crash took it, or its time was over. */
  cut?: true;
}

export interface Outcome {
  passed: number;
  failed: number;
  broken: Broken[];
}

/** What a command gets. */
interface Limits {
  env?: NodeJS.ProcessEnv;
  /** Milliseconds until it is killed. */
  limit_ms: number;
}

export interface TestOptions {
  env?: NodeJS.ProcessEnv;
  /** Only these; all without it. */
  files?: string[];
  /** Of these files, only the tests with these names. */
  tests?: string[];
  /** Files and tests in an order of this seed. */
  shuffled?: number;
  /** What the command is run by, e.g. `taskset`. */
  on?: string[];
}

/** How many of a failed command's last lines are shown as the reason. */
const LAST_WORDS = 12;

/**
 * Runs a command that the reader follows.
 * @param options.quoted its output is printed at its end, so that others may run beside it, and the last lines are the
 *   reason of a failure
 * @returns why it failed, or null
 */
export async function follow(
  title: string,
  command: string[],
  { env = {}, limit_ms, quoted = false }: Limits & { quoted?: boolean },
): Promise<string | null> {
  const started = performance.now();
  if (!quoted) console.log(`\n▶ ${title}`);
  const part = await PartProcess.start(command, {
    cwd: root,
    stdio: quoted ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  const { child } = part;
  const said: Buffer[] = [];
  child.stdout?.on("data", (bytes: Buffer) => said.push(bytes));
  child.stderr?.on("data", (bytes: Buffer) => said.push(bytes));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void part.stop();
  }, limit_ms);
  const end = await part.end();
  clearTimeout(timer);
  part.tidy();
  const took = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const words = Buffer.concat(said).toString().trim();
  console.log(
    [quoted && `\n▶ ${title}`, words, `${end === null ? "✔" : "✘"} ${title} (${took})`].filter(Boolean).join("\n"),
  );
  if (end === null) return null;
  return [late ? `it did not end, and was killed after ${took}` : end, ...words.split("\n").slice(-LAST_WORDS)]
    .join("\n")
    .trimEnd();
}

/** The result of the run. @param ended why vitest itself failed, or null */
export function outcomeOf(events: readonly TestEvent[], ended: string | null): Outcome {
  const open = new Map<string, Omit<Broken, "why">>();
  // Vitest may tell of a test's end before its beginning: it reports two batches of results at once.
  const over = new Set(events.flatMap((event) => (event.type === "ended" ? [event.id] : [])));
  const broken: Broken[] = [];
  let passed = 0;
  for (const event of events) {
    if (event.type === "begun") {
      if (!over.has(event.id)) open.set(event.id, { name: event.name, place: event.place });
    } else if (event.type === "passed") passed++;
    else if (event.type === "failed") {
      const { name, place, faults } = event;
      broken.push({ name, why: faults.join("\n"), ...(place && { place }) });
    }
  }
  if (ended === null && broken.length === 0) return { passed, failed: 0, broken };
  // No test ran: that is one fault, whatever the number of files.
  if (over.size === 0) open.clear();
  for (const one of open.values()) broken.push({ ...one, why: `it never ended; ${ended}`, cut: true });
  // It may fail without a failed test.
  if (ended !== null && broken.length === 0) broken.push({ name: "the run itself", why: ended });
  return { passed, failed: broken.length, broken };
}

function eventsIn(file: string): TestEvent[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  // The last one has its end unless the run was killed within it.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as TestEvent);
}

/** For `--testNamePattern`, which joins the names of suites and tests by blanks alone. */
export const patternOf = (tests: readonly string[]) =>
  `^(?:${tests.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll(" > ", " (?:> )?")).join("|")})$`;

/** Runs the projects of vitest.config.ts; each test has one try. */
export async function runTests(
  title: string,
  projects: string[],
  { files = [], tests, shuffled, on = [], env = {}, limit_ms }: Limits & TestOptions,
): Promise<Outcome> {
  const work = mkdtempSync(join(tmpdir(), "voice-widget-test-"));
  const remove = () => rmSync(work, { recursive: true, force: true });
  // Also when the run is interrupted.
  process.once("exit", remove);
  const events = join(work, "events.jsonl");
  const ended = await follow(
    `tests: ${title}`,
    [
      ...on,
      process.execPath,
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--passWithNoTests",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      `--reporter=${join(import.meta.dirname, "event-reporter.ts")}`,
      ...(tests ? [`--testNamePattern=${patternOf(tests)}`] : []),
      ...(shuffled === undefined ? [] : ["--sequence.shuffle", `--sequence.seed=${shuffled}`]),
      ...files,
    ],
    { env: { ...env, TEST_EVENTS: events }, limit_ms },
  );
  const outcome = outcomeOf(eventsIn(events), ended);
  process.off("exit", remove);
  remove();
  return outcome;
}
