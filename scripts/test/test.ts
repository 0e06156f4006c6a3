import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findChrome, installChrome } from "./chrome.ts";
import { Tally } from "./tally.ts";

/** `npm test`: what each change must pass, in some minutes. vitest.config.ts says what belongs to it. */

const packageJson = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

await Tally.run("npm test", 18, async (tally) => {
  const chrome = (await findChrome()) ?? (await installChrome(console.log));
  console.log(`The browser of the tests: ${chrome}`);
  const env = { CHROME_PATH: chrome };

  // Sizes come first: they build what the others look at.
  const checks = Object.keys(packageJson.scripts).filter((name) => name.startsWith("check:"));
  for (const name of ["check:sizes", ...checks.filter((one) => one !== "check:sizes")]) tally.check(name);

  tally.tests("worker, engines, unit, wire", ["worker", "engines", "unit", "wire"]);
  tally.tests("conversations in Chromium", ["browser"], { env });
  // By themselves: they measure time.
  tally.tests("measured conversations in Chromium", ["alone"], { env });
  const short = { FUZZ_RUNS: process.env.FUZZ_RUNS || "2000" };
  tally.tests("a short fuzz", ["resilience"], { files: ["tests/resilience/fuzz/"], env: short });
});
