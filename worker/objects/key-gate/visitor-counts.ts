/** This size tells visitors apart at any daily limit of a key, and is always 4 KB. */
const ROWS = 2;
const WIDTH = 512;
const CELLS = ROWS * WIDTH;

/** FNV-1a with another seed for each row. Names are already hashes, see `visitor.ts`. */
function cellsOf(visitor: string): number[] {
  return Array.from({ length: ROWS }, (_, row) => {
    let hash = 0x811c9dc5 ^ Math.imul(row + 1, 0x9e3779b1);
    for (let i = 0; i < visitor.length; i++) hash = Math.imul(hash ^ visitor.charCodeAt(i), 0x01000193);
    return row * WIDTH + (((hash ^ (hash >>> 15)) >>> 0) % WIDTH);
  });
}

/**
 * Accepted requests of a UTC day by visitor, in bounded space: a count-min sketch with conservative update. It never
 * counts too low, and too high only for a visitor that shares all cells with busier ones.
 */
export class VisitorCounts {
  readonly #cells: Uint32Array;

  constructor(saved?: Uint32Array) {
    this.#cells = saved?.length === CELLS ? saved : new Uint32Array(CELLS);
  }

  of(visitor: string): number {
    return Math.min(...cellsOf(visitor).map((cell) => this.#cells[cell] ?? 0));
  }

  add(visitor: string): void {
    const count = this.of(visitor) + 1;
    for (const cell of cellsOf(visitor)) if ((this.#cells[cell] ?? 0) < count) this.#cells[cell] = count;
  }

  /** What must be stored. */
  get saved(): Uint32Array {
    return this.#cells;
  }
}
