import { type Document, sizeOf } from "./document.ts";
import { MAX_COLUMNS, TableText } from "./office/rows.ts";

/** Where two part the lines alike, the first: a comma may stand in the numbers of many languages. */
const DELIMITERS = [";", "\t", "|", ","];
const LINES_LOOKED_AT = 50;

/** What parts the cells: what parts most of the first lines into as many cells as each other, outside of quotes. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, "")
    .split("\n", LINES_LOOKED_AT)
    .filter((line) => line.trim() !== "");
  let best = { delimiter: ",", lines: 0, cells: 0 };
  for (const delimiter of DELIMITERS) {
    const alike = new Map<number, number>();
    for (const line of lines) {
      const cells = (delimiter === "," ? line.replace(/(?<=\d),(?=\d)/g, "") : line).split(delimiter).length;
      if (cells > 1) alike.set(cells, (alike.get(cells) ?? 0) + 1);
    }
    for (const [cells, count] of alike)
      if (count > best.lines || (count === best.lines && cells > best.cells)) best = { delimiter, lines: count, cells };
  }
  return best.delimiter;
}

/** Rows of separated values, as RFC 4180 and Excel write them. */
function* rowsOf(text: string, delimiter: string): Generator<string[]> {
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += sign;
        at++;
      } else quoted = false;
    } else if (sign === '"' && cell === "") quoted = true;
    else if (sign === delimiter || sign === "\n") {
      if (row.length < MAX_COLUMNS) row.push(cell);
      cell = "";
      if (sign === delimiter) continue;
      yield row;
      row = [];
    } else cell += sign;
  }
  if (cell !== "" || row.length > 0) yield [...row, cell];
}

/** With this first line a file tells Excel what parts its cells. */
const SEPARATOR_LINE = /^sep=(.)\n/i;

/** A table as text, a row a line. */
export function readCsv(written: string): Document {
  // Excel's "CSV (Macintosh)" ends lines with the return alone.
  const text = written.replace(/\r\n?/g, "\n");
  const table = new TableText();
  const [line = "", delimiter] = SEPARATOR_LINE.exec(text) ?? [];
  const rows = text.slice(line.length);
  for (const row of rowsOf(rows, delimiter ?? delimiterOf(rows))) table.add(row.entries());
  const content = table.end();
  const sections = content === "" ? [] : [{ headings: [], text: content }];
  return { title: null, language: null, sections, bytes: sizeOf(sections) };
}
