/** How often the clock is looked at, and how late a look is after a sleep, milliseconds. */
const LOOK_MS = 2_000;
const LATE_MS = 6_000;

/**
 * Calls back as the machine has slept, or the page stood still: browsers tell of neither, and a connection that was dropped
 * meanwhile stays open for them.
 * @returns what ends it
 */
export function onWake(woken: () => void): () => void {
  let looked = Date.now();
  const timer = setInterval(() => {
    const late = Date.now() - looked > LATE_MS;
    looked = Date.now();
    if (late) woken();
  }, LOOK_MS);
  return () => clearInterval(timer);
}
