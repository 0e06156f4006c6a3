import { hex, sha256 } from "../crypto/digest.ts";
import type { PageRules } from "../documents/document.ts";

/**
 * A name for all addresses at which a page stands in some language. Those pages have the same name that name each other, all of
 * them and themselves, as `hreflang` asks for; one that names others only, such as a site's home pages, is a translation of none.
 * @param addresses the page's own: where it was read, and where it was asked for
 * @returns empty where it says nothing of translations, or nothing that holds
 */
export async function translationsName(rules: PageRules | undefined, addresses: readonly string[]): Promise<string> {
  const [own = ""] = addresses;
  const base = URL.parse(rules?.base ?? "", own)?.href ?? own;
  const named = new Set(
    (rules?.translations ?? []).flatMap((written) => {
      const url = URL.parse(written, base);
      if (url === null) return [];
      url.hash = "";
      return [url.href];
    }),
  );
  if (named.size < 2 || !addresses.some((address) => named.has(address))) return "";
  return hex(await sha256([...named].sort().join("\n"))).slice(0, 32);
}
