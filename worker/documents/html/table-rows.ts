import type { Element } from "./markup.ts";

/** Characters of a cell that is laid out in one line, and repeated in the rows that it reaches into. */
const SHORT = 200;
/** Columns that one cell takes at most, as browsers count. */
const MAX_SPAN = 1_000;

const spanOf = (written: string | undefined): number => {
  const span = Number.parseInt(written ?? "", 10);
  return span >= 0 ? Math.min(span, MAX_SPAN) : 1;
};

export const isShort = ({ text }: Element): boolean => text <= SHORT;

/** What the tables of one page may repeat. */
export interface Room {
  characters: number;
}

/**
 * The rows of one table. Each is read by itself, so the words of a cell that reaches into rows below belong to those as well.
 */
export class TableRows {
  readonly #room: Room;
  /** By their first column: cells that reach below their row. */
  #tall = new Map<number, { text: string; columns: number; last: number }>();
  #row = 0;
  #column = 0;
  /** Whether a cell names its column or row: the columns mean something. */
  #named = false;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Cells end with the group of their rows. */
  beginGroup(): void {
    this.#tall.clear();
  }

  beginRow(): void {
    this.#row++;
    this.#column = 0;
  }

  /** The words of cells from above that stand at the row's next place. */
  *above(): Generator<string> {
    for (let tall = this.#tall.get(this.#column); tall; tall = this.#tall.get(this.#column)) {
      const { text, columns, last } = tall;
      this.#room.characters -= text.length;
      if (last < this.#row || this.#room.characters < 0) {
        this.#tall.delete(this.#column);
        return;
      }
      this.#column += columns;
      yield text;
    }
  }

  /** The same at the end of a row, where it has words of its own. */
  *rest(): Generator<string> {
    if (this.#column > 0) yield* this.above();
  }

  /** Whether a cell of a table that names its columns has only empty ones before it in its row. */
  isBehindEmpty({ name }: Element): boolean {
    this.#named ||= name === "th";
    return this.#named && this.#column > 0;
  }

  /** @returns what its words are to be told to once they are known, where they belong to rows below */
  place({ attributes }: Element): ((text: string) => void) | null {
    const column = this.#column;
    const columns = Math.max(1, spanOf(attributes.colspan));
    const rows = spanOf(attributes.rowspan);
    this.#column += columns;
    this.#tall.delete(column);
    if (rows === 1) return null;
    const last = rows === 0 ? Number.POSITIVE_INFINITY : this.#row + rows - 1;
    return (text) => {
      if (text !== "") this.#tall.set(column, { text, columns, last });
    };
  }
}
