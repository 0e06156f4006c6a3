/** Names that never lead to the public internet. */
const INTERNAL =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|localdomain|home\.arpa|test|invalid|onion)$/;
/** Any part of only digits or hex digits behind 0x at the end of a name is a number to a URL parser, so an IP address. */
const NUMERIC = /(^|\.)(\d+|0x[0-9a-f]*)$/i;
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** How far a request may go: public addresses, this machine as well, or wherever the operator points it. */
export type Reach = "public" | "loopback" | "any";

export type TargetFault = "no_address" | "scheme" | "credentials" | "ip_address" | "internal";

/**
 * Why nothing may be sent to this address; `null` if it may. The URL parser has already turned decimal, octal, hex and
 * full-width notations into a dotted address. Names are not resolved here: the runtime's `global_fetch_strictly_public`
 * and public network keep a name from leading inside, whatever its DNS answers at the moment of the request.
 */
export function targetFault(address: string, reach: Reach): TargetFault | null {
  if (!URL.canParse(address)) return "no_address";
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";
  if (url.username !== "" || url.password !== "") return "credentials";
  if (reach === "any") return null;
  const host = url.hostname.toLowerCase().replace(/\.+$/, "");
  if (reach === "loopback" && LOOPBACK.test(host)) return null;
  if (host.startsWith("[") || NUMERIC.test(host)) return "ip_address";
  if (!host.includes(".") || INTERNAL.test(host)) return "internal";
  return null;
}

const WEBHOOK_WORDS: Record<TargetFault, string> = {
  no_address: "Write a whole address, e.g. https://example.com/hook",
  scheme: "Write an https address",
  credentials: "Leave the name and password out of the address; sign with a secret",
  ip_address: "Write a host name: IP addresses are not called",
  internal: "Write a public host name: this one leads to a private network",
};

/**
 * Why a webhook may not be called at this address, in words for the operator; `null` if it may.
 * @param development on the operator's own machine any http(s) address will do
 */
export function targetProblem(address: string, development: boolean): string | null {
  const fault = targetFault(address, development ? "any" : "public");
  if (fault) return WEBHOOK_WORDS[fault];
  return development || new URL(address).protocol === "https:"
    ? null
    : "Write an https address: http is for development only";
}

/**
 * The same for what the service sends by itself, long after an owner wrote the address: public addresses only; in
 * development this machine too, no other private one.
 */
export function publicTargetProblem(address: string, development: boolean): string | null {
  const fault = targetFault(address, development ? "loopback" : "public");
  if (fault) return WEBHOOK_WORDS[fault];
  const plain = new URL(address).protocol !== "https:" && targetFault(address, "public") === null;
  return plain ? "Write an https address: http is for development only" : null;
}

const PAGE_WORDS: Record<TargetFault, string> = {
  no_address: "Write a whole address, e.g. https://example.com/help",
  scheme: "Write an http or https address",
  credentials: "Leave the name and password out of the address: only public pages are read",
  ip_address: "Write a host name: pages at IP addresses are not read",
  internal: "Write a public host name: this one leads to a private network",
};

/**
 * Why a page may not be read at this address; `null` if it may.
 * @param development on the operator's own machine loopback may be read too
 */
export function pageProblem(address: string, development: boolean): string | null {
  const fault = targetFault(address, development ? "loopback" : "public");
  return fault && PAGE_WORDS[fault];
}
