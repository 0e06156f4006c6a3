import robotsParser from "robots-parser";
import { fetchPage, PageUnread } from "../../outbound/fetch-page.ts";
import type { CrawlTable } from "./table.ts";

/** What RFC 9309 asks a crawler to read at least. */
const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 10_000;
/** Seconds between two pages that are granted to a site at most. */
const MAX_DELAY = 10;

/** The rules of every origin that a reading meets, asked once each (RFC 9309). */
export class Robots {
  readonly #table: CrawlTable;
  readonly #user_agent: string;
  readonly #development: boolean;
  readonly #asked = new Map<string, Promise<void>>();

  constructor(table: CrawlTable, user_agent: string, development: boolean) {
    this.#table = table;
    this.#user_agent = user_agent;
    this.#development = development;
  }

  /**
   * @returns why the page may not be read, or `null`
   * @throws PageUnread where the rules could not be loaded: nothing is read then, but nothing is forbidden either
   */
  async problem(address: string): Promise<string | null> {
    const { origin } = new URL(address);
    const { text, problem } = await this.#rules(origin);
    if (problem !== null) throw new PageUnread(problem);
    const allowed = robotsParser(`${origin}/robots.txt`, text ?? "").isAllowed(address, this.#user_agent);
    return allowed === false ? "The site's robots.txt does not allow it" : null;
  }

  /** Seconds that the site wants between two pages. */
  async delay(address: string): Promise<number> {
    const { origin } = new URL(address);
    const { text } = await this.#rules(origin);
    const wanted = robotsParser(`${origin}/robots.txt`, text ?? "").getCrawlDelay(this.#user_agent) ?? 0;
    return Number.isFinite(wanted) ? Math.min(Math.max(0, wanted), MAX_DELAY) : 0;
  }

  async #rules(origin: string): Promise<{ text: string | null; problem: string | null }> {
    const known = this.#table.robots(origin);
    if (known) return known;
    const asked = this.#asked.get(origin) ?? this.#ask(origin);
    this.#asked.set(origin, asked);
    await asked;
    return this.#table.robots(origin) ?? { text: null, problem: null };
  }

  async #ask(origin: string): Promise<void> {
    try {
      const { bytes } = await fetchPage({
        address: `${origin}/robots.txt`,
        user_agent: this.#user_agent,
        accept: "text/plain, */*;q=0.1",
        max_bytes: MAX_BYTES,
        timeout_ms: TIMEOUT_MS,
        development: this.#development,
      });
      this.#table.keepRobots(origin, new TextDecoder().decode(bytes), null);
    } catch (error) {
      // A site that has no rules, or keeps them to itself, allows everything; one in trouble allows nothing.
      const status = error instanceof PageUnread ? error.status : null;
      if (status !== null && status >= 400 && status < 500) this.#table.keepRobots(origin, null, null);
      else {
        const words = error instanceof PageUnread ? error.message : "It could not be read.";
        this.#table.keepRobots(
          origin,
          null,
          `The robots.txt of ${origin}, which says what may be read, could not be loaded. ${words}`,
        );
      }
    }
  }
}
