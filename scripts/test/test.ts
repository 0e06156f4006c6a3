import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findChrome, installChrome } from "./chrome.ts";
import { Tally } from "./tally.ts";

/** `npm test`: what each change must pass, in some minutes. vitest.config.ts says what belongs to it. */

const packageJson = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

await Tally.run("npm test", { usual: 10, limit: 20 }, async (tally) => {
  const chrome = (await findChrome()) ?? (await installChrome(console.log));
  console.log(`The browser of the tests: ${chrome}`);
  const env = { CHROME_PATH: chrome };

  // Sizes come first in their lane: they build what the other checks there read.
  const checks = Object.keys(packageJson.scripts).filter((name) => name.startsWith("check:"));
  const ofSources = ["check:types", "check:lint", "check:imports", "check:lines"];
  const ofBuild = checks.filter((name) => name !== "check:sizes" && !ofSources.includes(name));
  await tally.checks(["check:sizes", ...ofBuild], ofSources);

  await tally.tests("worker, engines, unit, wire", ["worker", "engines", "unit", "wire"]);
  await tally.tests("conversations in Chromium", ["browser"], { env });
  // By themselves: they measure time.
  await tally.tests("measured conversations in Chromium", ["alone"], { env });
  const short = { FUZZ_RUNS: process.env.FUZZ_RUNS || "2000" };
  await tally.tests("a short fuzz", ["resilience"], { files: ["tests/resilience/fuzz/"], env: short });
});
