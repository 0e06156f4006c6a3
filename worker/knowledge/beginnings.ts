/** Letters from which on a word is looked for as the beginning of longer ones: `Rechnung` of `Rechnungsadresse`. */
const WHOLE = 6;
/** How many letters longer these are; fewer are an ending that a stemmer left. */
const LONGER = 3;
/** So many of them, the most frequent, say as much as all. */
const MOST = 2;
/** Letters, and share of its own, that a word that no passage holds has to begin with as another does. */
const SHARED = 5;
const SHARE = 0.6;

const isWord = (term: string): boolean => /^\p{L}+$/u.test(term);

export const mayBegin = (term: string): boolean => term.length >= WHOLE && isWord(term);

const frequent = (words: [string, number][]): string[] =>
  words
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([word]) => word);

/** The words of an index that begin with this one. @param known how many passages hold each */
export const longerWords = (term: string, known: ReadonlyMap<string, number>): string[] =>
  frequent([...known].filter(([word]) => word.startsWith(term) && word.length >= term.length + LONGER));

/** The words that begin most as this one does: "Rechtschreibfehler" is asked, and a page is on `Rechtschreibprüfung`. */
export function wordsBeginningAlike(term: string, known: ReadonlyMap<string, number>): string[] {
  if (!isWord(term)) return [];
  let most = Math.max(SHARED, Math.ceil(term.length * SHARE));
  let alike: [string, number][] = [];
  for (const [word, count] of known) {
    let shared = 0;
    while (shared < term.length && word[shared] === term[shared]) shared++;
    if (shared < most) continue;
    if (shared > most) alike = [];
    most = shared;
    alike.push([word, count]);
  }
  return frequent(alike);
}
