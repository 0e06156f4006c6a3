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
 * A table as lines that each stand alone, as a search finds them one by one: the words of the first row before those of
 * each other one. Row by row, so that what is empty is not kept, and what is too long goes no further.
 */
export class TableText {
  readonly #room: TableRoom;
  readonly #lines: string[] = [];
  #first: Cell[] | null = null;
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
    if (this.#first === null) {
      this.#first = row;
      return;
    }
    if (this.#lines.length === 0) {
      const named = this.#first.length > 1 && !this.#first.some(([, text]) => isNumber(text));
      if (named) this.#names = new Map(this.#first);
      else this.#writeRow(this.#first);
    }
    this.#writeRow(row);
  }

  /** @throws UnreadableDocument where the table is too long */
  end(): string {
    if (this.#lines.length === 0 && this.#first !== null) this.#writeRow(this.#first);
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
