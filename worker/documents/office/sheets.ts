import { line } from "../clean.ts";
import type { Section } from "../document.ts";
import { MAX_COLUMNS, TableRoom, TableText } from "./rows.ts";
import { readXml } from "./xml.ts";

type Files = ReadonlyMap<string, Uint8Array>;

/** Formats of numbers that are dates or times without a pattern of their own. */
const isDateFormat = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);
/** Days between Excel's first day and Unix's. */
const EPOCH = 25_569;
const DAY_MS = 86_400_000;

/** The texts that cells name by their numbers. */
function sharedTexts(files: Files): string[] {
  const texts: string[] = [];
  let text = "";
  let taking = false;
  let phonetic = false;
  readXml(files.get("xl/sharedStrings.xml"), {
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

/** Characters of a format that are read; Excel takes 255. */
const LONGEST_FORMAT = 1_000;

/** Which styles of cells show their number as a date or a time. */
function dateStyles(files: Files): boolean[] {
  const dates = new Set<number>();
  const styles: boolean[] = [];
  let inCells = false;
  readXml(files.get("xl/styles.xml"), {
    open(name, { numFmtId = "", formatCode = "" }) {
      if (
        name === "numFmt" &&
        /[ymdhs]/i.test(formatCode.slice(0, LONGEST_FORMAT).replace(/"[^"]{0,100}"|\[[^\]]{0,100}\]|\\./g, ""))
      )
        dates.add(Number(numFmtId));
      else if (name === "cellXfs") inCells = true;
      else if (name === "xf" && inCells) styles.push(isDateFormat(Number(numFmtId)) || dates.has(Number(numFmtId)));
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  return styles;
}

/** `2026-03-01`, `09:30`, or both. */
function dateOf(serial: number): string {
  const date = new Date(Math.round((serial - EPOCH) * DAY_MS));
  if (!Number.isFinite(serial) || Number.isNaN(date.getTime())) return String(serial);
  const [day = "", time = ""] = date.toISOString().split("T");
  const clock = time.slice(0, 5);
  return serial < 1 ? clock : serial % 1 === 0 ? day : `${day} ${clock}`;
}

/** Names of the sheets that are shown, and the files that they stand in: each once, as no program has two sheets in one. */
function sheetsOf(files: Files): { title: string; file: string }[] {
  const targets = new Map<string, string>();
  readXml(files.get("xl/_rels/workbook.xml.rels"), {
    open(name, { Id, Target }) {
      if (name === "Relationship" && Id && Target)
        targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets = new Map<string, string>();
  readXml(files.get("xl/workbook.xml"), {
    open(tag, { name, id, state }) {
      const file = targets.get(id ?? "");
      if (tag === "sheet" && file && !sheets.has(file) && (state ?? "visible") === "visible")
        sheets.set(file, line(name ?? ""));
    },
  });
  return [...sheets].map(([file, title]) => ({ title, file }));
}

/** 0 for `A1`, 26 for `AA1`. */
const columnOf = (cell: string): number =>
  [...(/^[A-Z]{1,3}/.exec(cell)?.[0] ?? "A")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function readSheet(
  sheet: Uint8Array | undefined,
  texts: readonly string[],
  dates: readonly boolean[],
  room: TableRoom,
): string {
  const table = new TableText(room);
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
    return type === "" || type === "n" ? (dates[style] && value !== "" ? dateOf(Number(value)) : value) : value;
  };
  readXml(sheet, {
    open(name, { r, t = "", s = "0" }) {
      if (name === "row") {
        row = new Map();
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
      else if (name === "c" && column < MAX_COLUMNS) row.set(column, shown());
      else if (name === "row") {
        table.add([...row].sort(([one], [other]) => one - other));
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
  const dates = dateStyles(files);
  const room = new TableRoom();
  return sheetsOf(files).flatMap(({ title, file }) => {
    const text = readSheet(files.get(file), texts, dates, room);
    return text === "" ? [] : [{ headings: title === "" ? [] : [title], text }];
  });
}
