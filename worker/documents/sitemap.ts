import { Parser } from "htmlparser2";
import { charsetOf, decodeText } from "./charset.ts";
import { UnreadableDocument } from "./document.ts";
import { isTranslation } from "./link-relations.ts";

/** What a sitemap names, or a feed. */
export interface Sitemap {
  pages: string[];
  /** The sitemaps that an index names. */
  sitemaps: string[];
  /** Where its pages stand in each language, by the page, as far as it says so. */
  translations: Map<string, string[]>;
}

const MAX_DEPTH = 64;
/** The sitemap protocol's own limit. */
const MAX_ENTRIES = 50_000;
/** Languages and countries of a page. */
const MAX_TRANSLATIONS = 300;
const FEEDS = new Set(["rss", "RDF", "feed"]);
/** Where it begins, whatever a server has written before: a warning of PHP, an empty line. */
const ROOT = /<(?:\w{1,20}:)?(?:urlset|sitemapindex|rss|RDF|feed)[\s>]/;
const PAGE = /<(?:!doctype|html|body)[\s>]/i;
const MAX_BEFORE = 16_384;

/** A sitemap from its root on, where one begins; else all of the text. */
function fromRoot(text: string): string {
  const at = text.slice(0, MAX_BEFORE).search(ROOT);
  return at <= 0 || PAGE.test(text.slice(0, at)) ? text : text.slice(at);
}

/**
 * The addresses of a sitemap: XML as sitemaps.org says, a feed (RSS, Atom), or a text with one address a line.
 * @throws UnreadableDocument
 */
export function readSitemap(bytes: Uint8Array, contentType = ""): Sitemap {
  const text = fromRoot(decodeText(bytes, { charset: charsetOf(contentType), xml: true }).trim());
  if (!text.startsWith("<")) return lines(text);
  const found: Sitemap = { pages: [], sitemaps: [], translations: new Map() };
  const open: string[] = [];
  let kind: string | null = null;
  let location = "";
  /** Of the page that is open. */
  let page = { address: "", translations: [] as string[] };
  /** Of the item that is open: whether a link names its page, and the name that is an address unless it says that it is none. */
  let item = { linked: false, guid: "", permanent: false };
  const local = (name = "") => name.split(":").at(-1) ?? name;
  const keep = (list: string[], address: string) => {
    if (list.length < MAX_ENTRIES && address !== "") list.push(address);
  };
  const parser = new Parser(
    {
      onopentag(name, { href, rel = "alternate", hreflang = "", isPermaLink = "true" }) {
        open.push(name);
        if (open.length > MAX_DEPTH) throw new UnreadableDocument("It is nested too deeply for a sitemap.");
        if (open.length === 1) kind = local(name);
        location = "";
        if (local(name) === "url") page = { address: "", translations: [] };
        if (local(name) === "link" && isTranslation({ rel, hreflang, href }))
          page.translations.push(href?.trim() ?? "");
        if (name === "item") item = { linked: false, guid: "", permanent: false };
        if (name === "guid") item.permanent = isPermaLink.toLowerCase() !== "false";
        if (name === "link" && open.at(-2) === "entry" && rel === "alternate" && href) keep(found.pages, href.trim());
      },
      ontext(data) {
        if (open.length <= 4 && location.length < 4_096) location += data;
      },
      onclosetag(name) {
        const parent = local(open.at(-2));
        // Deeper locations belong to images and videos.
        if (open.length === 3 && local(name) === "loc") {
          if (parent === "url") {
            page.address = location.trim();
            keep(found.pages, page.address);
          } else if (parent === "sitemap") keep(found.sitemaps, location.trim());
        } else if (name === "link" && parent === "item") {
          item.linked ||= location.trim() !== "";
          keep(found.pages, location.trim());
        } else if (name === "guid" && parent === "item" && item.permanent) item.guid = location.trim();
        else if (name === "item" && !item.linked && /^https?:\/\//i.test(item.guid)) keep(found.pages, item.guid);
        const { address, translations } = page;
        if (local(name) === "url" && translations.length > 0 && translations.length <= MAX_TRANSLATIONS)
          found.translations.set(address, translations);
        open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  if (kind !== "urlset" && kind !== "sitemapindex" && !FEEDS.has(kind ?? ""))
    throw new UnreadableDocument(
      "This is not a sitemap. Give the address of one, e.g. https://example.com/sitemap.xml.",
    );
  return found;
}

function lines(text: string): Sitemap {
  const pages = text
    .split("\n")
    .map((one) => one.trim())
    .filter(Boolean)
    .slice(0, MAX_ENTRIES);
  if (pages.length === 0 || !pages.every((line) => URL.canParse(line)))
    throw new UnreadableDocument(
      "This is not a sitemap. Give the address of one, e.g. https://example.com/sitemap.xml.",
    );
  return { pages, sitemaps: [], translations: new Map() };
}
