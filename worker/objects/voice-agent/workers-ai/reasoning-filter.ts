const THINKS = "<think>";
const THOUGHT = "</think>";

/** Leaves out the reasoning of a model, which it writes first, in the text of its answer: `<think>…</think>`. */
export class ReasoningFilter {
  #stage: "begins" | "thinks" | "thought" | "answers" = "begins";
  /** What may still become a mark, or comes between the reasoning and the answer. */
  #held = "";

  /** @returns what of it belongs to the answer */
  take(text: string): string {
    if (this.#stage === "answers") return text;
    this.#held += text;
    if (this.#stage === "begins") {
      const begun = this.#held.trimStart();
      if (begun.startsWith(THINKS)) {
        this.#stage = "thinks";
        this.#held = begun.slice(THINKS.length);
      } else if (!THINKS.startsWith(begun)) return this.#answer(this.#held);
    }
    if (this.#stage === "thinks") {
      const end = this.#held.indexOf(THOUGHT);
      if (end >= 0) this.#stage = "thought";
      this.#held = this.#held.slice(end >= 0 ? end + THOUGHT.length : 1 - THOUGHT.length);
    }
    if (this.#stage !== "thought") return "";
    const words = this.#held.trimStart();
    return words === "" ? "" : this.#answer(words);
  }

  #answer(text: string): string {
    this.#stage = "answers";
    this.#held = "";
    return text;
  }

  /** What was held back at the end, as it may have become reasoning. */
  get rest(): string {
    return this.#stage === "begins" ? this.#held : "";
  }
}
