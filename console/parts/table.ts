import { html, nothing, type TemplateResult } from "lit";

type Cell<Row> = (row: Row) => unknown;

/** Says that there is nothing; on a phone, where each cell is a line, it is left out. */
export const NONE = "–";

interface Column<Row> {
  cell: Cell<Row>;
  /** On a phone each cell says its column, but for these that speak for themselves: `act` (buttons), `wide` and `details`. */
  kind?: "number" | "act" | "wide" | "details";
  /** A class of the cells beside. */
  mark?: ((row: Row) => string) | undefined;
}

/** By the names in the head, from the start; the first says which row it is. */
export type Columns<Row> = Record<string, Cell<Row> | Column<Row>>;

export const numbers = <Row>(cell: Cell<Row>, mark?: (row: Row) => string): Column<Row> => ({
  cell,
  kind: "number",
  mark,
});

/** The last column, of buttons; its name is there for screen readers. */
export const actions = <Row>(cell: Cell<Row>): Columns<Row> => ({ Actions: { cell, kind: "act" } });

interface Options<Row> {
  label?: string;
  /** A class of the table. */
  kind?: string;
  isDim?: (row: Row) => boolean;
  /** What stands in a row of its own below. */
  below?: (row: Row) => TemplateResult | null;
}

/** Things in rows; on a phone each becomes a card. */
export function table<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  { label, kind, isDim, below }: Options<Row> = {},
): TemplateResult {
  const list = Object.entries(columns).map(([name, column]): Column<Row> & { name: string } =>
    typeof column === "function" ? { name, cell: column } : { name, ...column },
  );
  const head = ({ name, kind }: (typeof list)[number]) =>
    html`<th scope="col" class=${kind === "number" ? kind : nothing}>
      ${kind === "act" ? html`<span class="visually-hidden">${name}</span>` : name}
    </th>`;
  const line = (row: Row) => html`<tr class=${isDim?.(row) ? "dim" : nothing}>
    ${list.map(({ name, cell, kind, mark }, at) => {
      const content = cell(row);
      return html`<td
          class=${[kind, mark?.(row), content === NONE && "none"].filter(Boolean).join(" ") || nothing}
          data-label=${at > 0 && (!kind || kind === "number") ? name : nothing}
        >${kind === "number" ? html`<bdi>${content}</bdi>` : content}</td>`;
    })}
  </tr>`;
  return html`<div class="scroll">
    <table class="rows ${kind ?? ""}" aria-label=${label ?? nothing}>
      <thead><tr>${list.map(head)}</tr></thead>
      <tbody>
        ${rows.map((row) => {
          const more = below?.(row);
          return html`${line(row)}${more ? html`<tr><td colspan=${list.length}>${more}</td></tr>` : nothing}`;
        })}
      </tbody>
    </table>
  </div>`;
}
