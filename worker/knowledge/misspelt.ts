/** Characters from which on a word may be misspelt by one, and by two. Shorter words are too near to others. */
const ONE_WRONG = 5;
const TWO_WRONG = 8;
/** Characters at the beginning that are taken to be right. */
const RIGHT = 2;
/** Characters from which on a word may have a mistake at its beginning too. */
const BEGINNING_WRONG = 6;

/** Letters that may be missing, or stand where another should. */
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/**
 * The words one mistake away in the first letters: two swapped, one too many, one missing, one changed. They begin with the
 * term's first or second letter: a word with any other first letter is too likely to be another word.
 */
export function withOtherBeginning(term: string): string[] {
  if (term.length < BEGINNING_WRONG || beginningOf(term) === null) return [];
  const [first = "", second = "", third = ""] = term;
  const rest = term.slice(RIGHT);
  const words = [
    second + first + rest,
    first + third + second + term.slice(RIGHT + 1),
    second + rest,
    first + rest,
    ...LETTERS.flatMap((letter) => [first + letter + rest, first + letter + second + rest]),
  ];
  return [...new Set(words)].filter((word) => word !== term);
}

/** How a word begins that may be misspelt; null for one that is too short, or no word but a number or a code. */
export const beginningOf = (term: string): string | null =>
  term.length < ONE_WRONG || !/^\p{L}+$/u.test(term) ? null : term.slice(0, RIGHT);

/**
 * How many letters of one word are wrong, missing, added or swapped in the other. Only letters whose places are near enough to
 * be the same are compared: a site can have thousands of long words that a question nearly spells.
 * @returns `most` + 1 for more than `most`
 */
function mistakes(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next: number[] = Array(other.length + 1).fill(most + 1);
    next[0] = row;
    let fewest = row;
    for (let at = Math.max(1, row - most); at <= Math.min(other.length, row + most); at++) {
      const same = one[row - 1] === other[at - 1];
      let least = Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (same ? 0 : 1));
      const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (swapped) least = Math.min(least, (before[at - 2] ?? 0) + 1);
      next[at] = least;
      fewest = Math.min(fewest, least);
    }
    if (fewest > most) return most + 1;
    before = last;
    last = next;
  }
  return last[other.length] ?? most + 1;
}

/** The word that was meant, of those that an index knows: the one with the fewest mistakes, then the most frequent. */
export function meantBy(term: string, known: ReadonlyMap<string, number>, most_wrong = 2): string | null {
  const most = Math.min(most_wrong, term.length >= TWO_WRONG ? 2 : 1);
  let best: { word: string; wrong: number; count: number } | null = null;
  for (const [word, count] of known) {
    if (word.length < ONE_WRONG - 1) continue;
    const wrong = mistakes(term, word, most);
    if (wrong > most) continue;
    if (best === null || wrong < best.wrong || (wrong === best.wrong && count > best.count))
      best = { word, wrong, count };
  }
  return best?.word ?? null;
}
