import { cyrb53 } from "../../shared/cyrb53.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Variables } from "../variables.ts";

/** What the per-visitor limit counts as one visitor: an IPv4 address, or the /64 network of an IPv6 address. */
export function visitorNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (address.includes("::")) {
    const after = tail === "" ? [] : tail.split(":");
    // An address that ends in dotted IPv4 has one group fewer than it stands for.
    const width = after.at(-1)?.includes(".") ? 7 : 8;
    while (groups.length + after.length < width) groups.push("0");
    groups.push(...after);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/**
 * An opaque name for the sender of a request, `null` if unknown. Only Cloudflare's edge can be trusted with the
 * address. Without it any client could forge one, so all count as one visitor.
 */
export function visitorOf(context: RequestContext, { KEY_SECRET: [salt], VISITOR_ADDRESS }: Variables): string | null {
  if (context.visitor !== undefined) return context.visitor;
  const address = VISITOR_ADDRESS === "none" ? "" : context.request.headers.get("CF-Connecting-IP");
  context.visitor = address === null ? null : visitorName(salt, address);
  return context.visitor;
}

/**
 * A short name for a visitor that does not reveal the address: 53 bits, salted with the service's secret. After a
 * collision two visitors only share a limit, so a cryptographic hash, awaited on every request, is not worth its time.
 */
function visitorName(salt: string, address: string): string {
  return cyrb53(`${salt}\n${visitorNetwork(address)}`).toString(36);
}
