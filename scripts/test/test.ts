import { runOfEachChange } from "./parts.ts";
import { Tally } from "./tally.ts";

/** `npm test`. Each test has one try. */
await Tally.run("npm test", { usual: 10, limit: 20 }, runOfEachChange);
