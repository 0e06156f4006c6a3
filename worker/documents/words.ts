import { LENGTHS } from "../../shared/text-lengths.ts";
import { codesIn } from "./codes.ts";
import { fold } from "./fold.ts";
import { questionLanguage } from "./language-of.ts";
import { asideWords, generalWords, hasStemmer, isStopWord, stem } from "./languages.ts";
import { isSmallNumber, spokenIn } from "./spoken.ts";
import { phrasesAt, synonymsIn } from "./synonyms.ts";
import { wordsOfRun } from "./unspaced.ts";
import { formsOf } from "./word-forms.ts";

/** Scripts that are written without spaces between words, and Hangul, whose particles stick to theirs. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;
/** An emoji holds marks without a letter. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const APOSTROPHES = new Set(["'", "’"]);
const HYPHENS = new Set(["-", "‐", "‑"]);
/** Most words are, and need none of what other scripts do. */
const PLAIN = /^[0-9A-Za-z]*$/;
/** Where a name like `getUserMedia` is split into words. */
const SEAMS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Anything longer is not a word but a hash, a key, or base64. */
const LONGEST = 64;
const MAX_REMEMBERED = 20_000;

/** Stems computed before, by language: a document repeats its words. */
const remembered = new Map<string, Map<string, string>>();

function stemmed(word: string, language: string): string {
  if (!hasStemmer(language)) return word;
  let known = remembered.get(language);
  if (!known || known.size > MAX_REMEMBERED) {
    known = new Map();
    remembered.set(language, known);
  }
  let result = known.get(word);
  if (result === undefined) {
    result = /\d/.test(word) ? word : stem(word, language);
    known.set(word, result);
  }
  return result;
}

/** All pairs of neighbouring characters: text without spaces is found by any two of them. */
function pairs(run: string): string[] {
  const characters = [...run];
  const found = characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  // The last character alone: a search for one character looks for the beginning of a pair, or for this.
  return [...found, characters.at(-1) ?? ""];
}

interface PlainWord {
  /** Folded; a run without spaces stays whole. */
  word: string;
  /** As written, in lower case. */
  written: string;
  unspaced: boolean;
  parts: string[];
  /** An apostrophe stands before it, as in "I'd". */
  cut: boolean;
  /** A hyphen stands before it, as in "W-LAN". */
  hyphen: boolean;
}

/** Plain words of a text in their order. */
function plainWords(text: string): PlainWord[] {
  const found: PlainWord[] = [];
  for (const { 0: run, index } of text.matchAll(WORD)) {
    const before = text[index - 1] ?? "";
    const [cut, hyphen] = [APOSTROPHES.has(before), HYPHENS.has(before)];
    const plain = PLAIN.test(run);
    if (run.length > LONGEST && (plain || !UNSPACED.test(run))) continue;
    UNSPACED.lastIndex = 0;
    let at = 0;
    const spaced = (piece: string) => {
      if (piece === "" || piece.length > LONGEST) return;
      const written = piece.toLowerCase();
      // A seam stands before a capital letter.
      const parts = piece === written ? [piece] : piece.split(SEAMS);
      const folded = parts.length > 1 ? parts.map(fold) : [];
      found.push({ word: fold(piece), written, unspaced: false, parts: folded, cut, hyphen });
    };
    for (const match of plain ? [] : run.matchAll(UNSPACED)) {
      spaced(run.slice(at, match.index));
      found.push({ word: match[0], written: match[0], unspaced: true, parts: [], cut, hyphen });
      at = match.index + match[0].length;
    }
    spaced(run.slice(at));
  }
  return found;
}

/** No language is half as long again in plain forms; some signs are eighteen letters, and a title stands with each passage. */
const plainForms = (text: string): string => text.normalize("NFKC").slice(0, 1.5 * text.length + 20);

/** The words of a text as the index stores them: in order, stemmed in its language, and its codes behind them. */
export function indexWords(text: string, language: string): string[] {
  const normal = plainForms(text);
  const words = plainWords(normal).flatMap(({ word, unspaced, parts }) =>
    unspaced ? pairs(word) : [word, ...parts].map((part) => stemmed(part, language)),
  );
  return [...words, ...codesIn(normal).flatMap(({ terms }) => terms)];
}

/** A word of a question: as written, and its stem in each language, as the index may hold it. */
export interface QuestionWord {
  word: string;
  terms: string[];
  /** What a site may say instead: other words, parts of a compound or of a code, it and its neighbour as one. They count less. */
  near: string[];
  /** A single character of a script without spaces, searched as the beginning of a pair. */
  prefix: boolean;
  /** How much of its rarity counts, 0 to 1. */
  tells: number;
  /** It stands beside the question, such as "tomorrow": what no page says of it speaks against no answer. */
  aside: boolean;
}

/** How much a general word tells, such as "bring", a small one that only begins a phrase, the "where" of "where is my parcel", and "tomorrow". */
const TELLS = { general: 0.6, beginning: 0.2, passing: 0.1 };

const MAX_WORDS = 32;
/** Languages that may write `ue` for `ü`. */
const UMLAUTS = new Set(["de", "sv", "da", "nb", "fi"]);

/** A word in each way that its umlauts are written, folded. */
function spellings(written: string, word: string): string[] {
  const spelt = fold(written.replace(/[äöüøå]/g, (letter) => (letter === "å" ? "aa" : `${letter}e`)));
  const dotted = word.replace(/(?<![aeoqu])([aou])e/g, "$1");
  return [...new Set([word, spelt, dotted])];
}

/** A word, and how many letters two have at least that a site may write as one; and with a hyphen between them. */
const JOINED = { part: 2, whole: 5 };
const HYPHENED = { part: 1, whole: 4 };
/** A letter that begins a name, "t shirt"; none at an apostrophe, nor one that is a word. */
const NAMING = /^[beghpqrtuwx]$/;

