import * as z from "zod";

/** `?format=` of a list that can be exported; the default is a page of JSON. */
export const exportFormat = z
  .enum(["json", "ndjson", "csv"], { error: "Write json, ndjson or csv" })
  .default("json")
  .describe(
    "`ndjson` or `csv`: the whole selection, streamed. Every CSV cell is quoted; one that begins with `=`, `+`, `-` or `@` or their full-width forms, also behind spaces or quotes, or with a tab or a line break gets an apostrophe before it.",
  );
export type ExportFormat = "ndjson" | "csv";

/** `?spreadsheet=` beside `format=csv`. Programs read the plain one: many take a byte order mark for part of the first name. */
export const exportSpreadsheet = z
  .enum(["comma", "semicolon"], { error: "Write comma or semicolon" })
  .describe(
    "With `format=csv`, a file that a spreadsheet opens by a double click: with a byte order mark, times as `2026-11-28 06:41:05` in UTC, cells of 32,767 characters at most, an apostrophe before digits that it would change (`0171…`), and before a sign of a formula within a cell that stands behind a line break or another separator, separated by this. Excel expects semicolons where the decimal sign is a comma.",
  )
  .optional();
export type ExportSpreadsheet = z.infer<typeof exportSpreadsheet>;

const SEPARATORS = { comma: ",", semicolon: ";" } as const;
type Separator = (typeof SEPARATORS)[keyof typeof SEPARATORS];
const BYTE_ORDER_MARK = "\uFEFF";
/** Excel continues in the next row if a cell has more characters. */
const MAX_CELL = 32_767;
/** Columns of unix milliseconds. */
const TIME = /(^|_)at$/;

/** What begins a formula in a spreadsheet: the signs, their full-width forms, and what some skip before them. */
const SIGN = "[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]";
const SKIPPED = '[ \u00A0"]*';
const FORMULA = new RegExp(`^(?:${SKIPPED}${SIGN}|[\\t\\r\\n])`);
/**
 * The same within a cell, where a spreadsheet that separates by something else than this file begins the next one: to it
 * the quotes are those of no cell.
 */
const splitBy = (other: string) => new RegExp(`[${other}\\t\\r\\n](?=${SKIPPED}${SIGN})`, "g");
const SPLIT = { ",": splitBy(";"), ";": splitBy(",") };

/** Digits that a spreadsheet takes for a number and writes as another one: it drops first zeros, and keeps 15 digits. */
const CHANGED_DIGITS = /^(?:0\d+|\d{16,})$/;

const text = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** An apostrophe goes before what begins like a formula. */
const disarmed = (plain: string): string => (FORMULA.test(plain) ? `'${plain}` : plain);

/** `2026-11-28 06:41:05`, which spreadsheets of any language take for a time. */
const timeText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

function forSpreadsheet(column: string, value: unknown, separator: Separator): string {
  if (typeof value === "number" && TIME.test(column)) return timeText(value);
  const plain = text(value);
  const whole = CHANGED_DIGITS.test(plain) ? `'${plain}` : disarmed(plain.replace(SPLIT[separator], "$&'"));
  return whole.length > MAX_CELL ? `${whole.slice(0, MAX_CELL - 1)}…` : whole;
}

/** One line, each cell quoted as RFC 4180 asks. */
const csvLine = (cells: string[], separator: string): string =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)}\r\n`;

const MEDIA = { ndjson: "application/x-ndjson; charset=utf-8", csv: "text/csv; charset=utf-8" };

/** Streams rows page by page, so an export of any length needs only the memory of one page. */
export function exportResponse<Row extends object>(
  format: ExportFormat,
  name: string,
  columns: readonly (keyof Row & string)[],
  pages: AsyncIterable<Row[]>,
  spreadsheet?: ExportSpreadsheet,
): Response {
  const encoder = new TextEncoder();
  const separator = SEPARATORS[spreadsheet ?? "comma"];
  const cellOf = (row: Row, column: keyof Row & string) =>
    spreadsheet ? forSpreadsheet(column, row[column], separator) : disarmed(text(row[column]));
  const lineOf = (row: Row) =>
    format === "csv"
      ? csvLine(
          columns.map((column) => cellOf(row, column)),
          separator,
        )
      : `${JSON.stringify(row)}\n`;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (format === "csv") yield encoder.encode((spreadsheet ? BYTE_ORDER_MARK : "") + csvLine([...columns], separator));
    for await (const rows of pages) if (rows.length > 0) yield encoder.encode(rows.map(lineOf).join(""));
  }
  const iterator = chunks();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return(undefined);
    },
  });
  return new Response(body, {
    headers: { "Content-Type": MEDIA[format], "Content-Disposition": `attachment; filename="${name}.${format}"` },
  });
}
