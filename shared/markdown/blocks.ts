// Long: one pass over the lines, each of which may end what the ones before it began.
import { type InlineOptions, parseInline } from "./inline.ts";
import {
  begins,
  cellsOf,
  codeLine,
  continues,
  DELIMITERS,
  definitionIn,
  definitionsIn,
  FENCE,
  HEADING,
  hasIndent,
  ITEM,
  isBlank,
  type Line,
  linesOf,
  QUOTE,
  RULE,
  withoutClosing,
} from "./lines.ts";
import type { Block, Inline } from "./tree.ts";

/** Longer texts stay plain: no agent says so much at once. */
const MAX_LENGTH = 20_000;
const MAX_DEPTH = 8;

/** @param open more of the text follows: see `InlineOptions` */
export function parseMarkdown(text: string, { open = false } = {}): Block[] {
  if (text.length > MAX_LENGTH) return [{ type: "paragraph", content: [{ type: "text", text, at: 0 }] }];
  // A byte order mark is no part of the first line; each place in the text stays where it is.
  const lines = linesOf(text.replace(/^\uFEFF/, " "));
  // The last line is over, but its paragraph may go on.
  if (open && lines.length > 1 && lines.at(-1)?.text === "") lines.pop();
  return new BlockParser(definitionsIn(lines)).parse(lines, open, 0);
}

class BlockParser {
  readonly #links: ReadonlyMap<string, string>;

  constructor(links: ReadonlyMap<string, string>) {
    this.#links = links;
  }

  parse(lines: readonly Line[], open: boolean, depth: number): Block[] {
    const blocks: Block[] = [];
    let paragraph: Line[] = [];
    const flush = (last = false) => {
      const block = this.#paragraph(paragraph, open && last);
      if (block) blocks.push(block);
      paragraph = [];
    };
    for (let index = 0; index < lines.length; ) {
      const line = lines[index] as Line;
      const { text } = line;
      if (isBlank(line)) {
        flush();
        index++;
        continue;
      }
      const deep = paragraph.length === 0 && /^ {4,}/.exec(text)?.[0].length;
      if (deep) {
        // Agents fence their code: blanks before a line are only how far it stands in.
        const from = index;
        while (index < lines.length && (hasIndent(lines[index]?.text ?? "", deep) || isBlank(lines[index] as Line)))
          index++;
        const own = lines.slice(from, index).map(({ text, end }) => ({ text: text.slice(deep), end }));
        blocks.push(...this.parse(own, open && index === lines.length, depth));
        continue;
      }
      const fence = FENCE.exec(text);
      if (fence) {
        flush();
        index = this.#fenced(blocks, lines, index, fence, open);
        continue;
      }
      const underline = paragraph.length > 0 && /^ {0,3}(=+|-+)[ \t]*$/.exec(text);
      if (underline) {
        const content = this.#content(paragraph, false);
        paragraph = [];
        blocks.push({ type: "heading", level: underline[1]?.[0] === "=" ? 1 : 2, content });
        index++;
        continue;
      }
      const heading = HEADING.exec(text);
      if (heading) {
        flush();
        const from = heading[0].length;
        const words = withoutClosing(text.slice(from));
        const own = { text: words, end: line.end - (text.length - from - words.length) };
        if (words || !open || index < lines.length - 1)
          blocks.push({
            type: "heading",
            level: heading[1]?.length ?? 1,
            content: this.#content([own], open && index === lines.length - 1),
          });
        index++;
        continue;
      }
      if (RULE.test(text)) {
        flush();
        blocks.push({ type: "rule" });
        index++;
        continue;
      }
      if (depth < MAX_DEPTH && QUOTE.test(text)) {
        flush();
        index = this.#quote(blocks, lines, index, open, depth);
        continue;
      }
      const item = depth < MAX_DEPTH ? ITEM.exec(text) : null;
      // In a paragraph only a list that begins with 1 begins: a line may begin with the year before it.
      if (
        item &&
        (paragraph.length === 0 || (text.slice(item[0].length).trim() && (item[3] === undefined || item[3] === "1")))
      ) {
        flush();
        index = this.#list(blocks, lines, index, item, open, depth);
        continue;
      }
      const rows = paragraph.length <= 1 ? this.#table(paragraph, lines, index, open) : null;
      if (rows) {
        paragraph = [];
        blocks.push({ type: "table", rows: rows.rows });
        index = rows.end;
        continue;
      }
      paragraph.push(line);
      index++;
    }
    flush(true);
    return blocks;
  }

  #inline(text: string, open: boolean, place: NonNullable<InlineOptions["place"]>): Inline[] {
    return parseInline(text, { links: this.#links, open, place });
  }

  /** Lines as one text; blanks around each are no part of it. */
  #content(lines: readonly Line[], open: boolean): Inline[] {
    const starts: number[] = [];
    const places: number[] = [];
    let text = "";
    for (const line of lines) {
      const shown = line.text.trimStart();
      starts.push(text.length);
      places.push(line.end - shown.length);
      text += `${shown.trimEnd()}\n`;
    }
    let row = 0;
    const place = (at: number) => {
      while (row > 0 && (starts[row] ?? 0) > at) row--;
      while (row < starts.length - 1 && (starts[row + 1] ?? 0) <= at) row++;
      return (places[row] ?? 0) + at - (starts[row] ?? 0);
    };
    return this.#inline(text.slice(0, -1), open, place);
  }

