/** Code that few visitors need, loaded on first use. A load that failed is tried again. */
export class LazyChunk<Chunk> {
  /** Null until it is loaded. */
  chunk: Chunk | null = null;
  /** Whether the last try failed. */
  failed = false;
  #loading: Promise<Chunk | null> | null = null;
  readonly #import: () => Promise<Chunk>;

  constructor(load: () => Promise<Chunk>) {
    this.#import = load;
  }

  /** Resolves to null if it cannot be loaded now. */
  load(): Promise<Chunk | null> {
    this.#loading ??= this.#import().then(
      (chunk) => {
        this.chunk = chunk;
        this.failed = false;
        return chunk;
      },
      () => {
        this.#loading = null;
        this.failed = true;
        return null;
      },
    );
    return this.#loading;
  }

  /** The chunk if it is loaded; else loads it, and calls `arrived` when it is. */
  get(arrived: () => void): Chunk | null {
    if (!this.chunk) void this.load().then((chunk) => chunk && arrived());
    return this.chunk;
  }
}
