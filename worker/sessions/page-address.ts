import { MAX_PAGE } from "../../shared/limits.ts";

/** A page's address without query and hash, which may hold secrets; `null` for what is no address of a web page. */
export function pageAddress(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null;
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}` : null;
}

/** What stands for the address of a page that told none: its origin. `null` for what no browser sends: a program may send anything. */
export function pageOrigin(origin: string | null): string | null {
  const written = origin !== null && origin.length <= MAX_PAGE ? origin : null;
  return written !== null && URL.parse(written)?.origin === written && /^https?:/.test(written) ? written : null;
}
