/** What a `<link>` of a page, or its answer's header `Link`, says: the same attributes mean the same in both. */
export interface LinkAttributes {
  rel?: string | undefined;
  hreflang?: string | undefined;
  href?: string | undefined;
}

export const MAX_ADDRESS = 2_000;

export const isCanonical = ({ rel = "" }: LinkAttributes): boolean => /(^|\s)canonical(\s|$)/i.test(rel);

/** `x-default` is no language: it is where a visitor is led whose language is not there. */
export const isTranslation = ({ rel = "", hreflang = "", href = "" }: LinkAttributes): boolean =>
  /(^|\s)alternate(\s|$)/i.test(rel) && /^\s*[a-z]{2,3}(-|\s*$)/i.test(hreflang) && href.length <= MAX_ADDRESS;

/** Room for a page's address in each of 300 languages and countries. */
const MAX_HEADER = 64_000;

const REL = /;\s{0,20}rel\s{0,20}=\s{0,20}"?([^";,]*)/i;
const HREFLANG = /;\s{0,20}hreflang\s{0,20}=\s{0,20}"?([^";, ]*)/i;

/** The links of a header `Link` (RFC 8288). */
export const linksOfHeader = (header: string): LinkAttributes[] =>
  header
    .slice(0, MAX_HEADER)
    .split("<")
    .slice(1)
    .map((link) => {
      const end = link.indexOf(">");
      const told = link.slice(end + 1);
      return {
        href: link.slice(0, Math.max(0, end)).trim(),
        rel: REL.exec(told)?.[1],
        hreflang: HREFLANG.exec(told)?.[1],
      };
    });
