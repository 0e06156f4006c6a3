import { destination, labelOf } from "./destination.ts";

/** A line without its break. `end` is its end in the source: marks are only taken away, and tabs expanded, before that. */
export interface Line {
  text: string;
  end: number;
}

/** Before the words of a heading. */
export const HEADING = /^ {0,3}(#{1,6})(?![^ \t])[ \t]*/;
export const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/;
export const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
export const QUOTE = /^ {0,3}>[ \t]?/;
export const ITEM = /^( {0,3})([-*+•]|(\d{1,9})[.)])(?:[ \t]+(?=\S)|[ \t]*$)/;
export const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*(?:\|[ \t]*)?$/;
const DEFINITION = /^ {0,3}\[((?:[^\][\\]|\\.){1,999})\]:[ \t]*/;
export const isBlank = ({ text }: Line) => text.trim() === "";

export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let end = 0;
  for (const line of text.split("\n")) {
    end += line.length;
    lines.push({
      text: line.replace(/\r$/, "").replace(/^[ \t]*\t/, (blank) => blank.replaceAll("\t", "    ")),
      end: line.endsWith("\r") ? end - 1 : end,
    });
    end++;
  }
  return lines;
}

/** `[label]: address` alone on its line. */
export function definitionIn({ text }: Line): { label: string; href: string } | null {
  const found = DEFINITION.exec(text);
  const target = found && destination(text, found[0].length, false);
  if (!found || !target?.href || target.end < text.trimEnd().length) return null;
  return { label: labelOf(found[1] ?? ""), href: target.href };
}

/** Addresses by label; the first of a label counts. */
export const definitionsIn = (lines: readonly Line[]): Map<string, string> =>
  new Map(
    lines
      .map(definitionIn)
      .filter((found) => found !== null)
      .toReversed()
      .map(({ label, href }) => [label, href]),
  );

export const hasIndent = (text: string, indent: number): boolean =>
  text.length > indent && text.slice(0, indent).trim() === "";

export const codeLine = (line: Line, indent: number) => {
  const text = line.text.replace(new RegExp(`^ {0,${indent}}`), "");
  return { text, at: line.end - text.length };
};

/** A heading's words, without the marks that may close it. */
export function withoutClosing(heading: string): string {
  const words = heading.trimEnd();
  let end = words.length;
  while (words[end - 1] === "#") end--;
  return /[ \t]/.test(words[end - 1] ?? "") ? words.slice(0, end).trimEnd() : words;
}

/** Whether a line begins a block of its own, also in the middle of a paragraph. */
export const begins = (text: string): boolean =>
  FENCE.test(text) ||
  HEADING.test(text) ||
  RULE.test(text) ||
  QUOTE.test(text) ||
  (ITEM.test(text) && text.trim().length > 2);

/** Whether a line without the marks before it belongs to the paragraph of the one before. */
export const continues = (before: Line | undefined, line: Line): boolean =>
  before !== undefined &&
  !isBlank(before) &&
  !begins(line.text) &&
  !FENCE.test(before.text) &&
  !HEADING.test(before.text);

/** The cells of a row of a table, each with its place in the source. */
export function cellsOf({ text, end }: Line): { text: string; at: number }[] {
  const place = end - text.length;
  const from = text.length - text.trimStart().length + (text.trimStart().startsWith("|") ? 1 : 0);
  const cells: { text: string; at: number }[] = [];
  let began = from;
  const add = (to: number) => {
    const cell = text.slice(began, to);
    cells.push({ text: cell.trim(), at: place + began + (cell.length - cell.trimStart().length) });
    began = to + 1;
  };
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "|") add(at);
  }
  if (text.slice(began).trim() !== "") add(text.length);
  return cells;
}
