import { line, paragraphs } from "../clean.ts";
import type { Section } from "../document.ts";
import { MAX_HEADING, Outline } from "../outline.ts";
import { Flow } from "./flow.ts";
import { iconLabel } from "./icon-labels.ts";
import { inlineReader } from "./inline.ts";
import { listMarks } from "./list-marks.ts";
import type { Element, Markup } from "./markup.ts";
import type { Part, Piece } from "./own-part.ts";
import type { Panels } from "./panels.ts";
import { isAround, isMenu, isOwnAside, isSurrounding } from "./surroundings.ts";
import { isShort, TableRows } from "./table-rows.ts";

const BLOCKS = new Set(
  "address article blockquote caption center dd details dialog div dl dt fieldset figcaption figure form header hr legend li main ol p pre section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);
const LISTS = new Set(["ul", "ol", "nav", "p"]);
const TABLE = new Set(["table", "thead", "tbody", "tfoot", "tr"]);
const CELLS = new Set(["td", "th"]);
/** What stands elsewhere, or only says how other words are read. */
const SILENT_HERE = new Set(["title", "rt", "rp"]);
/** Panels inside panels that have a heading of their own. */
const MAX_PANELS = 4;
/** Characters that rows of tables have from cells above them. */
const MAX_REPEATED = 100_000;

/**
 * The texts of a page under their headings, each with the part of the page in which it stands.
 * @param reading whether what stands for browsers without scripts is read, and what stands around all pages of a site
 */
export function piecesOf(markup: Markup, panels: Panels, reading: { noscript: boolean; around: boolean }): Piece[] {
  const pieces: Piece[] = [];
  const outline = new Outline();
  const flow = new Flow();
  /** Elements that are open and have something to do when they end. */
  const open: { end: number; leave(): void }[] = [];
  let heading: { level: number; words: Flow } | null = null;
  let part: Part = null;
  /** The part in which the last heading stands. */
  let heading_part: Part = null;
  let articles = 0;
  let pre = 0;
  let panel_level = 0;
  let panels_open = 0;
  const tables: TableRows[] = [];
  const room = { characters: MAX_REPEATED };
  /** Short cells that are open: each is part of one line. */
  let short = 0;

  const flush = () => {
    const text = paragraphs(flow.take());
    if (text !== "") pieces.push({ ...outline.below(text), part });
  };
  const bare = (section: Section | null) => {
    if (section) pieces.push({ ...section, part: heading_part });
  };
  const enter = (level: number, words: string) => {
    flush();
    bare(outline.enter(level, words));
    heading_part = part;
  };

  const current = (): Flow => heading?.words ?? flow;
  const putFor = ({ end }: Element, words: string): number => {
    current().words(words);
    return end;
  };

  const inline = inlineReader(markup, current);
  const markOf = listMarks(markup);

  const into = (element: Element, at: number): number => {
    const { name, attributes } = element;
    const on = (leave: () => void) => open.push({ end: element.end, leave });
    const icon = panels.unseen(element) ? "" : iconLabel(markup, element);
    if (icon !== "" && element.text === 0) return putFor(element, ` ${icon} `);
    if (icon !== "") on(() => current().words(` (${icon})`));
    const around = reading.around && part === null && isAround(element);
    const beside = reading.around && part !== null && part !== "around" && isOwnAside(element);
    const isSeen =
      !panels.unseen(element) &&
      (around || beside || !isSurrounding(markup, element, part !== null && part !== "around")) &&
      (name !== "noscript" || reading.noscript) &&
      !SILENT_HERE.has(name);
    // The words of what opens a panel stand above the panel, but for those in a heading, which is above it already.
    const isLabel =
      heading === null && (name === "button" || panels.opens(element)) && name !== "summary" && !inHeading(element);
    if (!isSeen || isLabel) return element.end;

    if (around) {
      // It stands below no heading of the page's own.
      flush();
      bare(outline.leave(0));
      part = "around";
      on(() => {
        flush();
        bare(outline.leave(0));
        part = null;
      });
    } else if (part === "around" && isMenu(element) && LISTS.has(name)) return element.end;
    if (part === null && (name === "main" || name === "article" || attributes.role === "main")) {
      flush();
      part = name === "article" ? articles++ : "main";
      on(() => {
        flush();
        bare(outline.close());
        part = null;
      });
    }
    const instead = inline(element, at, on);
    if (instead !== null) return putFor(element, instead);
    const label = panels.labelOf(element);
    if (label !== null && panels_open < MAX_PANELS && label !== outline.last) {
      const outer = panel_level;
      panel_level += 7;
      panels_open++;
      enter(panel_level, line(label));
      const level = panel_level;
      on(() => {
        flush();
        bare(outline.leave(level));
        panel_level = outer;
        panels_open--;
      });
    }
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined && heading === null) {
      const begun = { level: panel_level + Number(level), words: new Flow() };
      heading = begun;
      on(() => {
        heading = null;
        const words = line(begun.words.take());
        if (words.length > MAX_HEADING) flow.verbatim(`${words}\n\n`);
        else if (words !== "") enter(begun.level, words);
      });
    } else if (heading === null) layOut(element, on);
    else if (name === "br") heading.words.words(" ");
    else if (name === "img" && attributes.alt) heading.words.words(` ${attributes.alt} `);
    return at + 1;
  };

  /** A new line or paragraph, which the cell of a row has no room for. */
  const pause = (lines: 1 | 2) => {
    if (short > 0) flow.words(" ");
    else flow.break(lines);
  };
  const beginCell = (words = "", first = flow.atLineStart) => {
    if (!first) flow.words(" | ");
    flow.words(words);
  };

  const layOutTable = (element: Element, on: (leave: () => void) => void) => {
    const { name } = element;
    const rows = tables.at(-1);
    if (name === "table") {
      const outer = short;
      short = 0;
      tables.push(new TableRows(room));
      on(() => {
        tables.pop();
        short = outer;
      });
    } else if (name === "tr") {
      rows?.beginRow();
      on(() => {
        for (const words of rows?.rest() ?? []) beginCell(words);
      });
    } else rows?.beginGroup();
  };

  const layOutCell = (element: Element, on: (leave: () => void) => void) => {
    const rows = tables.at(-1);
    for (const words of rows?.above() ?? []) beginCell(words);
    beginCell("", !rows?.isBehindEmpty(element) && flow.atLineStart);
    const place = rows?.place(element);
    if (!isShort(element)) return;
    const { mark } = flow;
    short++;
    on(() => {
      short--;
      place?.(line(flow.since(mark) ?? ""));
    });
  };

  const layOut = (element: Element, on: (leave: () => void) => void) => {
    const { name, attributes } = element;
    if (name === "br") {
      if (short > 0) flow.words(" ");
      else flow.verbatim("\n");
    } else if (name === "img") {
      if (attributes.alt) flow.words(` ${attributes.alt} `);
    } else if (name === "li") {
      flow.item(markOf(element), short > 0);
      on(() => flow.endItem());
    } else if (CELLS.has(name)) layOutCell(element, on);
    else if (name === "pre") {
      flow.break(2);
      pre++;
      on(() => {
        pre--;
        flow.break(1);
      });
    } else if (name === "p") {
      pause(2);
      on(() => pause(2));
    } else if (BLOCKS.has(name)) {
      pause(1);
      on(() => pause(1));
    }
    if (TABLE.has(name)) layOutTable(element, on);
  };

  const { nodes } = markup;
  for (let at = 0; at < nodes.length; ) {
    for (let last = open.at(-1); last && last.end <= at; last = open.at(-1)) {
      open.pop();
      last.leave();
    }
    const node = nodes[at];
    if (typeof node === "string") {
      if (heading !== null) (heading as { words: Flow }).words.words(node);
      else if (pre > 0) flow.verbatim(node);
      else flow.words(node);
      at++;
    } else at = node ? into(node, at) : at + 1;
  }
  for (let last = open.pop(); last; last = open.pop()) last.leave();
  flush();
  bare(outline.close());
  return pieces;
}

/** Whether it stands in what is a heading to those who see the page. */
function inHeading({ parent, depth }: Element): boolean {
  for (let above = parent; above && above.depth > depth - 6; above = above.parent)
    if (/^(h[1-6]|dt|summary|legend|caption)$/.test(above.name)) return true;
  return false;
}