/** A word with the one before it and the one behind it, as a site may write them: a "log in" is a login, "W-LAN" WLAN. */
const joinedAt = (words: readonly PlainWord[], at: number): string[] =>
  [words.slice(Math.max(0, at - 1), at + 1), words.slice(at, at + 2)].flatMap((both) => {
    const whole = both.map(({ word }) => word).join("");
    const naming = both[0]?.cut === false && NAMING.test(both[0].word);
    const least = both[1]?.hyphen || naming ? HYPHENED : JOINED;
    const fits = both.length === 2 && both.every(({ word }) => word.length >= least.part && /^\p{L}+$/u.test(word));
    return fits && whole.length >= least.whole ? [whole] : [];
  });

/** A question's words, each once. */
export interface AskedWords {
  /** Those that carry meaning; all of them if none does. */
  meaningful: QuestionWord[];
  /** The others, such as "how" and "can": they say little, and which of two passages is put as the question is. */
  others: QuestionWord[];
}

/** The words of a question that carry meaning. */
export const questionWords = (question: string, languages: readonly string[]): QuestionWord[] =>
  askedWords(question, languages).meaningful;

/**
 * The words of a question, of one that is very long those of its beginning.
 * @param languages of what is searched
 */
export function askedWords(question: string, languages: readonly string[]): AskedWords {
  const asked = question.slice(0, LENGTHS.question);
  const own = questionLanguage(asked, languages);
  const all = new Map<string, QuestionWord & { meaning: boolean }>();
  const stems = languages.length > 0 ? languages : [own];
  const inAll = (word: string) => stems.map((language) => stemmed(word, language));
  const { words: others } = synonymsIn(own);
  const common = generalWords(own);
  const { passing, days_and_persons } = asideWords(own);
  const times = new Set<string>();
  const carries = (word: string, written: string) =>
    !isStopWord(written, own) && (word.length > 1 || /\p{N}/u.test(word));
  const add = (word: string, terms: string[], meaning: boolean, near: string[] = [], prefix = false, tells = 1) => {
    const distinct = [...new Set(terms)];
    const key = distinct.join(" ");
    const before = all.get(key);
    const nearby = [...new Set([...(before?.near ?? []), ...near])].filter((term) => !distinct.includes(term));
    const aside = times.has(word) || passing.has(word) || days_and_persons.has(word);
    const carrying = meaning || before?.meaning === true;
    all.set(key, { word, terms: distinct, near: nearby, meaning: carrying, prefix, tells, aside });
  };
  const normal = asked.normalize("NFKC");
  const codes = codesIn(normal);
  for (const { index, length, terms } of codes) {
    const parts = plainWords(normal.slice(index, index + length)).flatMap(({ word }) => inAll(word));
    add(normal.slice(index, index + length).toLowerCase(), terms, true, parts);
  }
  const rest = codes.reduceRight(
    (text, { index, length }) => `${text.slice(0, index)} ${text.slice(index + length)}`,
    normal,
  );
  const plain = plainWords(rest);
  const folded = plain.map(({ word }) => word);
  const spoken = spokenIn(
    plain.map(({ word, cut }) => (cut ? "" : word)),
    own,
  );
  for (const { at, count, written, parts, clock } of spoken.filter((one) => !isSmallNumber(one))) {
    if (clock) for (const hour of written) times.add(hour);
    const words = clock ? [] : folded.slice(at, at + count).filter((word) => word.length > 1);
    add(written[0] ?? "", written.flatMap(inAll), true, [...parts, ...words].flatMap(inAll));
  }
  const said_otherwise = new Set(
    spoken
      .filter((one) => !isSmallNumber(one))
      .flatMap(({ at, count }) => Array.from({ length: count }, (_, of) => at + of)),
  );
  const digits = new Map(spoken.filter(isSmallNumber).map(({ at, written }) => [at, written]));
  const asked_stems = plain.map(({ word, unspaced }) => (unspaced ? word : stemmed(word, own)));
  plain.forEach(({ word, written, unspaced }, at) => {
    if (said_otherwise.has(at)) return;
    if (unspaced) {
      for (const { text, meaning } of wordsOfRun(word)) {
        if ([...text].length === 1) add(text, [text], meaning, [], true);
        else for (const pair of pairs(text).slice(0, -1)) add(pair, [pair], meaning);
      }
      return;
    }
    const forms = formsOf(folded, at, own);
    const said = phrasesAt(asked_stems, at, own);
    const near = [
      ...[stemmed(word, own), ...forms].flatMap((form) => others.get(form) ?? []),
      ...forms,
      ...said.flatMap(({ stems }) => stems),
      ...joinedAt(plain, at).flatMap(inAll),
      ...(digits.get(at) ?? []),
    ];
    const ways = stems.some((language) => UMLAUTS.has(language)) ? spellings(written, word) : [word];
    const begins = said.length > 0;
    const alone = passing.has(word) ? TELLS.passing : common.has(word) ? TELLS.general : 1;
    const carrying = carries(word, written);
    const tells = begins ? (carrying ? 1 : TELLS.beginning) : alone;
    add(word, ways.flatMap(inAll), carrying || begins, near, false, tells);
  });
  const words = [...all.values()];
  const those = (meaning: boolean) =>
    words
      .filter((word) => word.meaning === meaning)
      .slice(0, MAX_WORDS)
      .map(({ meaning: _, ...word }) => word);
  const meaningful = those(true);
  return meaningful.length > 0 ? { meaningful, others: those(false) } : { meaningful: those(false), others: [] };
}
