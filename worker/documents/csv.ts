import { type Document, sizeOf } from "./document.ts";
import { MAX_COLUMNS, TableText } from "./office/rows.ts";

const DELIMITERS = [",", ";", "\t", "|"];

/** What parts the cells: what the first line holds most of, outside of quotes. */
function delimiterOf(text: string): string {
  const end = text.indexOf("\n");
  const first = (end === -1 ? text : text.slice(0, end)).slice(0, 10_000).replace(/"[^"]*"/g, "");
  const counts = DELIMITERS.map((one) => first.split(one).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
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
