import { Parser } from "htmlparser2";
import { charsetOf, decodeText } from "./charset.ts";
import { UnreadableDocument } from "./document.ts";

export interface Sitemap {
  pages: string[];
  /** The sitemaps that an index names. */
  sitemaps: string[];
}

const MAX_DEPTH = 64;
/** The sitemap protocol's own limit. */
const MAX_ENTRIES = 50_000;

/**
 * The addresses of a sitemap: XML as sitemaps.org says, or a text with one address a line.
 * @throws UnreadableDocument
 */
export function readSitemap(bytes: Uint8Array, contentType = ""): Sitemap {
  const text = decodeText(bytes, { charset: charsetOf(contentType), xml: true }).trim();
  if (!text.startsWith("<")) return lines(text);
  const found: Sitemap = { pages: [], sitemaps: [] };
  const open: string[] = [];
  let kind: string | null = null;
  let location = "";
  const local = (name: string) => name.split(":").at(-1) ?? name;
  const parser = new Parser(
    {
      onopentag(name) {
        open.push(name);
        if (open.length > MAX_DEPTH) throw new UnreadableDocument("It is nested too deeply for a sitemap.");
        if (open.length === 1) kind = local(name);
        location = "";
      },
      ontext(data) {
        if (open.length === 3 && location.length < 4_096) location += data;
      },
      onclosetag(name) {
        // Deeper locations belong to images and videos.
        if (open.length === 3 && local(name) === "loc") {
          const parent = local(open[1] ?? "");
          const list = parent === "url" ? found.pages : parent === "sitemap" ? found.sitemaps : null;
          if (list && list.length < MAX_ENTRIES) list.push(location.trim());
        }
        open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  if (kind !== "urlset" && kind !== "sitemapindex")
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
  return { pages, sitemaps: [] };
}
