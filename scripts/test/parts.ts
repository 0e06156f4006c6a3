import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findChrome, installChrome } from "./chrome.ts";
import { prepareFirefox } from "./firefox.ts";
import type { TestOptions } from "./vitest.ts";
import { prepareWebKit } from "./webkit.ts";

/** What `npm test`, `npm run test:full` and the CI run. vitest.config.ts says what belongs to which. */

/** Runs the parts; each command does it in its own way. */
export interface Run {
  /** Scripts of package.json, each lane's one after the other, the lanes side by side. */
  checks(...lanes: string[][]): Promise<void>;
  /** Projects of vitest.config.ts. */
  tests(title: string, projects: string[], options?: TestOptions): Promise<void>;
  skip(title: string, reason: string): void;
}

const root = join(import.meta.dirname, "../..");
/** Checks of `runTheRest`. */
const CLIENTS = ["openapi:clients"];

/** For a part's environment: where Chromium is. */
async function prepareChrome(): Promise<{ CHROME_PATH: string }> {
  const chrome = (await findChrome()) ?? (await installChrome(console.log));
  console.log(`The browser of the tests: ${chrome}`);
  return { CHROME_PATH: chrome };
}

/** How often random tests run: in one run of all, as often as in `npm test` and `moreSeeds` together. */
const seedsOf = (all: boolean) => (all ? { RUNS: process.env.RUNS || "3" } : {});

interface Extent {
  /** Both in one run: what `runTheRest` would do again, with more seeds or requests, is done once, as often as both together. */
  all?: boolean;
}

/** What each change must pass, in some minutes. */
export async function runOfEachChange(run: Run, { all = false }: Extent = {}): Promise<void> {
  const env = await prepareChrome();
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };

  // Sizes come first in their lane: they build what the other checks there read.
  const checks = Object.keys(scripts).filter((name) => name.startsWith("check:"));
  const ofSources = ["check:types", "check:lint", "check:imports", "check:lines"];
  const ofBuild = checks.filter((name) => name !== "check:sizes" && !ofSources.includes(name));
  await run.checks(["check:sizes", ...ofBuild], [...ofSources, ...(all ? CLIENTS : [])]);

  await run.tests(
    `worker, engines, unit, wire${all ? "" : ", a short fuzz"}`,
    ["worker", "engines", "unit", "wire", ...(all ? [] : ["fuzz"])],
    { env: seedsOf(all) },
  );
  await run.tests("conversations in Chromium", ["browser"], { env });
}

/** What that leaves out. */
export async function runTheRest(run: Run, { all = false }: Extent = {}): Promise<void> {
  const env = await prepareChrome();
  if (!all) await moreSeeds(run);
  // They measure time, so nothing else may run beside them.
  await run.tests("measured conversations in Chromium", ["alone"], { env });
  await run.tests("long", ["worker-long", "unit-long", "browser-long"], { env: { ...env, ...seedsOf(all) } });
  // Together: visual tests keep a core busy while vendor tests wait for speech.
  await run.tests("every look and every vendor", ["visual", "conformance"], { env });

  const firefox = await prepareFirefox(console.log);
  if ("missing" in firefox) run.skip("firefox", firefox.missing);
  else {
    const env = { FIREFOX_PATH: firefox.path };
    await run.tests(`conversations in ${firefox.path}`, ["firefox"], { env });
    await run.tests("measured conversations in Firefox", ["firefox-alone"], { env });
  }

  if (prepareWebKit(console.log)) await run.tests("conversations in WebKit", ["webkit"]);
  else run.skip("webkit", "there is none to drive here; Debian's webkit2gtk-driver, xvfb and pulseaudio bring one");

  // Last: it loads the machine.
  await run.tests("resilience", ["resilience"]);
}

/** Files whose tests are random get more runs, and other ones than `npm test` gave them. */
async function moreSeeds(run: Run): Promise<void> {
  const random = globSync("tests/{worker,unit,conformance/wire}/**/*.test.ts", { cwd: root }).filter((file) =>
    readFileSync(join(root, file), "utf8").includes("random/runs.ts"),
  );
  await run.checks(CLIENTS);
  await run.tests("more seeds", ["worker", "worker-long", "engines", "unit", "unit-long", "wire"], {
    files: random,
    env: { RUNS: process.env.RUNS || "2" },
  });
}
