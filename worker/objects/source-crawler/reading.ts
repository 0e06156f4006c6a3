import { UnreadableDocument } from "../../documents/document.ts";
import { type FetchedPage, fetchPage, PageUnread } from "../../outbound/fetch-page.ts";
import type { Choice } from "./choice.ts";
import type { CrawlStore } from "./crawl-store.ts";
import type { Robots } from "./robots.ts";
import type { CrawlJob } from "./rpc.ts";
import type { CrawlTable, Entry, EntryState } from "./table.ts";

const PAGE_MS = 10_000;
/** How often an entry is begun before it is given up: what breaks the reader once may do so again. */
const MAX_TRIES = 5;
const BROKE_OFF = "It could not be read: the reader broke off each time.";
export const NO_ROOM = "The project has reached its limit of 2,000 pages";
export const NO_ROOM_FOR_TEXT = "The project has reached its limit of 128 MB of text";

/** One reading of a source, and all that it works with. */
export interface Reading {
  job: CrawlJob;
  table: CrawlTable;
  store: CrawlStore;
  robots: Robots;
  chosen: Choice;
  user_agent: string;
  development: boolean;
  now(): number;
  /** False once another reading took the place of this one, or the source is gone. */
  current(): boolean;
}

/** @throws PageUnread */
export const fetchFor = (
  reading: Reading,
  address: string,
  {
    accept,
    max_bytes,
    headers,
  }: { accept: string; max_bytes: number; headers?: (address: string) => Record<string, string> },
): Promise<FetchedPage> =>
  fetchPage({
    address,
    user_agent: reading.user_agent,
    accept,
    max_bytes,
    timeout_ms: PAGE_MS,
    development: reading.development,
    allowed: async (next) => otherHost(reading.job, next) ?? (await reading.robots.problem(next)),
    ...(headers && { headers }),
  });

/** A site's name with and without `www` are one site. */
const siteOf = (address: string) => new URL(address).host.replace(/^www\./, "");
export const isOneSite = (one: string, other: string): boolean => siteOf(one) === siteOf(other);

export const otherHost = (job: CrawlJob, address: string): string | null =>
  job.kind === "sitemap" && !isOneSite(address, job.url)
    ? `It is on another host than the sitemap, ${new URL(job.url).host}`
    : null;

/** An entry is settled once, by the reading that it belongs to. */
export function settle({ table, current }: Reading, address: string, state: EntryState, detail: string | null): void {
  if (current()) table.settle(address, state, detail);
}

/** @throws UnreadableDocument where it may not be begun once more */
export function begin(reading: Reading, entry: Entry): void {
  if (entry.tries >= MAX_TRIES) throw new UnreadableDocument(BROKE_OFF);
  reading.table.try(entry.address);
}

/** @throws what is no fault of the page, so that the step is done again */
export function words(error: unknown, other: string | null): string {
  if (error instanceof PageUnread || error instanceof UnreadableDocument) return error.message;
  if (other === null) throw error;
  return other;
}
