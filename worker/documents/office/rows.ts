import { MAX_DOCUMENT_BYTES } from "../../../shared/knowledge.ts";
import { line } from "../clean.ts";
import { UnreadableDocument } from "../document.ts";

/** Columns of a row that are read. */
export const MAX_COLUMNS = 200;
/** Characters of all cells, white space included: a workbook has each text once, and its cells can name it without end. */
const MAX_CELLS = 4 * MAX_DOCUMENT_BYTES;

type Cell = readonly [column: number, text: string];

const isNumber = (text: string) => /^[\d\s.,:%€$£/+-]+$/.test(text);

/** What the tables of one document may still hold, together. */
export class TableRoom {
  #cells = MAX_CELLS;
  #text = MAX_DOCUMENT_BYTES;

  /** @throws UnreadableDocument */
  takeCell(text: string): void {
    this.#cells -= text.length;
    this.#check();
  }

  /** @throws UnreadableDocument */
  takeText(text: string): void {
    this.#text -= text.length + 1;
    this.#check();
  }

  #check(): void {
    if (this.#cells < 0 || this.#text < 0)
      throw new UnreadableDocument("It holds more than 2 MB of text. Split it into parts.");
  }
}

/**
 * A table as lines that each stand alone, as a search finds them one by one: the words of the first row of
 * several cells before those of each one below. Row by row, so that what is empty is not kept, and what is too long goes no further.
 */
export class TableText {
  readonly #room: TableRoom;
  readonly #lines: string[] = [];
  /** The first row of several cells, until it is known whether it names the columns. */
  #first: Cell[] | null = null;
  /** Whether rows of one cell stand above it, as a title does. */
  #titled = false;
  /** Whether that is known. */
  #begun = false;
  /** What the columns are called; `null` where the first row does not say it. */
  #names: ReadonlyMap<number, string> | null = null;

  constructor(room = new TableRoom()) {
    this.#room = room;
  }

  /**
   * @param cells in the order of their columns, which are counted from 0; those that hold nothing may be missing
   * @throws UnreadableDocument where the table is too long
   */
  add(cells: Iterable<Cell>): void {
    const row: Cell[] = [];
    for (const [column, text] of cells) {
      if (column >= MAX_COLUMNS) break;
      if (text === "") continue;
      this.#room.takeCell(text);
      const words = line(text);
      if (words !== "") row.push([column, words]);
    }
    if (row.length === 0) return;
    if (this.#begun) this.#writeRow(row);
    else if (this.#first !== null) this.#begin(this.#first, row);
    else if (row.length > 1) this.#first = row;
    else {
      this.#titled = true;
      this.#writeRow(row);
    }
  }

  /** Under a title, two columns may as well be a name and what it says in each row. */
  #begin(first: Cell[], second: Cell[]): void {
    this.#begun = true;
    const numbers = (row: Cell[]) => row.some(([, text]) => isNumber(text));
    if (!numbers(first) && (!this.#titled || first.length > 2 || numbers(second))) this.#names = new Map(first);
    else this.#writeRow(first);
    this.#writeRow(second);
  }

  /** @throws UnreadableDocument where the table is too long */
  end(): string {
    if (!this.#begun && this.#first !== null) this.#writeRow(this.#first);
    return this.#lines.join("\n");
  }

  #writeRow(row: readonly Cell[]): void {
    const parts = row.map(([column, text]) => {
      const name = this.#names?.get(column);
      return name === undefined ? text : `${name}: ${text}`;
    });
    for (const part of parts) this.#room.takeText(part);
    this.#lines.push(parts.join(this.#names === null ? " | " : "; "));
  }
}
