const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Characters of a page that are looked through, and of what is looked for: a search for long texts that nearly fit takes the product. */
const MAX_SAID = 200_000;
const MAX_SOUGHT = 200;
/** Searches in one page; what is not looked for any more counts as said. */
const MAX_SEARCHES = 1_500;

/** What a page says besides, to be looked through for what the data says too. */
export class Said {
  readonly #bare: string;
  readonly #compact: string;
  #left = MAX_SEARCHES;

  constructor(text: string) {
    const looked_at = text.slice(0, MAX_SAID);
    this.#bare = bare(looked_at);
    this.#compact = looked_at.toLowerCase().replace(/\s+/g, "");
  }

  #has(all: string, sought: string): boolean {
    return this.#left-- <= 0 || all.includes(sought.slice(0, MAX_SOUGHT));
  }

  /** By its letters and digits alone. */
  says(value: string): boolean {
    return this.#has(this.#bare, bare(value));
  }

  /** As it is but for white space; small letters. */
  writes(value: string): boolean {
    return this.#has(this.#compact, value);
  }
}
