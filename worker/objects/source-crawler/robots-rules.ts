/** Rules of one robots.txt, as RFC 9309 reads them, for one crawler. */
export interface RobotsRules {
  /** @param path with its query, as it stands in the address */
  allows(path: string): boolean;
  /** Seconds that are wanted between two pages; no standard, but widely meant so. */
  delay: number;
  /** The sitemaps that it names, as they are written. */
  sitemaps: string[];
}

interface Rule {
  allow: boolean;
  /** What the path has to hold, in this order, between the stars. */
  pieces: string[];
  /** Whether nothing may follow. */
  whole: boolean;
  length: number;
}

interface Group {
  rules: Rule[];
  delay: number | null;
}

const MAX_SITEMAPS = 500;
const MAX_PATTERN = 2_000;

/**
 * @param agent the crawler's product token
 * @returns what the first group for the agent says, together with all others for it; else those for `*`
 */
export function readRobots(text: string, agent: string): RobotsRules {
  const own: Group = { rules: [], delay: null };
  const any: Group = { rules: [], delay: null };
  const sitemaps: string[] = [];
  let named = false;
  /** The groups that the lines at hand belong to. */
  let current = new Set<Group>();
  let naming = false;
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line = raw.split("#", 1)[0] ?? "";
    const colon = line.indexOf(":");
    if (colon === -1) continue;
    const key = line
      .slice(0, colon)
      .trim()
      .replace(/^\ufeff/, "")
      .toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (key === "sitemap") {
      // An address may hold a number sign, but none of a sitemap's does.
      if (sitemaps.length < MAX_SITEMAPS && value !== "") sitemaps.push(value);
    } else if (key === "user-agent") {
      if (!naming) current = new Set();
      naming = true;
      if (value === "*") current.add(any);
      else if (/^[a-z_-]+/i.exec(value)?.[0].toLowerCase() === agent.toLowerCase()) {
        current.add(own);
        named = true;
      }
    } else if (key === "allow" || key === "disallow") {
      naming = false;
      if (value === "") continue;
      const rule = ruleOf(value, key === "allow");
      for (const group of current) group.rules.push(rule);
    } else if (key === "crawl-delay") {
      naming = false;
      const seconds = Number(value);
      if (Number.isFinite(seconds) && seconds > 0) for (const group of current) group.delay ??= seconds;
    }
  }
  const { rules, delay } = named ? own : any;
  rules.sort((one, other) => other.length - one.length || Number(other.allow) - Number(one.allow));
  return {
    allows(path) {
      const plain = normal(path.slice(0, MAX_PATTERN));
      return rules.find((rule) => matches(rule, plain))?.allow ?? true;
    },
    delay: delay ?? 0,
    sitemaps,
  };
}

function ruleOf(value: string, allow: boolean): Rule {
  const pattern = normal(value.slice(0, MAX_PATTERN));
  const whole = pattern.endsWith("$");
  const pieces = (whole ? pattern.slice(0, -1) : pattern).split(/\*+/);
  return { allow, pieces, whole, length: pattern.length };
}

/** Each piece at its first place after the one before: no other choice could fit where this one does not. */
function matches({ pieces, whole }: Rule, path: string): boolean {
  const [first = "", ...rest] = pieces;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [number, piece] of rest.entries()) {
    const last = whole && number === rest.length - 1;
    const found = last ? path.length - piece.length : path.indexOf(piece, at);
    if (found < at || (last && !path.endsWith(piece))) return false;
    at = found + piece.length;
  }
  return !whole || at === path.length;
}

/** An address in the one form in which it is compared: octets that need no sign without, all others with one. */
const normal = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, "")
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const sign = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(sign) ? sign : code.toUpperCase();
    })
    .replace(/[^\u0021-\u007e]/gu, (sign) => encodeURIComponent(sign));
