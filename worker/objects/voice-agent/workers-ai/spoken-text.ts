import { parseMarkdown } from "../../../../shared/markdown/blocks.ts";
import type { Block, Inline } from "../../../../shared/markdown/tree.ts";
import { withoutFormulas } from "./formulas.ts";

/** A text, and the place of its first character in the source; from there on both have the same characters. */
interface Leaf {
  text: string;
  at: number;
  /** An address as text: only its site is said, and only once. */
  site?: string;
  struck?: boolean;
}

/** What closes a stretch that is struck out; an open one may be a mark that marks nothing. */
const STRUCK_END = /^[*_`\])]{0,4}~~/;

/** Between two cells of a row, which nothing else keeps apart. */
const CELL = ", ";

/** Little pictures, with the space before them; of a number in a box the number stays. Signs as `©` and `→` are none. */
const PICTURES =
  / ?(?:(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)(?:\p{Emoji_Modifier}|\ufe0f|\u200d)*)+|\ufe0f|\u20e3/gu;

/** Those that stand for a sign or a number. */
const SIGNS: Record<string, string> = {
  "➕": "+",
  "➖": "−",
  "✖": "×",
  "➗": "÷",
  "❓": "?",
  "❔": "?",
  "❗": "!",
  "❕": "!",
  "🔟": "10",
};

const SIGN = new RegExp(`([${Object.keys(SIGNS).join("")}])\ufe0f?`, "gu");

/** Some voices read them aloud by their names. */
const withoutPictures = (text: string): string =>
  text
    .replace(SIGN, (_, sign: string) => SIGNS[sign] ?? sign)
    .replace(PICTURES, (found, at: number, all: string) =>
      /^[\p{L}\p{N}]/u.test(all.slice(at + found.length)) ? " " : "",
    );

/**
 * What is said of a stretch of Markdown: every word of it and no mark or picture, none that is struck out, of a link its text, of an
 * address its site. The whole text until then is read, since a mark may begin in an earlier sentence and end in a later one.
 * @param open more of the text follows
 */
export function spokenText(source: string, from: number, to = source.length, open = false): string {
  const leaves = parseMarkdown(source, { open }).flatMap(leavesOf);
  let said = "";
  let end = from;
  for (const { text, at, site, struck } of leaves) {
    const begin = Math.max(at, from);
    const until = Math.min(at + text.length, to);
    if (begin >= until || (struck && STRUCK_END.test(source.slice(at + text.length, at + text.length + 6)))) continue;
    const between = source.slice(end, begin);
    if (between.includes("|") && said) said += CELL;
    else if (/\s/.test(between)) said += " ";
    if (site === undefined) said += text.slice(begin - at, until - at);
    else if (begin === at) said += site;
    end = until;
  }
  // A sign alone, such as a mark that marks nothing, is no word.
  return /[\p{L}\p{N}]/u.test(said) ? withoutPictures(withoutFormulas(said.replace(/\s+/g, " "))).trim() : "";
}

function leavesOf(block: Block): Leaf[] {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return block.content.flatMap(wordsOf);
    case "code":
      return block.lines;
    case "quote":
      return block.content.flatMap(leavesOf);
    case "list":
      return block.items.flatMap((item) => withoutBox(item.flatMap(leavesOf)));
    case "table":
      return block.rows.flat(2).flatMap(wordsOf);
    case "rule":
      return [];
    default:
      return block satisfies never;
  }
}

/** An item of a list of things to do, without its box. */
function withoutBox([first, ...rest]: Leaf[]): Leaf[] {
  if (!first) return [];
  const box = /^\[[ xX]?\]\s/.exec(first.text)?.[0].length ?? 0;
  return [{ ...first, text: first.text.slice(box), at: first.at + box }, ...rest];
}

function wordsOf(inline: Inline): Leaf[] {
  if (inline.type === "text" || inline.type === "code") return [inline];
  const words = inline.content.flatMap(wordsOf);
  if (inline.type === "del") return words.map((leaf) => ({ ...leaf, struck: true }));
  const [first] = words;
  if (inline.type !== "link" || !first || !/^https?:/.test(inline.href)) return words;
  // Models write addresses as links to themselves, too.
  if (!inline.bare && !/^(?:https?:\/\/|www\.)\S+$/i.test(first.text)) return words;
  return [{ ...first, site: first.text.replace(/^(?:https?:\/\/)?(?:www\.)?([^/?#:]*).*$/is, "$1") }];
}
