import { line, paragraphs } from "../clean.ts";
import type { Section } from "../document.ts";
import { MAX_HEADING, Outline } from "../outline.ts";
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

/** Elements whose text stands elsewhere by now, or only says how another is read. */
const SKIPPED = new Set(["moveFrom", "rt"]);

/** The document itself, and what stands at the foot of its pages and at its end. */
const PARTS = ["word/document.xml", "word/footnotes.xml", "word/endnotes.xml"];

/** The sections of a Word document. Tables come a row a line; what is hidden, deleted or moved away stays out. */
export function readWord(files: ReadonlyMap<string, Uint8Array>): Section[] {
  const levels = headingStyles(files.get("word/styles.xml"));
  const outline = new Outline();
  const sections: Section[] = [];
  let lines: string[] = [];
  let row: string[] = [];
  let cell = "";
  // A text box stands in a paragraph and has paragraphs itself.
  const opened: { text: string; level: number }[] = [];
  let tables = 0;
  let skipped = 0;
  let hidden = false;
  let taking = false;
  const flush = () => {
    const text = paragraphs(lines.join("\n\n"));
    if (text !== "") sections.push(outline.below(text));
    lines = [];
  };
  const write = (text: string) => {
    const paragraph = opened.at(-1);
    if (paragraph) paragraph.text += text;
  };
  const end = () => {
    const { text, level } = opened.pop() ?? { text: "", level: 0 };
    const words = line(text);
    if (tables > 0) cell += `${cell === "" ? "" : " "}${words}`;
    else if (level > 0 && words !== "" && words.length <= MAX_HEADING) {
      flush();
      const before = outline.enter(level, words);
      if (before) sections.push(before);
    } else lines.push(text);
  };
  const handler: XmlHandler = {
    open(name, { val, font = "", char = "" }) {
      if (SKIPPED.has(name)) skipped++;
      else if (name === "tbl") tables++;
      else if (name === "p") opened.push({ text: "", level: 0 });
      else if (name === "pStyle" || name === "outlineLvl") {
        const paragraph = opened.at(-1);
        // Whole levels only: a heading stays above all that are a little deeper than it.
        const level =
          name === "pStyle" ? levels.get(val ?? "") : /^[0-5]$/.test(val ?? "") ? Number(val) + 1 : undefined;
        if (paragraph && level !== undefined) paragraph.level = level;
      } else if (name === "r") hidden = false;
      else if (name === "vanish") hidden = !isOff(val);
      else if (name === "t") taking = !hidden && skipped === 0;
      else if (name === "noBreakHyphen" && !hidden && skipped === 0) write("-");
      else if (name === "sym" && !hidden && skipped === 0) write(symbolOf(font, char));
      else if (name === "tab") write(" ");
      else if (name === "br" || name === "cr") write("\n");
    },
    text(text) {
      if (taking) write(text);
    },
    close(name) {
      if (SKIPPED.has(name)) skipped--;
      else if (name === "t") taking = false;
      else if (name === "p") end();
      else if (name === "tc") {
        row.push(cell.trim());
        cell = "";
      } else if (name === "tr") {
        lines.push(row.filter(Boolean).join(" | "));
        row = [];
      } else if (name === "tbl") tables--;
    },
  };
  for (const part of PARTS) readXml(files.get(part), handler);
  flush();
  const last = outline.close();
  return last ? [...sections, last] : sections;
}