  #paragraph(lines: readonly Line[], open: boolean): Block | null {
    let from = 0;
    while (from < lines.length && definitionIn(lines[from] as Line)) from++;
    const own = lines.slice(from);
    if (own.length === 0) return null;
    const last = own.at(-1) as Line;
    // What may still become a heading, an item or a fence is not shown before it says more, nor a rule before it is one.
    const waits =
      open && /^ {0,3}(?:#{1,6}|[-*_]{1,2}|[+•]|`{1,3}|~{1,3}|\d{1,9}[.)])[ \t]*$|^\d{1,3}$/.test(last.text);
    const shown = waits ? own.slice(0, -1) : own;
    if (shown.length === 0) return null;
    const [head, delimiters] = shown;
    if (open && head && /^ {0,3}\|/.test(head.text) && shown.length <= 2 && /^[\s|:-]*$/.test(delimiters?.text ?? ""))
      return { type: "table", rows: [this.#row(head, !delimiters)] };
    const content = this.#content(shown, open);
    return content.length ? { type: "paragraph", content } : null;
  }

  #fenced(
    blocks: Block[],
    lines: readonly Line[],
    index: number,
    [, indent = "", fence = ""]: RegExpExecArray,
    open: boolean,
  ): number {
    const own: { text: string; at: number }[] = [];
    const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
    let at = index + 1;
    for (; at < lines.length; at++) {
      const line = lines[at] as Line;
      if (closing.test(line.text)) break;
      // Half of the fence that closes it.
      if (open && at === lines.length - 1 && /^ {0,3}(?:`{1,2}|~{1,2})$/.test(line.text)) continue;
      own.push(codeLine(line, indent.length));
    }
    blocks.push({ type: "code", lines: own });
    return at + 1;
  }

  #quote(blocks: Block[], lines: readonly Line[], from: number, open: boolean, depth: number): number {
    const own: Line[] = [];
    let index = from;
    for (; index < lines.length; index++) {
      const line = lines[index] as Line;
      const marked = QUOTE.exec(line.text);
      if (marked) own.push({ text: line.text.slice(marked[0].length), end: line.end });
      else if (isBlank(line) || !continues(own.at(-1), line)) break;
      else own.push({ text: line.text.trimStart(), end: line.end });
    }
    blocks.push({ type: "quote", content: this.parse(own, open && index === lines.length, depth + 1) });
    return index;
  }

  #list(
    blocks: Block[],
    lines: readonly Line[],
    from: number,
    first: RegExpExecArray,
    open: boolean,
    depth: number,
  ): number {
    const items: Block[][] = [];
    const sign = (found: RegExpExecArray) => found[2]?.at(-1);
    let index = from;
    for (;;) {
      const found: RegExpExecArray | null = ITEM.exec(lines[index]?.text ?? "");
      if (!found || sign(found) !== sign(first) || RULE.test(lines[index]?.text ?? "")) break;
      const text = lines[index]?.text ?? "";
      const width = (found[1]?.length ?? 0) + (found[2]?.length ?? 0);
      const blank = text.slice(width).trim() === "";
      const indent = blank || found[0].length - width > 4 ? width + 1 : found[0].length;
      const own: Line[] = [{ text: text.slice(indent), end: lines[index]?.end ?? 0 }];
      index++;
      while (index < lines.length) {
        const line = lines[index] as Line;
        if (isBlank(line)) {
          let next = index;
          while (next < lines.length && isBlank(lines[next] as Line)) next++;
          if (!hasIndent(lines[next]?.text ?? "", indent) || (blank && own.length === 1)) break;
          for (; index < next; index++) own.push({ text: "", end: lines[index]?.end ?? 0 });
        } else if (hasIndent(line.text, indent)) {
          own.push({ text: line.text.slice(indent), end: line.end });
          index++;
        } else if (continues(own.at(-1), line)) {
          own.push({ text: line.text.trimStart(), end: line.end });
          index++;
        } else break;
      }
      items.push(this.parse(own, open && index >= lines.length, depth + 1));
      let next = index;
      while (next < lines.length && isBlank(lines[next] as Line)) next++;
      const follows = ITEM.exec(lines[next]?.text ?? "");
      if (!follows || sign(follows) !== sign(first)) break;
      index = next;
    }
    blocks.push({ type: "list", ordered: first[3] !== undefined, start: Number(first[3] ?? 1), items });
    return index;
  }

  /** A head, a line of dashes with as many columns, and the rows below it. */
  #table(
    before: readonly Line[],
    lines: readonly Line[],
    index: number,
    open: boolean,
  ): { rows: Inline[][][]; end: number } | null {
    const head = before[0];
    const delimiters = lines[index]?.text ?? "";
    if (!head?.text.includes("|") || !/[|:]/.test(delimiters) || !DELIMITERS.test(delimiters)) return null;
    const columns = cellsOf(head).length;
    if (cellsOf(lines[index] as Line).length !== columns) {
      if (!open || index < lines.length - 1) return null;
    }
    const rows = [this.#row(head, false)];
    let end = index + 1;
    for (; end < lines.length; end++) {
      const line = lines[end] as Line;
      if (isBlank(line) || begins(line.text)) break;
      const row = this.#row(line, open && end === lines.length - 1).slice(0, columns);
      while (row.length < columns) row.push([]);
      rows.push(row);
    }
    return { rows, end };
  }

  #row(line: Line, open: boolean): Inline[][] {
    const cells = cellsOf(line);
    return cells.map(({ text, at }, column) =>
      this.#inline(text.replaceAll("\\|", "|"), open && column === cells.length - 1, (inside) => at + inside),
    );
  }
}
