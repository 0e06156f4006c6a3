import { fetchPage, PageUnread } from "../../outbound/fetch-page.ts";
import { type RobotsRules, readRobots } from "./robots-rules.ts";

/** What RFC 9309 asks a crawler to read at least; what stands behind it does not count. */
const MAX_BYTES = 500 * 1024;
/** What the crawler is called in a robots.txt and in rules for pages. */
export const PRODUCT = "VoiceWidgetBot";
const TIMEOUT_MS = 10_000;
/** Seconds between two pages that are granted to a site at most. */
const MAX_DELAY = 10;

const unread = (origin: string): string =>
  `The robots.txt of ${origin}, which says what may be read, could not be loaded.`;

/** Where the rules that were loaded are kept. */
export interface RobotsTable {
  robots(origin: string): { text: string | null; problem: string | null } | null;
  keepRobots(origin: string, text: string | null, problem: string | null): void;
}

/** The rules of every origin that a reading meets, asked once each (RFC 9309). */
export class Robots {
  readonly #table: RobotsTable;
  readonly #user_agent: string;
  readonly #development: boolean;
  readonly #asked = new Map<string, Promise<void>>();
  /** Parsed once for each origin, not for each of its addresses. */
  readonly #parsed = new Map<string, { rules: RobotsRules; problem: string | null }>();

  constructor(table: RobotsTable, user_agent: string, development: boolean) {
    this.#table = table;
    this.#user_agent = user_agent;
    this.#development = development;
  }

  /**
   * @returns why the page may not be read, or `null`
   * @throws PageUnread where the rules could not be loaded: nothing is read then, but nothing is forbidden either
   */
  async problem(address: string): Promise<string | null> {
    const { origin, pathname, search } = new URL(address);
    const { rules, problem } = await this.#rulesOf(origin);
    if (problem !== null) throw new PageUnread(problem);
    return rules.allows(pathname + search) ? null : "The site's robots.txt does not allow it";
  }

  /** Seconds that the site wants between two pages. */
  async delay(address: string): Promise<number> {
    const { rules } = await this.#rulesOf(new URL(address).origin);
    return Math.min(rules.delay, MAX_DELAY);
  }

  /** Characters of rules that a look at this address may meet. */
  async weight(address: string): Promise<number> {
    return (await this.#rulesOf(new URL(address).origin)).rules.weight(address.length);
  }

  /** The sitemaps that the site names. */
  async sitemaps(address: string): Promise<string[]> {
    return (await this.#rulesOf(new URL(address).origin)).rules.sitemaps;
  }

  async #rulesOf(origin: string): Promise<{ rules: RobotsRules; problem: string | null }> {
    const parsed = this.#parsed.get(origin);
    if (parsed) return parsed;
    if (!this.#table.robots(origin)) {
      const asked = this.#asked.get(origin) ?? this.#ask(origin);
      this.#asked.set(origin, asked);
      await asked;
    }
    const { text = null, problem = null } = this.#table.robots(origin) ?? {};
    const rules = readRobots(text ?? "", PRODUCT);
    const known = { rules, problem: problem ?? (rules.problem && `${unread(origin)} ${rules.problem}`) };
    this.#parsed.set(origin, known);
    return known;
  }

  async #ask(origin: string): Promise<void> {
    try {
      const { bytes } = await fetchPage({
        address: `${origin}/robots.txt`,
        user_agent: this.#user_agent,
        accept: "text/plain, */*;q=0.1",
        max_bytes: MAX_BYTES,
        only_start: true,
        timeout_ms: TIMEOUT_MS,
        development: this.#development,
      });
      const text = new TextDecoder().decode(bytes);
      // Half of a last line might say less than was meant.
      const whole = bytes.byteLength < MAX_BYTES ? text : text.slice(0, text.lastIndexOf("\n") + 1);
      this.#table.keepRobots(origin, whole, null);
    } catch (error) {
      // A site that has no rules, or keeps them to itself, allows everything; one in trouble allows nothing.
      const status = error instanceof PageUnread ? error.status : null;
      if (status !== null && status >= 400 && status < 500) this.#table.keepRobots(origin, null, null);
      else {
        const words = error instanceof PageUnread ? error.message : "It could not be read.";
        this.#table.keepRobots(origin, null, `${unread(origin)} ${words}`);
      }
    }
  }
}
