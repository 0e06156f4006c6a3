import { fold } from "./fold.ts";
import { questionLanguage, stem, stopWords } from "./languages.ts";
import { wordsOfRun } from "./unspaced.ts";

/** Scripts that are written without spaces between words, and Hangul, whose particles stick to theirs. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;
/** An emoji holds marks without a letter. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Where a name like `getUserMedia` is split into words. */
const SEAMS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Anything longer is not a word but a hash, a key, or base64. */
const LONGEST = 64;
const MAX_REMEMBERED = 20_000;

/** Stems computed before, by language: a document repeats its words. */
const remembered = new Map<string, Map<string, string>>();

function stemmed(word: string, language: string): string {
  let known = remembered.get(language);
  if (!known || known.size > MAX_REMEMBERED) {
    known = new Map();
    remembered.set(language, known);
  }
  let result = known.get(word);
  if (result === undefined) {
    result = /\d/.test(word) ? word : stem(word, language) || word;
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

/** Plain words of a text in their order, folded; a run without spaces stays whole. */
function plainWords(text: string): { word: string; unspaced: boolean; parts: string[] }[] {
  const found: { word: string; unspaced: boolean; parts: string[] }[] = [];
  for (const [run] of text.matchAll(WORD)) {
    if (run.length > LONGEST && !UNSPACED.test(run)) continue;
    UNSPACED.lastIndex = 0;
    let at = 0;
    const spaced = (piece: string) => {
      if (piece === "" || piece.length > LONGEST) return;
      const parts = piece.split(SEAMS);
      found.push({ word: fold(piece), unspaced: false, parts: parts.length > 1 ? parts.map(fold) : [] });
    };
    for (const match of run.matchAll(UNSPACED)) {
      spaced(run.slice(at, match.index));
      found.push({ word: match[0].normalize("NFKC"), unspaced: true, parts: [] });
      at = match.index + match[0].length;
    }
    spaced(run.slice(at));
  }
  return found;
}

/** The words of a text as the index stores them: in order, stemmed in its language. */
export const indexWords = (text: string, language: string): string[] =>
  plainWords(text.normalize("NFKC")).flatMap(({ word, unspaced, parts }) =>
    unspaced ? pairs(word) : [word, ...parts].map((part) => stemmed(part, language)),
  );

/** A word of a question: as written, and its stem in each language, as the index may hold it. */
export interface QuestionWord {
  word: string;
  terms: string[];
  /** A single character of a script without spaces, searched as the beginning of a pair. */
  prefix: boolean;
}

const MAX_WORDS = 32;

/**
 * The words of a question that carry meaning, each once; all of its words if none does.
 * @param languages of what is searched
 */
export function questionWords(question: string, languages: readonly string[]): QuestionWord[] {
  const own = questionLanguage(question, languages);
  const all = new Map<string, QuestionWord & { meaning: boolean }>();
  const stems = languages.length > 0 ? languages : [own];
  const add = (word: string, terms: string[], meaning: boolean, prefix = false) => {
    const distinct = [...new Set(terms)];
    const key = distinct.join(" ");
    if (!all.has(key)) all.set(key, { word, terms: distinct, meaning, prefix });
  };
  const stop = stopWords(own);
  for (const { word, unspaced } of plainWords(question.normalize("NFKC"))) {
    if (unspaced)
      for (const { text, meaning } of wordsOfRun(word)) {
        if ([...text].length === 1) add(text, [text], meaning, true);
        else for (const pair of pairs(text).slice(0, -1)) add(pair, [pair], meaning);
      }
    else
      add(
        word,
        stems.map((language) => stemmed(word, language)),
        !stop.has(word) && (word.length > 1 || /\p{N}/u.test(word)),
      );
  }
  const words = [...all.values()];
  const meaningful = words.filter(({ meaning }) => meaning);
  return (meaningful.length > 0 ? meaningful : words)
    .slice(0, MAX_WORDS)
    .map(({ word, terms, prefix }) => ({ word, terms, prefix }));
}
