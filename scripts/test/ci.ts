import { runOfEachChange, runTheRest } from "./parts.ts";
import { Tally } from "./tally.ts";

/**
 * `.ci/run`: all of `npm test` and `npm run test:full`. What fell runs once more at the end, with nothing beside it: a
 * machine that does other work decides about no change. A test that fell and holds then is named, and mended first.
 */
await Tally.run("all tests", { usual: 25, limit: 87, again: 3 }, async (tally) => {
  await runOfEachChange(tally, { all: true });
  await runTheRest(tally, { all: true });
});
