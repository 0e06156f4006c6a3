import { ComparedRules, MAX_STARRED } from "./compared-rules.ts";
import { type Rule, readPattern } from "./path-pattern.ts";

/** Rules of one robots.txt, as RFC 9309 reads them, for one crawler. */
export interface RobotsRules {
  /** @param path with its query, as it stands in the address */
  allows(path: string): boolean;
  /** Characters that a path of this length is compared with at most. */
  weight(length: number): number;
  /** Why nobody can tell what is allowed; `null` where one can. */
  problem: string | null;
  /** Seconds that are wanted between two pages; no standard, but widely meant so. */
  delay: number;
  /** The sitemaps that it names, as they are written. */
  sitemaps: string[];
}

interface Group {
  rules: Rule[];
  delay: number | null;
}

const MAX_SITEMAPS = 500;
const TOO_MANY = `It has more than ${MAX_STARRED.toLocaleString("en")} rules with a * in them. Name the folders instead.`;

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
      const rule = { ...readPattern(value), allow: key === "allow" };
      for (const group of current) group.rules.push(rule);
    } else if (key === "crawl-delay") {
      naming = false;
      const seconds = Number(value);
      if (Number.isFinite(seconds) && seconds > 0) for (const group of current) group.delay ??= seconds;
    }
  }
  const { rules, delay } = named ? own : any;
  const compared = new ComparedRules(rules);
  return {
    allows: (path) => compared.allows(path),
    weight: (length) => compared.weight(length),
    problem: compared.isTooMany ? TOO_MANY : null,
    delay: delay ?? 0,
    sitemaps,
  };
}
