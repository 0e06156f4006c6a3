import { line } from "../clean.ts";
import type { Section } from "../document.ts";
import { DAYS_TO_1904, numberWriter, plain, type WriteNumber } from "./number-format.ts";
import { type Files, targetsOf } from "./relationships.ts";
import { MAX_COLUMNS, TableRoom, TableText } from "./rows.ts";
import { readXml } from "./xml.ts";

/** The texts that cells name by their numbers. */
function sharedTexts(files: Files): string[] {
  const texts: string[] = [];
  let text = "";
  let taking = false;
  let phonetic = false;
  readXml(files.get("xl/sharedstrings.xml"), {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") phonetic = true;
      else if (name === "t") taking = !phonetic;
    },
    text(part) {
      if (taking) text += part;
    },
    close(name) {
      if (name === "t") taking = false;
      else if (name === "rPh") phonetic = false;
      else if (name === "si") texts.push(text);
    },
  });
  return texts;
}

/** How each style of cells shows its number. */
function numberWriters(files: Files, daysLater: number): WriteNumber[] {
  const formats = new Map<number, string>();
  const writers = new Map<number, WriteNumber>();
  const styles: WriteNumber[] = [];
  let inCells = false;
  readXml(files.get("xl/styles.xml"), {
    open(name, { numFmtId = "", formatCode = "" }) {
      const id = Number(numFmtId);
      if (name === "numFmt") formats.set(id, formatCode);
      else if (name === "cellXfs") inCells = true;
      else if (name === "xf" && inCells) {
        const writer = writers.get(id) ?? numberWriter(id, formats.get(id), daysLater);
        writers.set(id, writer);
        styles.push(writer);
      }
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  return styles;
}

interface Workbook {
  /** Names of the sheets that are shown, and the files that they stand in: each once, as no program has two sheets in one. */
  sheets: { title: string; file: string }[];
  /** How much later its days begin to count. */
  daysLater: number;
}

function workbookOf(files: Files): Workbook {
  let daysLater = 0;
  const targets = targetsOf(files, "xl", "workbook");
  const sheets = new Map<string, string>();
  readXml(files.get("xl/workbook.xml"), {
    open(tag, { name, id, state, date1904 }) {
      if (tag === "workbookPr" && (date1904 === "1" || date1904 === "true")) daysLater = DAYS_TO_1904;
      const file = targets.get(id ?? "");
      if (tag === "sheet" && file && !sheets.has(file) && (state ?? "visible") === "visible")
        sheets.set(file, line(name ?? ""));
    },
  });
  return { sheets: [...sheets].map(([file, title]) => ({ title, file })), daysLater };
}

/** 0 for `A1`, 26 for `AA1`. */
const columnOf = (cell: string): number =>
  [...(/^[A-Z]{1,3}/.exec(cell)?.[0] ?? "A")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function readSheet(
  sheet: Uint8Array | undefined,
  texts: readonly string[],
  writers: readonly WriteNumber[],
  room: TableRoom,
): string {
  const table = new TableText(room);
  /** Columns that are hidden, from the first to the last of each range. */
  const hiddenColumns: (readonly [from: number, to: number])[] = [];
  const isShown = (at: number) => at < MAX_COLUMNS && !hiddenColumns.some(([from, to]) => from <= at && at <= to);
  let rowShown = true;
  /** Its cells by their columns. As a list, one cell in the last column would make two hundred. */
  let row = new Map<number, string>();
  let column = -1;
  let type = "";
  let style = 0;
  let value = "";
  let taking = false;
  const shown = () => {
    if (type === "s") return texts[Number(value)] ?? "";
    if (type === "b") return value === "1" ? "yes" : "no";
    if (type === "e") return "";
    const number = type === "" || type === "n" ? Number.parseFloat(value) : Number.NaN;
    return Number.isFinite(number) ? (writers[style] ?? plain)(number) : value;
  };
  readXml(sheet, {
    open(name, { r, t = "", s = "0", min, max, hidden, outlineLevel = "0" }) {
      // What is folded together is opened by a click.
      const open = outlineLevel !== "0" || (hidden !== "1" && hidden !== "true");
      if (name === "col" && !open && hiddenColumns.length < MAX_COLUMNS)
        hiddenColumns.push([Number(min) - 1, Number(max) - 1]);
      else if (name === "row") {
        row = new Map();
        rowShown = open;
        column = -1;
      } else if (name === "c") {
        column = r === undefined ? column + 1 : columnOf(r);
        type = t;
        style = Number(s);
        value = "";
      } else if (name === "v" || name === "t") taking = true;
    },
    text(part) {
      if (taking) value += part;
    },
    close(name) {
      if (name === "v" || name === "t") taking = false;
      else if (name === "c" && isShown(column)) row.set(column, shown());
      else if (name === "row") {
        if (rowShown) table.add([...row].sort(([one], [other]) => one - other));
        // A row that stands around it would be given its cells again.
        row = new Map();
      }
    },
  });
  return table.end();
}

/** The sections of a workbook, one a sheet that is shown. */
export function readSheets(files: Files): Section[] {
  const texts = sharedTexts(files);
  const { sheets, daysLater } = workbookOf(files);
  const writers = numberWriters(files, daysLater);
  const room = new TableRoom();
  return sheets.flatMap(({ title, file }) => {
    const text = readSheet(files.get(file), texts, writers, room);
    return text === "" ? [] : [{ headings: title === "" ? [] : [title], text }];
  });
}
