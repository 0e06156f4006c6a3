/**
 * A process that asks with a key without end. Told to stop, it says when its last request began that passed.
 * Times are unix milliseconds on this machine's one clock.
 */

export {};

const [url = "", key = ""] = process.argv.slice(2);
const now = () => performance.timeOrigin + performance.now();

let stopped = false;
let passes = 0;
let lastPass = 0;
let refusals = 0;

const ask = async () => {
  while (!stopped) {
    const began = now();
    const { status } = await fetch(url, { headers: { "x-api-key": key } });
    if (status === 401) refusals++;
    else {
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
