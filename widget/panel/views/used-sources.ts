import type { SourceLink } from "../../session/sources.ts";

/** Letters by which two forms of a word are one: "roasted" and "roasting". */
const STEM = 5;
/** Words as short as this say how a language is built, not what is spoken of. */
const SHORT = 3;
/** Weight of a word that the visitor has said: also "I do not know" repeats it. */
const ASKED = 0.5;
/** Share of an answer's words that a page must hold: less is chance. */
const RESTS_ON = 0.4;
/** What a further page must add, beside all that the first one holds. */
const ADDS = 0.4;
/** Below this share of an answer's short words, its language is not that of the pages. */
const SAME_LANGUAGE = 0.3;

/** Written without spaces: two characters in a row stand for a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const word of text.toLowerCase().match(/\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+/gu) ?? []) {
    if (UNSPACED.test(word)) for (let at = 0; at + 1 < word.length; at++) words.add(word.slice(at, at + 2));
    else words.add(word.slice(0, STEM));
  }
  return words;
}

const tells = (word: string) => word.length > SHORT || /\p{N}/u.test(word) || UNSPACED.test(word);

/**
 * The pages whose text an answer rests on, the one that holds most of it first: a search finds what is near, and the agent
 * uses some of it, or nothing. What no page holds, as in "I do not know", speaks against all of them. Where the answer is in
 * another language than the pages, no words tell, and the nearest page stands for it.
 * @param asked the visitor's own words
 */
export function usedSources(answer: string, asked: string, found: readonly SourceLink[]): readonly SourceLink[] {
  const pages = found.map((source) => ({ source, words: wordsOf(`${source.title} ${source.text}`) }));
  const all = [...wordsOf(answer)];
  const held = (words: readonly string[]) => words.filter((word) => pages.some((page) => page.words.has(word))).length;
  const small = all.filter((word) => word.length <= SHORT || UNSPACED.test(word));
  if (small.length > 2 && held(small) < small.length * SAME_LANGUAGE) return found.slice(0, 1);
  const question = wordsOf(asked);
  const weigh = (word: string) => {
    const holding = pages.filter(({ words }) => words.has(word)).length;
    return (question.has(word) ? ASKED : 1) / Math.max(1, holding);
  };
  const weights = new Map(all.filter(tells).map((word) => [word, weigh(word)]));
  const used: SourceLink[] = [];
  let least = 0;
  for (;;) {
    const share = ({ words }: { words: ReadonlySet<string> }) =>
      [...weights].reduce((sum, [word, weight]) => sum + (words.has(word) ? weight : 0), 0);
    const [best] = pages
      .filter(({ source }) => !used.includes(source))
      .map((page) => ({ ...page, held: share(page) }))
      .sort((one, other) => other.held - one.held);
    const left = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    if (!best || best.held === 0 || best.held < Math.max(least, left * RESTS_ON)) return used;
    least ||= best.held * ADDS;
    used.push(best.source);
    for (const word of best.words) weights.delete(word);
  }
}
