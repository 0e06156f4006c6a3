import { now } from "./clock.ts";

/**
 * A process that asks with a key without end. It says `passing` at the first answer that let it pass, `refused` at a
 * good number of refusals and, told to stop, when its last request began that passed.
 */

/** Refusals after which the process has gone on for long enough. */
const REFUSED = 200;

const [url = "", key = ""] = process.argv.slice(2);

let stopped = false;
let passes = 0;
let lastPass = 0;
let refusals = 0;

const ask = async () => {
  while (!stopped) {
    const began = now();
    const { status } = await fetch(url, { headers: { "x-api-key": key } });
    if (status === 401) {
      if (++refusals === REFUSED) process.send?.("refused");
    } else {
      passes++;
      lastPass = Math.max(lastPass, began);
      if (passes === 1) process.send?.("passing");
    }
  }
};

process.on("message", () => {
  stopped = true;
});
await Promise.all(Array.from({ length: 8 }, ask));
process.send?.({ passes, refusals, lastPass }, () => process.disconnect());
