import { MAX_DOCUMENT_BYTES, type SourcePatterns } from "../../../shared/knowledge.ts";
import type { SitePreview } from "../../../shared/site-preview.ts";
import type { PageRules } from "../../documents/document.ts";
import { type FetchedPage, fetchPage, PageUnread } from "../../outbound/fetch-page.ts";
import { gunzipped } from "../../outbound/gunzip.ts";
import { TooLarge } from "../../outbound/read-capped.ts";
import { choiceOf } from "./choice.ts";
import { linkedAddress } from "./links.ts";
import { isPage, MAX_SITEMAP_BYTES } from "./maps.ts";
import { isOneSite, words } from "./reading.ts";
import { Robots } from "./robots.ts";

/** Milliseconds of one look, and of one fetch in it. */
const LOOK_MS = 20_000;
const FETCH_MS = 8_000;
const MAX_MAPS = 20;
/** Pages whose links are followed. */
const MAX_PAGES = 10;
const AT_ONCE = 5;
const MAX_ADDRESSES = 50_000;
/** Characters of addresses, rules and patterns that one look compares: about half a second, in which the Worker serves nobody else. */
const MAX_COMPARED = 200_000_000;
/**
 * Bytes of sitemaps and feeds, unpacked, that one look reads: the Worker serves nobody else while it does. A page has to be
 * laid out, and each of its bytes counts for several.
 */
const MAX_READ = 20 * 1024 * 1024;
const PAGE_COSTS = 5;

type Way = SitePreview["ways"][number];

/** What one look at a site has found. */
export interface Found {
  url: string;
  addresses: string[];
  /** Addresses that robots.txt does not allow to be read. */
  forbidden: number;
  ways: Way[];
  complete: boolean;
  problem: string | null;
}

/**
 * Looks where a site's pages are named, as a reading of it would: a sitemap or feed itself, the sitemaps that robots.txt
 * names, else `/sitemap.xml`, else feeds and links from the first page on. Each address is checked as in a reading.
 */
