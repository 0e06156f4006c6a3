import { nextOfSite, readMap } from "./maps.ts";
import { readPage } from "./pages.ts";
import type { Reading } from "./reading.ts";
import { summary } from "./summary.ts";

/** A reading works this long at most. Milliseconds. */
const READING_MS = 600_000;
/** Pages of one step: few enough for the limits of one invocation, so that a step is soon over. */
const AT_ONCE = 6;

/** What comes after a step: another one in so many seconds, or nothing. */
export type Next = { after: number } | "over";

/**
 * One step of a reading: a few entries, each fetched, stored and settled by itself. A step that broke off is done again,
 * and ends as it would have.
 */
export async function step(reading: Reading): Promise<Next> {
  const { job, table, store } = reading;
  if (reading.now() - job.begun_at > READING_MS) return finish(reading, false);
  const [first] = table.waiting(1);
  if (!first) return nextOfSite(reading) ? { after: 0 } : finish(reading, true);
  if (first.kind !== "page") {
    await readMap(reading, first);
    return reading.current() ? { after: 0 } : "over";
  }
  const delay = await reading.robots.delay(first.address);
  // What was begun when a step broke off is read alone: a page that breaks the reader must not use up others' tries.
  const entries = table.waiting(delay > 0 || first.tries > 0 ? 1 : AT_ONCE);
  // Links stand in the page itself, so a page that leads on is asked for whole.
  const addresses = table.site()?.step === "links" ? [] : entries.map(({ address }) => address);
  const validators = new Map((await store.validators(job, addresses)).map((one) => [one.address, one]));
  await Promise.all(
    entries.map((entry) =>
      readPage(reading, entry, (address): Record<string, string> => {
        const { etag = null, modified = null } = validators.get(address) ?? {};
        return {
          ...(etag !== null && { "if-none-match": etag }),
          ...(modified !== null && { "if-modified-since": modified }),
        };
      }),
    ),
  );
  if (!reading.current()) return "over";
  const { failed, skipped, waiting } = table.counts();
  const left_out = table.leftOut().reduce((sum, { count }) => sum + count, 0);
  return (await store.progress(job.run, { failed, skipped: skipped + left_out, waiting })) ? { after: delay } : "over";
}

async function finish({ job, table, store, current }: Reading, in_time: boolean): Promise<Next> {
  if (!in_time) {
    const { waiting } = table.counts();
    const [example] = table.waiting(1);
    if (waiting > 0) table.leaveOut("Not reached within 10 minutes", example?.address ?? job.url, waiting);
  }
  const end = summary(job, table, in_time);
  if (current()) await store.finish(job, end);
  return "over";
}
