import { runTheRest } from "./parts.ts";
import { Tally } from "./tally.ts";

/** `npm run test:full`: what `npm test` leaves out. Each test has one try. */
await Tally.run("npm run test:full", { usual: 30, limit: 68 }, runTheRest);