export async function lookAt(
  url: string,
  patterns: SourcePatterns,
  { user_agent, development }: { user_agent: string; development: boolean },
): Promise<Found> {
  const until = Date.now() + LOOK_MS;
  const rules = new Map<string, { text: string | null; problem: string | null }>();
  const robots = new Robots(
    {
      robots: (origin) => rules.get(origin) ?? null,
      keepRobots: (origin, text, problem) => rules.set(origin, { text, problem }),
    },
    user_agent,
    development,
  );
  const chosen = choiceOf(patterns);
  const addresses = new Set<string>();
  const ways: Way[] = [];
  let complete = true;
  let unread = MAX_READ;

  /** Takes so many bytes; where there are no more, nothing else is read either. */
  const mayRead = (bytes: number): boolean => {
    const fits = bytes <= unread;
    unread = fits ? unread - bytes : 0;
    if (!fits) complete = false;
    return fits;
  };

  const get = (address: string, accept: string, max_bytes = MAX_SITEMAP_BYTES): Promise<FetchedPage> =>
    fetchPage({
      address,
      user_agent,
      accept,
      max_bytes,
      timeout_ms: Math.max(1, Math.min(FETCH_MS, until - Date.now())),
      development,
      allowed: async (next) =>
        isOneSite(next, url) ? await robots.problem(next) : `It is on another host than ${new URL(url).host}`,
    });

  const add = (address: string): boolean => {
    if (addresses.has(address)) return false;
    if (addresses.size < MAX_ADDRESSES) addresses.add(address);
    else complete = false;
    return addresses.has(address);
  };

  /** Works a list off that grows meanwhile, a few at once, as long as there is time. */
  async function work(list: string[], most: number, one: (address: string) => Promise<Way | null>): Promise<void> {
    let at = 0;
    while (at < Math.min(list.length, most) && Date.now() < until && addresses.size < MAX_ADDRESSES && unread > 0) {
      const next = list.slice(at, Math.min(at + AT_ONCE, most));
      at += next.length;
      ways.push(...(await Promise.all(next.map(one))).filter((way) => way !== null));
    }
    if (at < list.length) complete = false;
  }

  async function takeMap(kind: Way["kind"], page: FetchedPage): Promise<{ way: Way; nested: string[] }> {
    const { readSitemap } = await import("../../documents/sitemap.ts");
    const bytes = await gunzipped(page.bytes, MAX_SITEMAP_BYTES);
    if (!mayRead(bytes.byteLength)) throw new PageUnread("It was left out, as enough had been read by then.");
    const map = readSitemap(bytes, page.content_type);
    const own = (written: string): string | null => {
      if (!URL.canParse(written, page.address)) return null;
      const next = new URL(written, page.address);
      next.hash = "";
      return isOneSite(next.href, url) ? next.href : null;
    };
    const count = map.pages.map(own).filter((address) => address !== null && add(address)).length;
    return {
      way: { kind, url: page.address, addresses: count, problem: null },
      nested: map.sitemaps.map(own).filter((address) => address !== null),
    };
  }

  async function readMaps(kind: Way["kind"], named: string[], guessed: boolean): Promise<void> {
    const list = [...new Set(named)];
    const first = list.length;
    await work(list, MAX_MAPS, async (address) => {
      try {
        const { way, nested } = await takeMap(kind, await get(address, "application/xml, text/xml, */*;q=0.1"));
        if (list.indexOf(address) < first) addMaps(list, nested);
        return way;
      } catch (error) {
        return guessed ? null : { kind, url: address, addresses: 0, problem: problemOf(error) };
      }
    });
  }

  async function followLinks(home: FetchedPage): Promise<void> {
    const { readDocument } = await import("../../documents/read.ts");
    const followed = [home.address];
    const patient = (await robots.delay(home.address)) > 0;
    if (chosen(home.address)) add(home.address);
    await work(followed, patient ? 1 : MAX_PAGES, async (address) => {
      const page =
        address === home.address ? home : await get(address, "text/html", MAX_DOCUMENT_BYTES).catch(() => null);
      if (!page || page.bytes.byteLength > MAX_DOCUMENT_BYTES || !isPage(page)) return null;
      if (!mayRead(page.bytes.byteLength * PAGE_COSTS)) return null;
      let rules: PageRules | undefined;
      // A page without text of its own may lead on.
      await readDocument(page.bytes, page.content_type, {
        address,
        obey: (told) => {
          rules = told;
        },
      }).catch(() => {});
      if (!rules) return null;
      const { feeds, links: written, base: told } = rules as PageRules;
      const base = told && URL.canParse(told, page.address) ? new URL(told, page.address).href : page.address;
      if (address === home.address && feeds.length > 0)
        await readMaps(
          "feed",
          feeds.filter((feed) => URL.canParse(feed, base)).map((feed) => new URL(feed, base).href),
          false,
        );
      const links = written
        .flatMap((link) => linkedAddress(link, base)?.href ?? [])
        .filter((link) => isOneSite(link, url) && add(link));
      followed.push(...links.filter(chosen));
      return { kind: "links", url: page.address, addresses: links.length, problem: null };
    });
  }

  try {
    const first = await get(url, "text/html, application/xml, */*;q=0.5");
    if (isPage(first)) {
      await readMaps("sitemap", await robots.sitemaps(first.address), false);
      if (addresses.size === 0) await readMaps("sitemap", [new URL("/sitemap.xml", first.address).href], true);
      if (addresses.size === 0) await followLinks(first);
    } else {
      const { way, nested } = await takeMap("sitemap", first);
      ways.push(way);
      await readMaps("sitemap", nested, false);
    }
    const { allowed, forbidden, whole } = await allowedOf(robots, addresses, patterns);
    if (!whole) complete = false;
    return {
      url: first.address,
      addresses: allowed,
      forbidden,
      ways,
      complete,
      problem: whyNothing(allowed, forbidden),
    };
  } catch (error) {
    return { url, addresses: [], forbidden: 0, ways, complete: true, problem: problemOf(error) };
  }
}

/**
 * Stops at one more than are read, which says that there are more. An index may name 50,000, and each is compared with all before
 * it.
 */
function addMaps(list: string[], nested: readonly string[]): void {
  for (const one of nested) {
    if (list.length > MAX_MAPS) return;
    if (!list.includes(one)) list.push(one);
  }
}

/** Those that a reading would ask for, as far as they can be compared with what rules and patterns say. */
async function allowedOf(robots: Robots, addresses: ReadonlySet<string>, { include, exclude }: SourcePatterns) {
  const patterns = [...include, ...exclude];
  const characters = patterns.reduce((sum, { length }) => sum + length, 0);
  const allowed: string[] = [];
  let forbidden = 0;
  let left = MAX_COMPARED;
  for (const address of addresses) {
    left -= (await robots.weight(address)) + characters + address.length * patterns.length;
    if (left < 0) return { allowed, forbidden, whole: false };
    // Where the rules of another name of the site cannot be loaded, nothing of it is read today.
    if ((await robots.problem(address).catch(problemOf)) === null) allowed.push(address);
    else forbidden++;
  }
  return { allowed, forbidden, whole: true };
}

function whyNothing(allowed: readonly string[], forbidden: number): string | null {
  if (allowed.length > 0) return null;
  return forbidden > 0
    ? "The site's robots.txt allows none of the pages that were found. Allow them there for VoiceWidgetBot."
    : "No page of this site was found. Name its sitemap, or single pages.";
}

/** @throws what is no fault of the site */
const problemOf = (error: unknown): string =>
  words(error, error instanceof TypeError || error instanceof TooLarge ? "It could not be unpacked." : null);
