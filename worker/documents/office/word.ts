import { line, paragraphs } from "../clean.ts";
import type { Section } from "../document.ts";
import { MAX_HEADING, Outline } from "../outline.ts";
import { raisedDigits } from "../raised-digits.ts";
import { TableRoom } from "./rows.ts";
import { symbolOf } from "./symbol-fonts.ts";
import { readXml, type XmlHandler } from "./xml.ts";

const isOff = (value: string | undefined) => value === "0" || value === "false" || value === "off";

/** Levels of the styles that are headings: a style's name is English whatever language its program speaks. */
function headingStyles(styles: Uint8Array | undefined): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  let id = "";
  readXml(styles, {
    open(name, { styleId, val = "" }) {
      if (name === "style") id = styleId ?? "";
      if (name !== "name") return;
      const level = /^heading (\d)$/i.exec(val)?.[1] ?? (/^title$/i.test(val) ? 1 : undefined);
      if (level !== undefined) levels.set(id, Number(level));
    },
  });
  return levels;
}

/** Elements whose text is gone, stands elsewhere by now, or only says how another is read. */
const SKIPPED = new Set(["del", "moveFrom", "rt"]);

/** The table that is read, and where in its row. */
interface Table {
  /** What cells over several rows say, by the column that they begin in. */
  readonly tall: Map<number, string>;
  column: number;
  /** Columns of the cell that is open. */
  span: number;
  /** Whether it is over several rows: their first, or one of the others. */
  merge: "" | "restart" | "continue";
}

/** The document itself, and what stands at the foot of its pages and at its end. */
const PARTS = ["word/document.xml", "word/footnotes.xml", "word/endnotes.xml"];

/**
 * The sections of a Word document. Tables come a row a line, with what a cell over several rows says in each of them; what is hidden,
 * deleted or moved away stays out.
 */
export function readWord(files: ReadonlyMap<string, Uint8Array>): Section[] {
  const levels = headingStyles(files.get("word/styles.xml"));
  const outline = new Outline();
  const sections: Section[] = [];
  let lines: string[] = [];
  let row: string[] = [];
  let cell = "";
  // A text box stands in a paragraph and has paragraphs itself.
  const opened: { text: string; level: number; struck: boolean; afterDigit: boolean }[] = [];
  const tables: Table[] = [];
  const room = new TableRoom();
  let skipped = 0;
  let hidden = false;
  let struck = false;
  let raised = false;
  let taking = false;
  const flush = () => {
    const text = paragraphs(lines.join("\n\n"));
    if (text !== "") sections.push(outline.below(text));
    lines = [];
  };
  const write = (text: string) => {
    const paragraph = opened.at(-1);
    if (!paragraph || hidden || skipped > 0) return;
    if (paragraph.struck !== struck) {
      paragraph.text += "~~";
      paragraph.afterDigit = false;
    }
    paragraph.struck = struck;
    const written = raised && paragraph.afterDigit ? raisedDigits(text) : text;
    paragraph.text += written;
    // Not asked of the paragraph: what is put together piece by piece is copied whole each time that one looks into it.
    if (written !== "") paragraph.afterDigit = /\d$/.test(written.slice(-1));
  };
  const endCell = () => {
    const table = tables.at(-1);
    let text = cell.trim();
    cell = "";
    if (table?.merge === "continue") {
      text = table.tall.get(table.column) ?? "";
      room.takeText(text);
    } else if (table?.merge === "restart") table.tall.set(table.column, text);
    else table?.tall.delete(table.column);
    if (table) table.column += table.span;
    row.push(text);
  };
  const end = () => {
    const { text: written, level, struck } = opened.pop() ?? { text: "", level: 0, struck: false };
    const text = struck ? `${written}~~` : written;
    const words = line(text);
    if (tables.length > 0) cell += `${cell === "" ? "" : " "}${words}`;
    else if (level > 0 && words !== "" && words.length <= MAX_HEADING) {
      flush();
      const before = outline.enter(level, words);
      if (before) sections.push(before);
    } else lines.push(text);
  };
  const handler: XmlHandler = {
    open(name, { val, font = "", char = "" }) {
      const table = tables.at(-1);
      if (SKIPPED.has(name)) skipped++;
      else if (name === "tbl") tables.push({ tall: new Map(), column: 0, span: 1, merge: "" });
      else if (name === "tr" && table) table.column = 0;
      else if (name === "gridBefore" && table) table.column += Number(val);
      else if (name === "tc" && table) Object.assign(table, { span: 1, merge: "" });
      else if (name === "gridSpan" && table) table.span = Number(val);
      else if (name === "vMerge" && table) table.merge = val === "restart" ? val : "continue";
      else if (name === "p") opened.push({ text: "", level: 0, struck: false, afterDigit: false });
      else if (name === "pStyle" || name === "outlineLvl") {
        const paragraph = opened.at(-1);
        // Whole levels only: a heading stays above all that are a little deeper than it.
        const level =
          name === "pStyle" ? levels.get(val ?? "") : /^[0-5]$/.test(val ?? "") ? Number(val) + 1 : undefined;
        if (paragraph && level !== undefined) paragraph.level = level;
      } else if (name === "r") hidden = struck = raised = false;
      else if (name === "vanish") hidden = !isOff(val);
      else if (name === "strike" || name === "dstrike") struck ||= !isOff(val);
      else if (name === "vertAlign") raised = val === "superscript";
      else if (name === "t") taking = true;
      else if (name === "noBreakHyphen") write("-");
      else if (name === "sym") write(symbolOf(font, char));
      else if (name === "tab" || name === "ptab") write(" ");
      else if (name === "br" || name === "cr") write("\n");
    },
    text(text) {
      if (taking) write(text);
    },
    close(name) {
      if (SKIPPED.has(name)) skipped--;
      else if (name === "t") taking = false;
      else if (name === "p") end();
      else if (name === "tc") endCell();
      else if (name === "tr") {
        lines.push(row.filter(Boolean).join(" | "));
        row = [];
      } else if (name === "tbl") tables.pop();
    },
  };
  for (const part of PARTS) readXml(files.get(part), handler);
  flush();
  const last = outline.close();
  return last ? [...sections, last] : sections;
}
