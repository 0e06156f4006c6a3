import type { Section } from "./document.ts";

/** A heading is kept with each section below it; one that is longer is text. */
export const MAX_HEADING = 400;

/** The headings above the place that a reader has come to. */
export class Outline {
  #headings: string[] = [];
  #levels: number[] = [];
  /** Whether nothing stands below the last heading yet. */
  #bare = false;

  /** A section of this text, below the last heading. */
  below(text: string): Section {
    this.#bare = false;
    return { headings: this.#headings, text };
  }

  /** @returns the heading before as `close` does, if this one is not below it */
  enter(level: number, words: string): Section | null {
    const before = level > (this.#levels.at(-1) ?? 0) ? null : this.close();
    const keep = this.#levels.filter((known) => known < level).length;
    this.#levels = [...this.#levels.slice(0, keep), level];
    this.#headings = [...this.#headings.slice(0, keep), words];
    this.#bare = true;
    return before;
  }

  /** The last heading. */
  get last(): string | null {
    return this.#headings.at(-1) ?? null;
  }

  /** Ends all that began at this level or below. @returns as `close` does */
  leave(level: number): Section | null {
    const bare = this.close();
    const keep = this.#levels.filter((known) => known < level).length;
    this.#levels = this.#levels.slice(0, keep);
    this.#headings = this.#headings.slice(0, keep);
    this.#bare = false;
    return bare;
  }

  /** @returns the last heading as a text of its own, if nothing stands below it: what it says stands nowhere else */
  close(): Section | null {
    const words = this.#headings.at(-1);
    if (!this.#bare || !words) return null;
    this.#bare = false;
    return { headings: this.#headings.slice(0, -1), text: words };
  }
}
