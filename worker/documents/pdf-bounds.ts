/**
 * PDF.js unpacks a file's streams with decoders that it keeps to itself, and bounds none of them: a kilobyte may become
 * a gigabyte. So the bound is put where they unpack, whatever filters lead there and wherever the stream comes from.
 */

/** What one file may still unpack to, each time that one of its streams is unpacked. */
export interface Budget {
  left: number;
}

type Bytes = Uint8Array<ArrayBufferLike>;
/** PDF.js's `DecodeStream`, the base of all that unpack; its names are those of its source, and kept by its builds. */
interface Decoder {
  dict?: { xref?: { stream?: { bytes?: Bytes } } | null } | null;
  stream: Decoder & { isAsync: boolean; asyncGetBytes(): Promise<Bytes | null>; getBytes(): Bytes; reset(): void };
  buffer: Bytes;
  minBufferLength: number;
}
interface DecoderMethods {
  ensureBuffer(this: Decoder, requested: number): Bytes;
  asyncGetBytesFromDecompressionStream(this: Decoder): Promise<{ decompressed: null; compressed: Bytes }>;
}

/** Set by every decoder as it is made, and by nothing else. */
const MARK = "_rawMinBufferLength";
/** Its page is unpacked by the simplest of the decoders. */
const SAMPLE = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj
4 0 obj<</Length 5/Filter/FILTER>>stream
2020>
endstream endobj
trailer<</Root 1 0 R>>
`;

const TOKEN_LENGTH = 36;
const budgets = new Map<string, Budget>();
let bounded = false;

const latin1 = new TextDecoder("latin1");

/**
 * The file with a comment behind it, by which its decoders find its budget.
 * @param work reads the file with PDF.js
 */
export async function withBudget<T>(
  bytes: Uint8Array,
  budget: Budget,
  work: (marked: Uint8Array) => Promise<T>,
): Promise<T> {
  const token = crypto.randomUUID();
  const marked = new Uint8Array(bytes.length + 2 + TOKEN_LENGTH);
  marked.set(bytes);
  marked.set(new TextEncoder().encode(`\n%${token}`), bytes.length);
  budgets.set(token, budget);
  try {
    return await work(marked);
  } finally {
    budgets.delete(token);
  }
}

/** The budget of the file that a decoder works on; none for what is made of other decoders' bytes, which are counted. */
function budgetOf({ dict }: Decoder): Budget | undefined {
  const file = dict?.xref?.stream?.bytes;
  return file && budgets.get(latin1.decode(file.subarray(-TOKEN_LENGTH)));
}

/** @throws Error once the file has unpacked too much */
function spend(decoder: Decoder, bytes: number): void {
  const budget = budgetOf(decoder);
  if (!budget) return;
  budget.left -= bytes;
  if (budget.left < 0) throw new Error("unpacks to too much");
}

/**
 * Bounds PDF.js's decoders, once in the life of a process, before it reads anything.
 * @param read reads a file with it, to its last page
 * @throws Error where they are not found: nothing is read without a bound
 */
export async function boundDecoders(read: (sample: Uint8Array) => Promise<unknown>): Promise<void> {
  if (bounded) return;
  for (const filter of ["ASCIIHexDecode", "BrotliDecode"]) {
    Object.defineProperty(Object.prototype, MARK, {
      configurable: true,
      set(this: object, value: unknown) {
        Object.defineProperty(this, MARK, { value, writable: true, configurable: true, enumerable: true });
        if (filter === "BrotliDecode") refuseToUnpack(Object.getPrototypeOf(this));
        else boundClass(Object.getPrototypeOf(this));
      },
    });
    try {
      // What becomes of the sample does not matter.
      await read(new TextEncoder().encode(SAMPLE.replace("FILTER", filter))).catch(() => {});
    } finally {
      Reflect.deleteProperty(Object.prototype, MARK);
    }
  }
  if (!bounded) throw new Error("PDF.js has no DecodeStream that could be bounded");
}

const BOUND = Symbol("bound");

function boundClass(of: object): void {
  let owner: object | null = of;
  while (owner && !Object.hasOwn(owner, "ensureBuffer")) owner = Object.getPrototypeOf(owner);
  if (!owner || BOUND in owner) return;
  const methods = owner as DecoderMethods & { [BOUND]?: true };
  const { ensureBuffer } = methods;
  methods.ensureBuffer = function (requested) {
    const { byteLength } = this.buffer;
    if (requested > byteLength) {
      let size = this.minBufferLength;
      while (size < requested) size *= 2;
      spend(this, size - byteLength);
    }
    return ensureBuffer.call(this, requested);
  };
  // The runtime's own decompression has no bound; without it PDF.js goes on with the decoder above.
  methods.asyncGetBytesFromDecompressionStream = async function () {
    this.stream.reset();
    const inner = this.stream.isAsync ? await this.stream.asyncGetBytes() : null;
    return { decompressed: null, compressed: inner ?? this.stream.getBytes() };
  };
  methods[BOUND] = true;
  bounded = true;
}

/** Brotli is unpacked in one go, and no writer of PDF uses it yet. */
function refuseToUnpack(of: object): void {
  if (Object.hasOwn(of, "readBlock") && !Object.hasOwn(of, "ensureBuffer"))
    (of as { readBlock(): void }).readBlock = () => {
      throw new Error("Brotli is not unpacked");
    };
}
