import { hex, sha256 } from "../crypto/digest.ts";
import type { PageRules } from "../documents/document.ts";
import { isTranslation, linksOfHeader } from "../documents/link-relations.ts";

/** Where a page says that it stands in each language, as addresses. */
function translationsOf(rules: PageRules | undefined, header: string | null, own: string): Set<string> {
  const written = rules ? rules.translations : [];
  // In the page they are relative to what it says, in the header to where it stands.
  const [links, base] =
    written?.length === 0
      ? [
          linksOfHeader(header ?? "")
            .filter(isTranslation)
            .map(({ href = "" }) => href),
          own,
        ]
      : [written ?? [], URL.parse(rules?.base ?? "", own)?.href ?? own];
  return new Set(
    links.flatMap((link) => {
      const url = URL.parse(link, base);
      if (url === null) return [];
      url.hash = "";
      return [url.href];
    }),
  );
}

/**
 * A name for all addresses at which a page stands in some language. Those pages have the same name that name each other, all of
 * them and themselves, as `hreflang` asks for; one that names others only, such as a site's home pages, is a translation of none.
 * @param header `Link`, for what the page itself says nothing of
 * @param addresses the page's own: where it was read, and where it was asked for
 * @returns empty where it says nothing of translations, or nothing that holds
 */
export async function translationsName(
  rules: PageRules | undefined,
  header: string | null,
  addresses: readonly string[],
): Promise<string> {
  const named = translationsOf(rules, header, addresses[0] ?? "");
  if (named.size < 2 || !addresses.some((address) => named.has(address))) return "";
  return hex(await sha256([...named].sort().join("\n"))).slice(0, 32);
}
