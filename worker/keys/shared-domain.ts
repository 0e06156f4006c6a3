import { parse } from "tldts";
import { parseOrigin } from "./origin.ts";

/** Whether it is one owner's: a cookie of a public suffix would be everybody's, and browsers refuse it. */
function isOwned(domain: string): boolean {
  const { isIp, publicSuffix } = parse(domain, { allowPrivateDomains: true });
  return !isIp && publicSuffix !== domain && domain.includes(".");
}

const isBelow = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

/** What two hosts have in common at their ends, label by label. */
function commonEnd(a: string, b: string): string {
  const [left, right] = [a.split("."), b.split(".")];
  let same = 0;
  while (same < Math.min(left.length, right.length) && left.at(-1 - same) === right.at(-1 - same)) same++;
  return same === 0 ? "" : left.slice(-same).join(".");
}

/**
 * The domain within which a conversation may go on from one subdomain to another: the widest that has the origin and another host
 * of the key in it. Null for a key that allows any origin, and where none of its other entries is a neighbour.
 * @param entries normalised, as `allowed-domain.ts` saves them
 */
export function sharedDomain(entries: readonly string[], origin: string | null): string | null {
  const here = origin === null ? null : parseOrigin(origin);
  if (!here) return null;
  const candidates = entries.flatMap((entry) => {
    if (entry.startsWith("*.")) {
      const domain = entry.slice(2);
      return isBelow(here.host, domain) ? [domain] : [commonEnd(here.host, domain)];
    }
    const other = parseOrigin(entry)?.host ?? here.host;
    return other === here.host ? [] : [commonEnd(here.host, other)];
  });
  return candidates.filter(isOwned).sort((a, b) => a.length - b.length)[0] ?? null;
}
