/** A sentence longer than this is spoken in parts. Characters. */
const LONGEST = 300;

/** Cuts a streamed text into sentences, so that the first is spoken while the rest is generated. */
export class Sentences {
  readonly #segmenter: Intl.Segmenter;
  #rest = "";

  /** @param language BCP 47; `null` for language-neutral rules */
  constructor(language: string | null) {
    this.#segmenter = new Intl.Segmenter(language ?? undefined, { granularity: "sentence" });
  }

  /** The sentences that are complete by now. All results joined are the text. */
  push(text: string): string[] {
    this.#rest += text;
    const segments = [...this.#segmenter.segment(this.#rest)].map(({ segment }) => segment);
    const open = segments.pop() ?? "";
    const whole = joined(segments);
    // "Dr." or a lone "1." is not a sentence.
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

  /** The rest at the end of the text; empty if there is none. */
  end(): string {
    const rest = this.#rest;
    this.#rest = "";
    return rest.trim() === "" ? "" : rest;
  }
}

/** Joins a very short sentence with the next one. */
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

/** A sentence for speech: without markup, and only the text of links. */
export const spoken = (sentence: string): string =>
  sentence
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/https?:\/\/(?:www\.)?([^\s/)]+)\S*/g, "$1")
    .replace(/[*_`#>|]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
