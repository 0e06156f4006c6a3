const THINKS = "<think>";
const THOUGHT = "</think>";

/** Models that are known to write down their reasoning without the mark of its beginning. */
const UNMARKED = /\b(qwq|r1|think(ing)?|reason(ing|er)?)\b/i;
/** Models that are known to think before each answer, apart from its text. */
const THINKERS = /\b(glm-|kimi-|gpt-oss|qwen3|nemotron)/i;

/** What is known of how a model writes down its reasoning, from one answer of a call to the next. */
export class Thoughts {
  /** It may begin without a mark, so an answer is held back until the mark of its end, or the answer's. */
  unmarked: boolean;
  /** Whether the model thinks before it answers, so that an answer needs room for it. */
  thinks: boolean;

  /** @param model its name at the vendor */
  constructor(model: string) {
    this.unmarked = UNMARKED.test(model);
    this.thinks = this.unmarked || THINKERS.test(model);
  }
}

/**
 * Leaves out the reasoning of a model, which it writes first, in the text of its answer: `<think>…</think>`, or all before
 * `</think>`. A model that is not known to leave out the first mark shows its thoughts once, without `</think>`; from its next answer on
 * they are left out.
 */
export class ReasoningFilter {
  readonly #thoughts: Thoughts;
  #stage: "begins" | "thinks" | "unmarked" | "after-thought" | "may-be-thought" | "answer" = "begins";
  /** What may still become a mark, or comes between the reasoning and the answer. */
  #held = "";
  /** What comes before it, and is an answer if no reasoning ends; in pieces, as each search in one text would join them. */
  readonly #unsaid: string[] = [];

  constructor(thoughts: Thoughts) {
    this.#thoughts = thoughts;
  }

  /** @returns what of it belongs to the answer */
  take(text: string): string {
    if (this.#stage === "answer") return text;
    this.#held += text;
    if (this.#stage === "begins") {
      const begun = this.#held.trimStart();
      if (begun.startsWith(THINKS)) {
        this.#stage = "thinks";
        this.#thoughts.thinks = true;
        this.#held = begun.slice(THINKS.length);
      } else if (!THINKS.startsWith(begun)) this.#stage = this.#thoughts.unmarked ? "unmarked" : "may-be-thought";
    }
    if (this.#stage === "may-be-thought") return this.#answer();
    if (this.#stage === "thinks" || this.#stage === "unmarked") {
      const end = this.#held.indexOf(THOUGHT);
      const read = end >= 0 ? end + THOUGHT.length : Math.max(0, this.#held.length + 1 - THOUGHT.length);
      if (end >= 0) this.#stage = "after-thought";
      else if (this.#stage === "unmarked") this.#unsaid.push(this.#held.slice(0, read));
      this.#held = this.#held.slice(read);
    }
    if (this.#stage !== "after-thought") return "";
    const words = this.#held.trimStart();
    return words === "" ? "" : this.#say(words);
  }

  /** All but the end of reasoning whose beginning had no mark. */
  #answer(): string {
    if (this.#held.includes(THOUGHT)) {
      this.#thoughts.unmarked = true;
      this.#thoughts.thinks = true;
      return this.#say(this.#held.replace(THOUGHT, ""));
    }
    const mark = this.#held.lastIndexOf("<");
    const from = mark >= 0 && THOUGHT.startsWith(this.#held.slice(mark)) ? mark : this.#held.length;
    const words = this.#held.slice(0, from);
    this.#held = this.#held.slice(from);
    return words;
  }

  #say(text: string): string {
    this.#stage = "answer";
    this.#held = "";
    return text;
  }

  /** What was held back at the end, as it may have become reasoning. @param cut whether the answer's length was used up: then it is reasoning that was cut off */
  rest(cut: boolean): string {
    if (this.#stage === "unmarked") return cut ? "" : this.#unsaid.join("") + this.#held;
    return this.#stage === "begins" || this.#stage === "may-be-thought" ? this.#held : "";
  }
}
