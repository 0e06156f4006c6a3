import { MAX_DOCUMENT_BYTES } from "../../../shared/knowledge.ts";
import { UnreadableDocument } from "../../documents/document.ts";
import { type FetchedPage, fetchPage, PageUnread } from "../../outbound/fetch-page.ts";
import { gunzipped } from "../../outbound/gunzip.ts";
import type { CrawlStore } from "./crawl-store.ts";
import type { Robots } from "./robots.ts";
import type { CrawlJob } from "./rpc.ts";
import { summary } from "./summary.ts";
import type { CrawlTable, Entry, EntryState } from "./table.ts";

/** A reading works this long at most. Milliseconds. */
const READING_MS = 600_000;
const PAGE_MS = 10_000;
const MAX_SITEMAP_BYTES = 10 * 1024 * 1024;
const MAX_SITEMAPS = 500;
/** Pages of one step: few enough for the limits of one invocation, so that a step is soon over. */
const AT_ONCE = 6;
/** How often an entry is begun before it is given up: what breaks the reader once may do so again. */
const MAX_TRIES = 5;

export interface Reading {
  job: CrawlJob;
  table: CrawlTable;
  store: CrawlStore;
  robots: Robots;
  user_agent: string;
  development: boolean;
  now(): number;
  /** False once another reading took the place of this one, or the source is gone. */
  current(): boolean;
}

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
  if (!first) return finish(reading, true);
  if (first.kind !== "page") {
    await readMap(reading, first);
    return reading.current() ? { after: 0 } : "over";
  }
  const delay = await reading.robots.delay(first.address);
  const entries = table.waiting(delay > 0 ? 1 : AT_ONCE);
  const known = new Map(
    (
      await store.validators(
        job.run,
        entries.map(({ address }) => address),
      )
    ).map((one) => [one.address, one]),
  );
  await Promise.all(
    entries.map((entry) =>
      readPage(reading, entry, (address): Record<string, string> => {
        const { etag = null, modified = null } = known.get(address) ?? {};
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
  if (current()) await store.finish(job.run, end);
  return "over";
}

/** An entry is settled once, by the reading that it belongs to. */
function settle({ table, current }: Reading, address: string, state: EntryState, detail: string | null): void {
  if (current()) table.settle(address, state, detail);
}

/** @returns whether it may be begun once more */
function begin(reading: Reading, entry: Entry): boolean {
  if (entry.tries >= MAX_TRIES) return false;
  reading.table.try(entry.address);
  return true;
}

const NO_ROOM = "The project has reached its limit of 2,000 pages";
const BROKE_OFF = "It could not be read: the reader broke off each time.";

async function readMap(reading: Reading, entry: Entry): Promise<void> {
  const { job, table } = reading;
  try {
    if (!begin(reading, entry)) throw new UnreadableDocument(BROKE_OFF);
    const page = await fetchPage({
      address: entry.address,
      user_agent: reading.user_agent,
      accept: "application/xml, text/xml, text/plain;q=0.8, */*;q=0.1",
      max_bytes: MAX_SITEMAP_BYTES,
      timeout_ms: PAGE_MS,
      development: reading.development,
      allowed: async (address) => otherHost(job, address) ?? (await reading.robots.problem(address)),
    });
    // Evaluated with the first sitemap, as its parser is.
    const { readSitemap } = await import("../../documents/sitemap.ts");
    const map = readSitemap(await gunzipped(page.bytes, MAX_SITEMAP_BYTES));
    if (!reading.current()) return;
    table.together(() => {
      for (const address of map.pages) addPage(reading, address, page.address);
      map.sitemaps.forEach((address, at) => {
        if (entry.kind === "nested")
          table.leaveOut("A sitemap index in a sitemap index, which is one level too deep", address);
        else if (at >= MAX_SITEMAPS) table.leaveOut(`More than ${MAX_SITEMAPS} sitemaps`, address);
        else addAddress(reading, address, page.address, "nested");
      });
      table.settle(entry.address, "ready", null);
    });
  } catch (error) {
    settle(reading, entry.address, "failed", words(error, "It could not be unpacked."));
  }
}

const otherHost = (job: CrawlJob, address: string): string | null =>
  job.kind === "sitemap" && new URL(address).host !== new URL(job.url).host
    ? `It is on another host than the sitemap, ${new URL(job.url).host}`
    : null;

function addAddress({ job, table }: Reading, written: string, base: string, kind: Entry["kind"]): void {
  if (!URL.canParse(written, base)) {
    table.leaveOut("No address", written.slice(0, 200));
    return;
  }
  const url = new URL(written, base);
  url.hash = "";
  const other = otherHost(job, url.href);
  if (other !== null) table.leaveOut(other, url.href.slice(0, 300));
  else table.add(url.href, kind);
}

function addPage(reading: Reading, written: string, base: string): void {
  const { job, table } = reading;
  if (table.pages() >= job.room) table.leaveOut(NO_ROOM, written.slice(0, 300));
  else addAddress(reading, written, base, "page");
}

async function readPage(
  reading: Reading,
  entry: Entry,
  headers: (address: string) => Record<string, string>,
): Promise<void> {
  const { job, table, store } = reading;
  const { run } = job;
  try {
    if (!begin(reading, entry)) throw new UnreadableDocument(BROKE_OFF);
    const page = await fetchPage({
      address: entry.address,
      user_agent: reading.user_agent,
      accept: "text/html, text/markdown, text/plain, application/pdf, application/xhtml+xml;q=0.9, */*;q=0.1",
      max_bytes: MAX_DOCUMENT_BYTES,
      timeout_ms: PAGE_MS,
      development: reading.development,
      allowed: async (address) => otherHost(job, address) ?? (await reading.robots.problem(address)),
      headers,
    });
    if (!reading.current()) return;
    const met = page.asked === null ? null : table.find(page.address);
    if (met && met.state !== "failed") {
      const detail = "It redirects to a page that is read itself.";
      await store.refuse(run, entry.address, "skipped", detail);
      return settle(reading, entry.address, "skipped", detail);
    }
    await take(reading, page);
    if (!reading.current()) return;
    if (page.asked !== null) table.rename(entry.address, page.address);
    table.settle(page.address, "ready", null);
  } catch (error) {
    if (reading.current()) await giveUp(reading, entry, error);
  }
}

async function take({ job, store }: Reading, page: FetchedPage): Promise<void> {
  if (!page.unchanged) {
    if (!(await store.save(job, page))) throw new PageUnread(`${NO_ROOM}.`, { refused: true });
  } else if (!(await store.confirm(job.run, page)))
    throw new PageUnread("The site answered 304, though nothing is known of the page.");
}

/** What keeps a page from being known whatever was known of it: it is gone, not to be read, too large, or unreadable. */
const isLasting = (error: unknown): boolean =>
  error instanceof PageUnread
    ? error.refused || error.too_large || error.status === 404 || error.status === 410
    : error instanceof UnreadableDocument;

/** A page with lasting trouble leaves the index; one that only failed this time stays as it was. */
async function giveUp(reading: Reading, entry: Entry, error: unknown): Promise<void> {
  const { job, store } = reading;
  const detail = words(error, null);
  if (!isLasting(error) && (await store.keep(job.run, entry.address, `Not read again: ${detail}`)))
    return settle(reading, entry.address, "ready", `Not read again, what was known stays: ${detail}`);
  const state = error instanceof PageUnread && error.refused ? "skipped" : "failed";
  await store.refuse(job.run, entry.address, state, detail);
  settle(reading, entry.address, state, detail);
}

/** @throws what is no fault of the page, so that the step is done again */
function words(error: unknown, other: string | null): string {
  if (error instanceof PageUnread || error instanceof UnreadableDocument) return error.message;
  if (other === null) throw error;
  return other;
}
