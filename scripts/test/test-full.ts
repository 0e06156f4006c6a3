import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findChrome, installChrome } from "./chrome.ts";
import { prepareFirefox } from "./firefox.ts";
import { Tally } from "./tally.ts";
import { prepareWebKit } from "./webkit.ts";

/** `npm run test:full`: what `npm test` leaves out. vitest.config.ts says what belongs to it. */

const root = join(import.meta.dirname, "../..");

/** Files whose tests are random: these get more runs, and other ones than `npm test` gave them. */
const random = globSync("tests/{worker,unit,conformance/wire}/**/*.test.ts", { cwd: root }).filter((file) =>
  readFileSync(join(root, file), "utf8").includes("random/runs.ts"),
);

await Tally.run("npm run test:full", { usual: 30, limit: 68 }, async (tally) => {
  const chrome = (await findChrome()) ?? (await installChrome(console.log));
  console.log(`The browser of the tests: ${chrome}`);
  const env = { CHROME_PATH: chrome };

  await tally.checks(["openapi:clients"]);
  await tally.tests("more seeds", ["worker", "engines", "unit", "wire"], {
    files: random,
    env: { RUNS: process.env.RUNS || "2" },
  });
  await tally.tests("long", ["worker-long", "browser-long"], { env });
  // Together: visual tests keep a core busy while vendor tests wait for speech.
  await tally.tests("every look and every vendor", ["visual", "conformance"], { env });

  const firefox = await prepareFirefox(console.log);
  if ("missing" in firefox) tally.skip("firefox", firefox.missing);
  else {
    const env = { FIREFOX_PATH: firefox.path };
    await tally.tests(`conversations in ${firefox.path}`, ["firefox"], { env });
    await tally.tests("measured conversations in Firefox", ["firefox-alone"], { env });
  }

  if (prepareWebKit(console.log)) await tally.tests("conversations in WebKit", ["webkit"]);
  else tally.skip("webkit", "there is none to drive here; Debian's webkit2gtk-driver, xvfb and pulseaudio bring one");

  // Last: it loads the machine.
  await tally.tests("resilience", ["resilience"]);
});
