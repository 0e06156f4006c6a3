import { hex, sha256 } from "../../crypto/digest.ts";
import type { PageRules } from "../../documents/document.ts";
import { isTranslation, linksOfHeader } from "../../documents/link-relations.ts";
import type { Sitemap } from "../../documents/sitemap.ts";
import type { FetchedPage } from "../../outbound/fetch-page.ts";

/**
 * A name for all addresses at which a page stands in some language. Those pages have the same name that name each other, all of
 * them and themselves, as `hreflang` asks for; one that names others only, such as a site's home pages, is a translation of none.
 * @param links the addresses as they are written, relative to `base` @param own the page's own
 * @returns empty where they say nothing that holds
 */
async function nameOf(links: readonly string[], base: string, own: readonly string[]): Promise<string> {
  const named = new Set(
    links.flatMap((link) => {
      const url = URL.parse(link, base);
      if (url === null) return [];
      url.hash = "";
      return [url.href];
    }),
  );
  if (named.size < 2 || !own.some((address) => named.has(address))) return "";
  return hex(await sha256([...named].sort().join("\n"))).slice(0, 32);
}

/** By what the page says itself, or the header `Link` of its answer. */
export function nameOfPage({ address, asked, links }: FetchedPage, rules: PageRules | undefined): Promise<string> {
  const own = asked === null ? [address] : [address, asked];
  if (rules === undefined || rules.translations?.length === 0) {
    const header = linksOfHeader(links ?? "").filter(isTranslation);
    return nameOf(
      header.map(({ href = "" }) => href),
      address,
      own,
    );
  }
  return nameOf(rules.translations ?? [], URL.parse(rules.base ?? "", address)?.href ?? address, own);
}

/** By what a sitemap says, for each page that has translations there, as the sitemap writes its address. */
export async function namesInMap({ translations }: Sitemap, base: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [page, links] of translations) {
    const name = await nameOf(links, base, [URL.parse(page, base)?.href ?? ""]);
    if (name !== "") names.set(page, name);
  }
  return names;
}
