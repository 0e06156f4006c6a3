/** Code that few visitors need: it is loaded when it is first asked for. A load that failed is tried again. */
export class LazyChunk<Chunk> {
  /** Null until it is there. */
  chunk: Chunk | null = null;
  #loading: Promise<Chunk | null> | null = null;
  readonly #import: () => Promise<Chunk>;

  constructor(load: () => Promise<Chunk>) {
    this.#import = load;
  }

  /** Answers with null where it cannot be had now. */
  load(): Promise<Chunk | null> {
    this.#loading ??= this.#import().then(
      (chunk) => {
        this.chunk = chunk;
        return chunk;
      },
      () => {
        this.#loading = null;
        return null;
      },
    );
    return this.#loading;
  }

  /** The chunk if it is there; else it is loaded, and `arrived` called once it has come. */
  get(arrived: () => void): Chunk | null {
    if (!this.chunk) void this.load().then((chunk) => chunk && arrived());
    return this.chunk;
  }
}
