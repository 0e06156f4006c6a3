/** Names that never lead to the public internet. */
const INTERNAL =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|localdomain|home\.arpa|svc|test|invalid|onion)$/;
/** If a name's last part is digits, or 0x and hex digits, a URL parser takes it for an IP address. */
const NUMERIC = /(^|\.)(\d+|0x[0-9a-f]*)$/i;
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Where a request may go: to public addresses, to this machine as well, or to any address of the operator. */
type Reach = "public" | "loopback" | "any";

type TargetFault = "no_address" | "scheme" | "credentials" | "ip_address" | "internal";

/**
 * Why nothing may be sent to this address; `null` if it may. The URL parser has already turned decimal, octal, hex and
 * full-width notations into a dotted address. Names are not resolved here: the runtime's `global_fetch_strictly_public`
 * keeps requests on the public network, whatever DNS answers at that moment.
 */
function targetFault(address: string, reach: Reach): TargetFault | null {
  if (!URL.canParse(address)) return "no_address";
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";
  if (url.username !== "" || url.password !== "") return "credentials";
  if (reach === "any") return null;
  let host = url.hostname.toLowerCase();
  while (host.endsWith(".")) host = host.slice(0, -1);
  if (reach === "loopback" && LOOPBACK.test(host)) return null;
  if (host.startsWith("[") || NUMERIC.test(host)) return "ip_address";
  if (!host.includes(".") || INTERNAL.test(host)) return "internal";
  return null;
}

const WEBHOOK_WORDS: Record<TargetFault, string> = {
  no_address: "Write a whole address, e.g. https://example.com/hook",
  scheme: "Write an https address",
  credentials: "Leave the name and password out of the address; sign with a secret",
  ip_address: "Write a host name; IP addresses are not called",
  internal: "Write a public host name: this one is in a private network",
};

/**
 * Why a webhook may not be called at this address, in words for the operator; `null` if it may.
 * @param development on the operator's own machine any http(s) address is allowed
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
 * development also this machine, but no other private address.
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
  ip_address: "Write a host name; pages at IP addresses are not read",
  internal: "Write a public host name: this one is in a private network",
};

/**
 * Why a page may not be read at this address; `null` if it may.
 * @param development on the operator's own machine loopback may be read too
 */
export function pageProblem(address: string, development: boolean): string | null {
  const fault = targetFault(address, development ? "loopback" : "public");
  return fault && PAGE_WORDS[fault];
}
