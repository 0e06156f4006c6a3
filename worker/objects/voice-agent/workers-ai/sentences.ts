import { endsInAbbreviation } from "./abbreviations.ts";

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
    const { whole, held } = joined(segments, open);
    this.#rest = held + open;
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

/** Joins a very short sentence, or what ends in an abbreviation, with the next one; `held` waits for it. */
function joined(segments: string[], next: string): { whole: string[]; held: string } {
  const out: string[] = [];
  let held = "";
  for (const [index, segment] of segments.entries()) {
    held += segment;
    if (held.trim().length < 4 || endsInAbbreviation(held, segments[index + 1] ?? next)) continue;
    out.push(held);
    held = "";
  }
  return { whole: out, held };
}
