import * as z from "zod";

/** `?format=` of a list that can be exported; the default is a page of JSON. */
export const exportFormat = z
  .enum(["json", "ndjson", "csv"], { error: "Write json, ndjson or csv" })
  .default("json")
  .describe(
    "`ndjson` or `csv`: the whole selection, streamed. Every CSV cell is quoted; one that begins with `=`, `+`, `-` or `@`, their full-width forms, a tab or a carriage return gets an apostrophe before it.",
  );
export type ExportFormat = "ndjson" | "csv";

/** What a spreadsheet would run as a formula: the signs, their full-width forms, and what some skip before them. */
const FORMULA = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r]/;

const text = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** One cell, quoted as RFC 4180 asks; an apostrophe goes before what begins like a formula. */
function csvCell(value: unknown): string {
  const plain = text(value);
  const safe = FORMULA.test(plain) ? `'${plain}` : plain;
  return `"${safe.replaceAll('"', '""')}"`;
}

const csvLine = (cells: unknown[]): string => `${cells.map(csvCell).join(",")}\r\n`;

const MEDIA = { ndjson: "application/x-ndjson; charset=utf-8", csv: "text/csv; charset=utf-8" };

/** Streams rows page by page, so an export of any length needs only the memory of one page. */
export function exportResponse<Row extends object>(
  format: ExportFormat,
  name: string,
  columns: readonly (keyof Row & string)[],
  pages: AsyncIterable<Row[]>,
): Response {
  const encoder = new TextEncoder();
  const lineOf = (row: Row) =>
    format === "csv" ? csvLine(columns.map((column) => row[column])) : `${JSON.stringify(row)}\n`;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (format === "csv") yield encoder.encode(csvLine([...columns]));
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
