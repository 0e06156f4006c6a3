/** Characters after which a sentence without an end is spoken in parts. */
const LONGEST = 300;

/** Cuts a text that comes in pieces into sentences, so that the first is spoken while the rest is being written. */
export class Sentences {
  readonly #segmenter: Intl.Segmenter;
  #rest = "";

  /** @param language BCP 47; `null`: by no language's rules */
  constructor(language: string | null) {
    this.#segmenter = new Intl.Segmenter(language ?? undefined, { granularity: "sentence" });
  }

  /** The sentences that are complete now; joined with what follows they are the text. */
  push(text: string): string[] {
    this.#rest += text;
    const segments = [...this.#segmenter.segment(this.#rest)].map(({ segment }) => segment);
    const open = segments.pop() ?? "";
    const whole = joined(segments);
    // "Dr." and a single "1." are no sentence to pause after.
    const short = whole.length > 0 && (whole.at(-1) ?? "").trim().length < 4 ? (whole.pop() ?? "") : "";
    this.#rest = short + open;
    if (this.#rest.length > LONGEST) {
      const cut = Math.max(this.#rest.lastIndexOf(", ", LONGEST) + 2, this.#rest.lastIndexOf(" ", LONGEST) + 1, 1);
      const at = cut > 1 ? cut : LONGEST;
      whole.push(this.#rest.slice(0, at));
      this.#rest = this.#rest.slice(at);
    }
    return whole;
  }

  /** What is left when no more comes; empty where nothing is. */
  end(): string {
    const rest = this.#rest;
    this.#rest = "";
    return rest.trim() === "" ? "" : rest;
  }
}

/** A very short sentence goes with the one after it. */
function joined(segments: string[]): string[] {
  const out: string[] = [];
  let held = "";
  for (const segment of segments) {
    held += segment;
    if (held.trim().length < 4) continue;
    out.push(held);
    held = "";
  }
  if (held !== "") out.push(held);
  return out;
}

/** A sentence as it is said: no markup, and a link by its words. */
export const spoken = (sentence: string): string =>
  sentence
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/https?:\/\/(?:www\.)?([^\s/)]+)\S*/g, "$1")
    .replace(/[*_`#>|]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
