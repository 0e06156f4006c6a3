import { cyrb53 } from "../../shared/cyrb53.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Variables } from "../variables.ts";

/** `192.0.2.7` as the two last groups of an IPv6 address, and back. */
const DOTTED = /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const groupOf = (high = "", low = "") => (Number(high) * 256 + Number(low)).toString(16);
const bytesOf = (group: number) => `${group >> 8}.${group & 255}`;

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = address.replace(DOTTED, (_, a, b, c, d) => `${groupOf(a, b)}:${groupOf(c, d)}`);
  const [head = [], after = []] = hex.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - after.length)).fill("0");
  return [...head, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

/** What the per-visitor limit counts as one visitor: an IPv4 address, however it is written, or the /64 network of an IPv6 address. */
export function visitorNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const mapped = groups.slice(0, 6).join() === "0,0,0,0,0,65535";
  if (mapped) return `${bytesOf(high)}.${bytesOf(low)}`;
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
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
