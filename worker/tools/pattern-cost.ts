/** The most paths that a match may try: well below a second. */
const MAX_PATHS = 2e7;
/** The most characters of a text with a pattern; a pattern that is too slow even for short texts is refused. */
const LONGEST = 16_384;
export const NAME_LENGTH = 64;

/** What the reader knows of a part of a pattern. */
interface Part {
  /** The most ways to match it on a text of the reader's length. */
  paths: number;
  /** The single characters and classes of each alternative, and whether each occurs exactly once. */
  alternatives: { text: string; once: boolean }[][];
  /** How many repetitions in it have a variable count. */
  varied: number;
  groups: number;
}

/** A pattern holds something whose cost cannot be bounded. */
class Refused extends Error {}

const ASSERTION = /^(?:[\^$]|\\[bB])$/;
/** Whether it may match something beyond ASCII. */
const WIDE = /[^\x20-\x7e]|\\[pPuxWDSs]|\[\^|^\.$/;
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Whether no character matches both of two single characters or classes. */
function disjoint(one: string, other: string): boolean {
  if (WIDE.test(one) && WIDE.test(other)) return false;
  const [left, right] = [one, other].map((atom) => new RegExp(`^(?:${atom})$`, "u"));
  return !ASCII.some((sign) => left?.test(sign) && right?.test(sign));
}

/** Whether the first character decides which alternative it is. */
const distinct = (alternatives: Part["alternatives"]): boolean =>
  alternatives.every(([first], index) =>
    alternatives.slice(index + 1).every(([other]) => first && other && disjoint(first.text, other.text)),
  );

/** Whether each round begins, or each ends, with a character that nothing else in it matches. */
const delimited = (atoms: Part["alternatives"][number]): boolean =>
  [atoms[0], atoms.at(-1)].some(
    (edge) => edge?.once && atoms.every((atom) => atom === edge || disjoint(atom.text, edge.text)),
  );

/**
 * Reads a valid pattern and counts the ways that a backtracking engine may try on a text of `length` characters, never
 * too few. Sequences multiply, alternatives add, a bounded repetition is a power of what it repeats.
 */
class Reader {
  #at = 0;
  readonly #text: string;
  readonly #length: number;
  constructor(text: string, length: number) {
    this.#text = text;
    this.#length = length;
  }

  read(): Part {
    const whole: Part = { paths: 0, alternatives: [], varied: 0, groups: 0 };
    for (;;) {
      this.#alternative(whole);
      if (this.#text[this.#at] !== "|") return whole;
      this.#at += 1;
    }
  }

  #alternative(whole: Part): void {
    let paths = 1;
    const atoms: Part["alternatives"][number] = [];
    while (this.#at < this.#text.length && this.#text[this.#at] !== ")" && this.#text[this.#at] !== "|") {
      const start = this.#at;
      const group = this.#atom();
      const atom = this.#text.slice(start, this.#at);
      const rounds = this.#rounds();
      paths *= group ? this.#groupPaths(group, rounds) : rounds.most - rounds.least + 1;
      if (group) whole.groups += 1;
      if (rounds.most !== rounds.least) whole.varied += 1;
      if (!group && !ASSERTION.test(atom)) atoms.push({ text: atom, once: rounds.least === 1 && rounds.most === 1 });
    }
    whole.paths += paths;
    whole.alternatives.push(atoms);
  }

  #groupPaths(group: Part, { least, most }: { least: number; most: number }): number {
    if (most < this.#length) return (most - least + 1) * group.paths ** most;
    const { alternatives, varied, groups } = group;
    if (groups === 0 && varied === 0 && distinct(alternatives)) return this.#length;
    if (groups === 0 && varied === 1 && alternatives.length === 1 && delimited(alternatives[0] ?? []))
      return this.#length * group.paths;
    throw new Refused("a repetition repeats what can match in several ways");
  }

  #atom(): Part | null {
    const rest = this.#text.slice(this.#at);
    if (/^\\[1-9k]/.test(rest)) throw new Refused("it refers back to what it matched");
    if (rest.startsWith("(")) return this.#group(rest);
    const single =
      /^\\(?:[pPu]\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|.)|^\[(?:\\.|[^\]\\])*\]/isu.exec(rest)?.[0] ??
      String.fromCodePoint(rest.codePointAt(0) ?? 0);
    this.#at += single.length;
    return null;
  }

  #group(rest: string): Part {
    const opening = /^\((?:\?(?::|<[^=!>]+>))?/u.exec(rest)?.[0] ?? "(";
    if (opening === "(" && rest[1] === "?") throw new Refused("it looks ahead or behind");
    this.#at += opening.length;
    const part = this.read();
    this.#at += 1;
    return part;
  }

  /** How often the preceding part may repeat; no more than there are characters. */
  #rounds(): { least: number; most: number } {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.#text.slice(this.#at));
    if (!found) return { least: 1, most: 1 };
    this.#at += found[0].length;
    const [whole, count, comma, most] = found;
    if (whole.startsWith("?")) return { least: 0, most: 1 };
    if (count === undefined) return { least: 0, most: this.#length };
    const least = Math.min(Number(count), this.#length);
    return { least, most: comma === "" ? least : Math.min(most ? Number(most) : this.#length, this.#length) };
  }
}

/** The most ways that a backtracking engine may try to find the pattern in a text of `length` characters. */
export function pathsOf(pattern: string, length: number): number {
  const { paths, alternatives } = new Reader(pattern, length).read();
  const anchored = pattern.startsWith("^") && alternatives.length === 1;
  return anchored ? paths : paths * length;
}

/**
 * The longest text that can be matched quickly with the pattern, in characters. @throws Refused for a pattern that
 * `patternFault` refuses
 */
export function longestText(pattern: string): number {
  let length = LONGEST;
  while (length >= NAME_LENGTH && pathsOf(pattern, length) > MAX_PATHS) length = length / 2;
  return length;
}

/**
 * Why a pattern may take too long; `null` if it is safe on texts up to `longestText`. It refuses more than necessary:
 * repetitions of what can match in several ways, look-around, back references. Whole powers of the length are not
 * refused, as those of e-mail addresses are among them: a call with a longer text is told so, and why.
 */
export function patternFault(pattern: string): string | null {
  try {
    return longestText(pattern) < NAME_LENGTH ? "it can match in too many ways" : null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}
