/** A page's address without query and hash, which may hold secrets; `null` for what is no address of a web page. */
export function pageAddress(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null;
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}` : null;
}
