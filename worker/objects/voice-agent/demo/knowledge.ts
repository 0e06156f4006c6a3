import { KNOWLEDGE_TAG, MAX_PASSAGES } from "../../../../shared/knowledge.ts";
import { SEARCH_TOOL } from "../../../../shared/tool-names.ts";
import { languageOf } from "../../../documents/language-of.ts";
import { indexWords, type QuestionWord, questionWords } from "../../../documents/words.ts";

/** A passage of the site's pages, from the search or from the instructions. */
export interface Passage {
  title: string;
  url: string | null;
  text: string;
}

const MAX_SENTENCES = 3;
const MAX_ANSWER = 500;

const isPassage = (value: unknown): value is Passage => {
  const passage = value as Partial<Passage> | null;
  return typeof passage?.title === "string" && typeof passage.text === "string" && passage.url !== undefined;
};

/** Characters of a passage that are read: a page may say that anything was found. */
const MAX_TEXT = 4_000;
const asFound = ({ title, url, text }: Passage): Passage => ({
  url,
  title: title.slice(0, MAX_ANSWER),
  text: text.slice(0, MAX_TEXT),
});

interface Search {
  found: boolean;
  passages: unknown[];
}

/** The passages that answer a search, in any shape that a client passes on; `null` if it is no search's result. */
export function passagesOf(output: string): Passage[] | null {
  try {
    const parsed = JSON.parse(output) as Partial<Search> & { result?: Partial<Search> };
    const { found, passages } = parsed?.passages === undefined ? (parsed?.result ?? {}) : parsed;
    if (!Array.isArray(passages)) return null;
    return found === false ? [] : passages.filter(isPassage).slice(0, MAX_PASSAGES).map(asFound);
  } catch {
    return null;
  }
}

/** All that the instructions quote of the site's pages, paragraph by paragraph. */
export function quotedPassages(instructions: string): Passage[] {
  const begin = `<${KNOWLEDGE_TAG}>\n`;
  const from = instructions.indexOf(begin);
  const to = from === -1 ? -1 : instructions.indexOf(`\n</${KNOWLEDGE_TAG}>`, from);
  if (to === -1) return [];
  const block = instructions.slice(from + begin.length, to);
  try {
    const pages = JSON.parse(block) as unknown[];
    return pages
      .filter(isPassage)
      .flatMap((page) => page.text.split(/\n{2,}/).map((text) => ({ title: page.title, url: page.url, text })));
  } catch {
    return [];
  }
}

/** Those of a question's words that a text holds. */
function heldWords(text: string, words: readonly QuestionWord[], language: string): QuestionWord[] {
  const there = new Set(indexWords(text, language));
  return words.filter(({ terms }) => terms.some((term) => there.has(term)));
}

const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+|(?<=[.!?。！？])\s+/)
    .map((sentence) => sentence.replace(/^[#>*\s-]+/, "").trim())
    .filter((sentence) => sentence !== "");

/**
 * The sentences that hold most of the question's words, unchanged; a word of few sentences counts more than one of many.
 * `null` if no passage holds at least half of the words.
 * @param cited whether the page is named behind them: under what comes of a search, the widget names it
 */
export function answerFrom(question: string, passages: readonly Passage[], cited: boolean): string | null {
  const language = languageOf(passages.map(({ text }) => text).join("\n"));
  const words = questionWords(question, [language]);
  const best = passages
    .map((passage, at) => ({
      passage,
      at,
      score: heldWords(`${passage.title} ${passage.text}`, words, language).length,
    }))
    .sort((one, other) => other.score - one.score || one.at - other.at)[0];
  if (!best || best.score * 2 < words.length || best.score === 0) return null;
  const { text, url, title } = best.passage;
  const sentences = sentencesOf(text);
  // A line without a full stop is a heading for the sentences after it.
  let heading = "";
  const whole = sentences.flatMap((sentence) => {
    if (/[.!?。！？:…]["'”)]*$/.test(sentence))
      return [{ sentence, held: heldWords(`${heading} ${sentence}`, words, language) }];
    heading = sentence.slice(0, MAX_ANSWER);
    return [];
  });
  // A title's word tells little of one sentence among the page's.
  const all = passages
    .flatMap((passage) => [passage.title, ...sentencesOf(passage.text)])
    .map((one) => heldWords(one, words, language));
  const weights = new Map(words.map((word) => [word, 1 / (1 + all.filter((held) => held.includes(word)).length)]));
  const scores = whole.map(({ held }) => held.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0));
  const first = scores.indexOf(scores.reduce((most, score) => Math.max(most, score), 0));
  const said =
    whole.length === 0
      ? text
      : whole
          .slice(first, first + MAX_SENTENCES)
          .map(({ sentence }) => sentence)
          .join(" ");
  const short = said.length > MAX_ANSWER ? `${said.slice(0, MAX_ANSWER - 1)}…` : said;
  if (!cited) return short;
  return url === null ? `${short} (${title})` : `${short} [${title.replace(/[[\]]/g, "")}](${url})`;
}

export const isSearch = (name: string): boolean => name === SEARCH_TOOL;

/** Whether an agent was set up with the site's pages, or a way to search them. */
export const knowsSite = (agent: { instructions: string; tools: readonly { name: string }[] }): boolean =>
  agent.tools.some(({ name }) => isSearch(name)) || quotedPassages(agent.instructions).length > 0;
