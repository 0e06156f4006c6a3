import { fold } from "./fold.ts";
import { hasStemmer, LANGUAGES, stopWords } from "./languages.ts";
import { withoutSpelt } from "./spoken.ts";

const SAME: Record<string, string> = { no: "nb", nn: "nb" };

/** Characters that are enough to tell a language by. */
const SAMPLE = 6_000;

/** Share of a text's words that are stop words where it is surely of that language. Polish and Ukrainian have a fourth of another language's at most. */
const SURELY = 0.3;

/**
 * The language of a text: the one with the most stop words in it. `declared` wins if it is known here; another declared one
 * does unless the text is surely of one that is known.
 * @returns one of the languages with a stemmer, or the declared one; `en` if nothing decides
 */
export function languageOf(text: string, declared: string | null = null): string {
  const primary = declared?.split(/[-_]/)[0]?.toLowerCase() ?? "";
  const said = SAME[primary] ?? primary;
  if (hasStemmer(said)) return said;
  const best = mostHits(text, LANGUAGES);
  if (/^[a-z]{2,3}$/.test(said) && best.hits <= best.words * SURELY) return said;
  return best.hits > 0 ? best.language : "en";
}

let of_words: Map<string, string[]> | undefined;

/** The languages that each stop word is one of. */
function languagesOfWords(): ReadonlyMap<string, readonly string[]> {
  if (of_words) return of_words;
  of_words = new Map();
  for (const language of LANGUAGES)
    for (const word of stopWords(language)) {
      const known = of_words.get(word);
      if (known) known.push(language);
      else of_words.set(word, [language]);
    }
  return of_words;
}

interface LanguageHits {
  language: string;
  /** Stop words of it, of all words. */
  hits: number;
  words: number;
  /** Another language has as many. */
  shared: boolean;
}

/** The language with the most stop words in the text; the first of several. */
function mostHits(text: string, languages: readonly string[]): LanguageHits {
  const words = fold(text.slice(0, SAMPLE)).match(/\p{L}+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words)
    for (const language of languagesOfWords().get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  let best: LanguageHits = { language: languages[0] ?? "en", hits: 0, words: words.length, shared: false };
  for (const language of languages) {
    const hits = counts.get(language) ?? 0;
    if (hits > best.hits) best = { ...best, language, hits, shared: false };
    else if (hits === best.hits && language !== best.language) best.shared = true;
  }
  return best;
}

/**
 * The language of a question. A question is short, and a single word may be a stop word in another language ("dog" is
 * one in Danish). So it is one of the searched languages, unless two stop words say otherwise.
 */
export const questionLanguage = (question: string, searched: readonly string[]): string =>
  askedIn(question, searched).language;

/** The same, where its small words tell; `null` where it may be one language as well as another. */
export function toldLanguage(question: string, searched: readonly string[]): string | null {
  const { language, hits, shared } = askedIn(question, searched);
  return hits === 0 || shared ? null : language;
}

function askedIn(question: string, searched: readonly string[]): LanguageHits {
  const words = withoutSpelt(question);
  const own = mostHits(words, searched);
  const any = mostHits(words, LANGUAGES);
  return any.hits >= 2 && any.hits > own.hits ? any : own;
}
