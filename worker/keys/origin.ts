/** Matching of a request's `Origin` against a key's entries. Entries are normalised when saved (`allowed-domain.ts`). */

/** A serialised origin: scheme, host and port, nothing else. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@\\]+$/i;

export interface Origin {
  /** Scheme, host and port as URLs normalise them, the host without its trailing dot. */
  exact: string;
  host: string;
}

/** @returns `null` for anything but a site's origin: for `null`, a list, a whole address */
export function parseOrigin(value: string): Origin | null {
  if (!ORIGIN.test(value) || !URL.canParse(value)) return null;
  const url = new URL(value);
  const host = url.hostname.toLowerCase().replace(/\.$/, "");
  if (host === "") return null;
  return { exact: `${url.protocol}//${host}${url.port === "" ? "" : `:${url.port}`}`, host };
}

/** `*.example.com` stands for example.com and all below it, under any scheme and port. */
const matchesEntry = (entry: string, origin: Origin): boolean =>
  entry.startsWith("*.")
    ? origin.host === entry.slice(2) || origin.host.endsWith(entry.slice(1))
    : origin.exact === entry;

/** Whether one of the entries allows the origin; a request without one matches nothing. */
export function originMatches(entries: readonly string[], origin: string | null): boolean {
  const parsed = origin === null ? null : parseOrigin(origin);
  return parsed !== null && entries.some((entry) => matchesEntry(entry, parsed));
}
