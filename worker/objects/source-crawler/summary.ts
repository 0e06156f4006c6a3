import type { CrawlEnd } from "./crawl-store.ts";
import { NO_ROOM } from "./reading.ts";
import type { CrawlJob } from "./rpc.ts";
import type { CrawlTable } from "./table.ts";

/** Reasons that a detail names; the rest is counted. */
const MAX_REASONS = 6;

const pages = (count: number) => (count === 1 ? "1 page" : `${count} pages`);

/** How a reading ended, in words for the source's owner. */
export function summary(job: CrawlJob, table: CrawlTable, in_time: boolean): CrawlEnd {
  const counts = table.counts();
  const left_out = table.leftOut();
  const skipped = counts.skipped + left_out.reduce((sum, { count }) => sum + count, 0);
  const troubles = table.troubles();
  const maps = troubles.filter(({ kind }) => kind !== "page");
  const whole = in_time && maps.length === 0;
  if (job.kind === "url") {
    const detail = table.noteOf(job.url) ?? troubles[0]?.detail ?? left_out[0]?.reason ?? null;
    return { detail, failed: counts.failed, skipped, whole };
  }
  const reasons = [
    ...maps.map(({ detail, example }) => `The sitemap ${example} could not be read. ${detail}`),
    ...troubles
      .filter(({ kind }) => kind === "page")
      .map(({ detail, example, count }) => `${pages(count)}, e.g. ${example}: ${detail}`),
    ...left_out.map(({ reason, example, count }) => `${pages(count)}, e.g. ${example}: ${reason}.`),
  ];
  const counted = counts.failed + skipped > 0 ? [`${pages(counts.failed)} failed, ${pages(skipped)} left out.`] : [];
  const more = reasons.length > MAX_REASONS ? [`And ${reasons.length - MAX_REASONS} more reasons.`] : [];
  const choose = left_out.some(({ reason }) => reason === NO_ROOM)
    ? ["Say which pages are to be read: the source's patterns include and exclude them."]
    : [];
  const empty = counts.ready + counts.failed + skipped === 0 && maps.length === 0 ? ["The sitemap names no page."] : [];
  const detail = [...empty, ...counted, ...reasons.slice(0, MAX_REASONS), ...more, ...choose].join(" ");
  return { detail: detail === "" ? null : detail.slice(0, 2_000), failed: counts.failed, skipped, whole };
}
