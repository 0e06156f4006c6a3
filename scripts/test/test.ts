import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findChrome, installChrome } from "./chrome.ts";
import { prepareFirefox } from "./firefox.ts";
import { follow, type Outcome, runBrowserTests, runTests } from "./vitest.ts";
import { prepareWebKit } from "./webkit.ts";

/** `npm test`: every check and every test, real browsers included. Ends with one line `N passed, N failed`. */

const root = join(import.meta.dirname, "../..");
const packageJson = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
const sum = { passed: 0, failed: 0 };
/** What the reader must not miss. */
const notes: string[] = [];

function count(title: string, { passed, failed, broken, flaky }: Outcome): void {
  sum.passed += passed;
  sum.failed += failed;
  for (const name of flaky) notes.push(`flaky: ${name} (failed once, passed alone)`);
  if (failed > 0) notes.push([`${title}: ${failed} failed`, ...broken].join("\n  "));
}

/** A check counts as one test. */
function check(name: string): void {
  const ok = follow(name, ["npm", "run", "--silent", name]);
  count(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1, broken: [], flaky: [] });
}

function skip(project: string, reason: string): void {
  console.log(`\nskipped: ${project}: ${reason}`);
  notes.push(`skipped: ${project}: ${reason}`);
}

try {
  // Sizes come first: they build what the others look at.
  const checks = Object.keys(packageJson.scripts).filter((name) => name.startsWith("check:"));
  for (const name of ["check:sizes", ...checks.filter((one) => one !== "check:sizes")]) check(name);

  count("worker and unit", runTests("worker and unit", ["worker", "unit", "wire"]));

  // One after the other: these measure time, or load the machine.
  const chrome = (await findChrome()) ?? (await installChrome(console.log));
  console.log(`\nThe browser for the end-to-end tests: ${chrome}`);
  for (const project of ["alone", "browser", "visual"])
    count(project, runBrowserTests(project, { CHROME_PATH: chrome }));

  const firefox = await prepareFirefox(console.log);
  if ("missing" in firefox) skip("firefox", firefox.missing);
  else {
    console.log(`\nThe same tests in ${firefox.path}`);
    count("firefox", runBrowserTests("firefox", { FIREFOX_PATH: firefox.path }));
  }

  if (prepareWebKit(console.log)) count("webkit", runBrowserTests("webkit"));
  else skip("webkit", "there is none to drive here; Debian's webkit2gtk-driver, xvfb and pulseaudio bring one");

  count("conformance", runBrowserTests("conformance", { CHROME_PATH: chrome }));
  count("resilience", runTests("resilience", ["resilience"]));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  count("npm test itself", { passed: 0, failed: 1, broken: [], flaky: [] });
}

if (notes.length > 0) console.log(`\n${notes.join("\n")}`);
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;
