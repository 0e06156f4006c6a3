import { isStopWord, stem } from "./languages.ts";

/** Languages that write a compound as one word: `Mailserver`, `Kontaktformular`. */
const COMPOUNDING = new Set(["de", "nl", "sv", "da", "nb", "fi", "hu"]);
/** Characters of a part that may stand alone. */
const LEAST = 4;
/** What joins the parts: `Arbeit-s-zeit`, `Kind-er-garten`. */
const JOINTS = ["", "s", "es", "n", "en", "er", "e"];

/** Each way to see a word as two, by the first and the second; the searched index knows which of these words exist. */
export function splitCompound(word: string, language: string): [string, string][] {
  if (!COMPOUNDING.has(language) || word.length < 2 * LEAST) return [];
  const ways: [string, string][] = [];
  for (let at = LEAST; at <= word.length - LEAST; at++)
    for (const joint of JOINTS) {
      const first = word.slice(0, at);
      if (first.endsWith(joint) && first.length - joint.length >= LEAST)
        ways.push([first.slice(0, first.length - joint.length), word.slice(at)]);
    }
  return ways;
}

/** Characters of a word that may have been written together with the next. */
const LEAST_WORD = 2;
const LETTERS = /^\p{L}+$/u;

/**
 * A letter that a name may begin with, "wlan" is "W-LAN"; none that is a word of its own, or stands at an apostrophe ("it's on" is no "son"). The
 * `t` of "T-Shirt" stands there too ("don't own" is no "town"): only before a longer word.
 */
const LETTER = /^(?:[beghpqruwx]\p{L}{3}|t\p{L}{5})/u;

const splitLetter = (word: string, language: string): [string, string][] =>
  LETTERS.test(word) && LETTER.test(word) ? [[word.slice(0, 1), stem(word.slice(1), language)]] : [];

/** A name of two syllables, "wifi" is "Wi-Fi": so short a word is no compound. */
const SYLLABLES = /^(\p{L}{2})(\p{L}{2})$/u;

function splitShort(word: string, language: string): [string, string][] {
  const [, one = "", other = ""] = SYLLABLES.exec(word) ?? [];
  const small = [one, other].some((part) => part === "" || isStopWord(part, language));
  return small ? splitLetter(word, language) : [...splitLetter(word, language), [one, other]];
}

/** Each way to see a word as two that a space is missing between: "giftcard". */
function splitWords(word: string, language: string): [string, string][] {
  if (!LETTERS.test(word)) return [];
  const ways = splitLetter(word, language);
  for (let at = LEAST_WORD; at <= word.length - LEAST_WORD; at++)
    ways.push([stem(word.slice(0, at), language), stem(word.slice(at), language)]);
  return ways;
}

/** How many parts are looked up for one question. A question of real words, in several languages, has a fifth of this; one of random letters would have 3,000. */
const MOST_PARTS = 800;

/** Each way to see each word of a question as two, by its terms. Beyond the bound a word is seen as one. */
type Ways = (words: readonly { terms: readonly string[] }[], languages: readonly string[]) => [string, string][][];

const waysBy =
  (split: (word: string, language: string) => [string, string][]): Ways =>
  (words, languages) => {
    const parts = new Set<string>();
    return words.map(({ terms }) =>
      languages.flatMap((language) =>
        terms
          .flatMap((term) => split(term, language))
          .filter((way) => {
            const fits = parts.size < MOST_PARTS;
            if (fits) for (const part of way) parts.add(part);
            return fits;
          }),
      ),
    );
  };

export const compoundWays = waysBy(splitCompound);
const wordWays = waysBy(splitWords);
const shortWays = waysBy(splitShort);

/** A language that makes compounds has only the ways behind a first letter and of two syllables: a word that no passage holds is more often a compound there than two words without their space. */
export const spaceWays: Ways = (words, languages) =>
  (languages.some((language) => COMPOUNDING.has(language)) ? shortWays : wordWays)(words, languages);
