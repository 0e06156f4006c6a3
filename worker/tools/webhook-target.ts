/** Names that never lead to the public internet. */
const INTERNAL =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|localdomain|home\.arpa|test|invalid|onion)$/;
/** Any part of only digits or hex digits behind 0x at the end of a name is a number to a URL parser, so an IP address. */
const NUMERIC = /(^|\.)(\d+|0x[0-9a-f]*)$/i;

/**
 * Why a webhook may not be called at this address, in words for the operator; `null` if it may. The URL parser has
 * already turned decimal, octal, hex and full-width notations into a dotted address. Names are not resolved here: the
 * runtime's `global_fetch_strictly_public` and public network keep a name from leading inside.
 * @param development on the operator's own machine any http(s) address will do
 */
export function targetProblem(address: string, development: boolean): string | null {
  if (!URL.canParse(address)) return "Write a whole address, e.g. https://example.com/hook";
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "Write an https address";
  if (url.username !== "" || url.password !== "")
    return "Leave the name and password out of the address; sign with a secret";
  if (development) return null;
  return hostProblem(url);
}

/** The addresses of this machine itself. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The same for what the service sends or fetches by itself, long after an owner wrote the address: public addresses
 * only; in development this machine too, no other private one.
 */
export function publicTargetProblem(address: string, development: boolean): string | null {
  const problem = targetProblem(address, true);
  if (problem !== null) return problem;
  const url = new URL(address);
  return development && LOOPBACK.test(url.hostname.toLowerCase()) ? null : hostProblem(url);
}

function hostProblem(url: URL): string | null {
  if (url.protocol !== "https:") return "Write an https address: http is for development only";
  const host = url.hostname.toLowerCase().replace(/\.+$/, "");
  if (host.startsWith("[") || NUMERIC.test(host)) return "Write a host name: IP addresses are not called";
  if (!host.includes(".") || INTERNAL.test(host))
    return "Write a public host name: this one leads to a private network";
  return null;
}
