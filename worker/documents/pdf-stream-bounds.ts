/** What one file may still unpack to, each time that one of its streams is unpacked. */
export interface Budget {
  left: number;
  /** Objects that were asked for last, and how far they have been counted. */
  open?: { part: FileStream; counted: number }[];
}

/** PDF.js's `Stream` of a whole file; each of the file's objects and streams is a part of it, made anew whenever it is asked for. */
export interface FileStream {
  bytes: Uint8Array<ArrayBufferLike>;
  pos: number;
  makeSubStream(start: number, length?: number, dict?: { get(name: string): unknown } | null): FileStream;
}

/** What a stream that is asked for costs besides its bytes: a form may draw itself by others, two for one, again and again. */
export const STREAM_COST = 4_000;
/** Objects within each other that are read side by side: the length of a stream stands in another one. */
const MOST_OPEN = 8;

/**
 * What has been read of the objects that were asked for: one without an end is read to the end of the file, as often as it is named.
 * @param jumped bytes that `from` went over without reading them
 */
function readSince({ open = [] }: Budget, from: FileStream, jumped: number): number {
  let read = 0;
  for (const one of open) {
    if (one.part === from) one.counted += jumped;
    read += Math.max(0, one.part.pos - one.counted);
    one.counted = Math.max(one.counted, one.part.pos);
  }
  return read;
}

/**
 * @param owner where its methods are defined
 * @param take throws once a file has taken too much
 */
export function boundStreams(
  owner: object,
  budgetOf: (file: Uint8Array) => Budget | undefined,
  take: (budget: Budget, work: number) => void,
): void {
  const methods = owner as FileStream;
  const { makeSubStream } = methods;
  methods.makeSubStream = function (this: FileStream, start, length, dict) {
    const budget = budgetOf(this.bytes);
    if (!budget) return makeSubStream.call(this, start, length, dict);
    // A picture is looked at on each page, and not read.
    const kind = dict?.get("Subtype") as { name?: string } | undefined;
    // Where its length is a lie, its end was looked for byte by byte.
    const jumped = length !== undefined && dict?.get("Length") === length ? length : 0;
    const read = readSince(budget, this, jumped);
    take(budget, STREAM_COST + read + (kind?.name === "Image" ? 0 : (length ?? 0)));
    const part = makeSubStream.call(this, start, length, dict);
    if (length === undefined) budget.open = [{ part, counted: part.pos }, ...(budget.open ?? [])].slice(0, MOST_OPEN);
    return part;
  };
}
