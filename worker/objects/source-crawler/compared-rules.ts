import { fits, normal, type Rule } from "./path-pattern.ts";

/** Rules with a star are held against each path one by one, and a file has room for tens of thousands. */
export const MAX_STARRED = 1_000;

type Verdict = Pick<Rule, "length" | "allow">;

/** A file's author writes as many rules as fit into it: those without a star are looked up, so that their number costs nothing. */
export class ComparedRules {
  /** By what a path begins with, or is: whether that is allowed. */
  readonly #beginnings = new Map<string, boolean>();
  readonly #wholes = new Map<string, boolean>();
  /** Lengths of beginnings, the longest first. */
  readonly #lengths: number[];
  /** The longest first; of two as long, what allows. */
  readonly #starred: Rule[];
  readonly #characters: number;
  readonly isTooMany: boolean;

  constructor(rules: readonly Rule[]) {
    const starred = new Map<string, Rule>();
    for (const rule of rules) {
      const { pieces, whole, allow } = rule;
      const [text = ""] = pieces;
      if (pieces.length > 1) {
        const key = `${allow} ${whole} ${pieces.join("*")}`;
        // "**" is "*" written longer, and wins over what "*" does not.
        if (rule.length > (starred.get(key)?.length ?? 0)) starred.set(key, rule);
      } else {
        const looked_up = whole ? this.#wholes : this.#beginnings;
        looked_up.set(text, allow || (looked_up.get(text) ?? false));
      }
    }
    this.#lengths = [...new Set([...this.#beginnings.keys()].map((text) => text.length))].sort((a, b) => b - a);
    this.isTooMany = starred.size > MAX_STARRED;
    this.#starred = this.isTooMany
      ? []
      : [...starred.values()].sort(
          (one, other) => other.length - one.length || Number(other.allow) - Number(one.allow),
        );
    this.#characters = [...this.#lengths, ...this.#starred.map(({ length }) => length)].reduce((sum, n) => sum + n, 0);
  }

  /** The longest rule that fits decides, and of two as long the one that allows. */
  allows(path: string): boolean {
    const plain = normal(path);
    let best: Verdict = this.#beginningOf(plain) ?? { length: -1, allow: true };
    const whole = this.#wholes.get(plain);
    // With its dollar sign it is longer than any beginning.
    if (whole !== undefined) best = { length: plain.length + 1, allow: whole };
    for (const rule of this.#starred) {
      if (rule.length < best.length || (rule.length === best.length && !rule.allow)) break;
      if (fits(rule, plain)) return rule.allow;
    }
    return best.allow;
  }

  weight(length: number): number {
    return this.#characters + length * this.#starred.length;
  }

  #beginningOf(path: string): Verdict | null {
    for (const length of this.#lengths) {
      const allow = length > path.length ? undefined : this.#beginnings.get(path.slice(0, length));
      if (allow !== undefined) return { length, allow };
    }
    return null;
  }
}
