import type { Sitemap } from "../../documents/sitemap.ts";
import { sniffed } from "../../documents/sniff.ts";
import type { FetchedPage } from "../../outbound/fetch-page.ts";
import { gunzipped } from "../../outbound/gunzip.ts";
import { NOT_CHOSEN } from "./choice.ts";
import { begin, fetchFor, NO_ROOM, otherHost, type Reading, settle, words } from "./reading.ts";
import type { Entry } from "./table.ts";
import { namesInMap } from "./translations.ts";

export const MAX_SITEMAP_BYTES = 10 * 1024 * 1024;
const MAX_SITEMAPS = 500;
const MAX_ADDRESS = 2_048;

/** Reads a sitemap; what the owner named may be the site itself instead. */
export async function readMap(reading: Reading, entry: Entry): Promise<void> {
  const { job } = reading;
  try {
    begin(reading, entry);
    const page = await fetchFor(reading, entry.address, {
      accept: "application/xml, text/xml, text/plain;q=0.8, */*;q=0.1",
      max_bytes: MAX_SITEMAP_BYTES,
    });
    if (entry.address === job.url && isPage(page)) return await beginSite(reading, entry, page);
    // Evaluated with the first sitemap, as its parser is.
    const { readSitemap } = await import("../../documents/sitemap.ts");
    const map = readSitemap(await gunzipped(page.bytes, MAX_SITEMAP_BYTES), page.content_type);
    const translations = await namesInMap(map, page.address);
    if (reading.current()) take(reading, entry, page.address, map, translations);
  } catch (error) {
    if (entry.kind === "guess") settle(reading, entry.address, "ready", null);
    else settle(reading, entry.address, "failed", words(error, "It could not be unpacked."));
  }
}

/** Whether it is a page of the site, whatever its type says of a sitemap. */
export function isPage({ bytes, content_type }: FetchedPage): boolean {
  // A warning of the server's program may stand before it.
  const start = new TextDecoder().decode(bytes.subarray(0, 4_096));
  if (/<(?:\w{1,20}:)?(?:urlset|sitemapindex)[\s>]/i.test(start)) return false;
  const type = content_type.split(";")[0]?.trim().toLowerCase() ?? "";
  return type === "text/html" || type === "application/xhtml+xml" || sniffed(bytes, type) === "html";
}

/** The sitemaps that the site's robots.txt names are read, else the one where most sites have theirs. */
async function beginSite(reading: Reading, entry: Entry, { address }: FetchedPage): Promise<void> {
  const { table } = reading;
  const named = await reading.robots.sitemaps(address);
  if (!reading.current()) return;
  table.together(() => {
    table.readSite(address, "sitemaps");
    for (const one of named) addMap(reading, one, address, "sitemap");
    table.settle(entry.address, "ready", null);
  });
}

/**
 * What a site is read by next, where its sitemaps have named no page: the place where most have theirs, then its links.
 * @returns whether there is something
 */
export function nextOfSite({ table }: Reading): boolean {
  const site = table.site();
  if (!site || site.step === "links" || table.pages() > 0) return false;
  if (site.step === "sitemaps") {
    table.readSite(site.home, "guess");
    if (table.add(new URL("/sitemap.xml", site.home).href, "guess")) return true;
  }
  table.readSite(site.home, "links");
  // The home page's own entry was only what was asked for.
  table.remove(site.home);
  return table.add(site.home, "page");
}

/** One look at the table, whatever the sitemap holds, and one line for all that is left out for one reason. */
function take(
  reading: Reading,
  entry: Entry,
  base: string,
  map: Sitemap,
  translations: ReadonlyMap<string, string>,
): void {
  const { job, table } = reading;
  const out = new Map<string, { example: string; count: number }>();
  const leaveOut = (reason: string, example: string) => {
    const entry_of_reason = out.get(reason);
    if (entry_of_reason) entry_of_reason.count++;
    else out.set(reason, { example: example.slice(0, 300), count: 1 });
  };
  table.together(() => {
    let room = job.room - table.pages();
    for (const written of map.pages) {
      const { address, problem } = addressOf(reading, written, base);
      if (address === null) leaveOut(problem, written);
      else if (!reading.chosen(address)) leaveOut(NOT_CHOSEN, written);
      else if (room <= 0) leaveOut(NO_ROOM, written);
      else if (table.add(address, "page", 0, translations.get(written))) room--;
    }
    map.sitemaps.forEach((written, at) => {
      if (entry.kind === "nested") leaveOut("A sitemap index in a sitemap index, which is one level too deep", written);
      else if (at >= MAX_SITEMAPS) leaveOut(`More than ${MAX_SITEMAPS} sitemaps`, written);
      else {
        const { address, problem } = addressOf(reading, written, base);
        if (address === null) leaveOut(problem, written);
        else table.add(address, "nested");
      }
    });
    for (const [reason, { example, count }] of out) table.leaveOut(reason, example, count);
    table.settle(entry.address, "ready", null);
  });
}

function addMap(reading: Reading, written: string, base: string, kind: Entry["kind"]): void {
  const { address, problem } = addressOf(reading, written, base);
  if (address === null) reading.table.leaveOut(problem, written.slice(0, 300));
  else reading.table.add(address, kind);
}

function addressOf(
  { job }: Reading,
  written: string,
  base: string,
): { address: string; problem: null } | { address: null; problem: string } {
  if (written.length > MAX_ADDRESS || !URL.canParse(written, base)) return { address: null, problem: "No address" };
  const url = new URL(written, base);
  url.hash = "";
  const problem = otherHost(job, url.href);
  return problem === null ? { address: url.href, problem } : { address: null, problem };
}
