import { boundCodes, boundFonts } from "./pdf-font-bounds.ts";
import { boundCff, boundTexts, boundType1 } from "./pdf-program-bounds.ts";
import { type Budget, boundStreams, type FileStream } from "./pdf-stream-bounds.ts";

/**
 * PDF.js unpacks a file's streams with decoders that it keeps to itself, and bounds none of them: a kilobyte may become
 * a gigabyte. So the bound is put where they unpack, whatever filters lead there and wherever the stream comes from.
 */

type Bytes = FileStream["bytes"];
/** PDF.js's `DecodeStream`, the base of all that unpack; its names are those of its source, and kept by its builds. */
interface Decoder {
  dict?: { xref?: { stream?: FileStream } | null } | null;
  stream: Decoder & { isAsync: boolean; asyncGetBytes(): Promise<Bytes | null>; getBytes(): Bytes; reset(): void };
  buffer: Bytes;
  minBufferLength: number;
}
interface DecoderMethods {
  ensureBuffer(this: Decoder, requested: number): Bytes;
  asyncGetBytesFromDecompressionStream(this: Decoder): Promise<{ decompressed: null; compressed: Bytes }>;
}

/** What objects of PDF.js get as they are made, and nothing else: its decoders, what a font says of its codes, fonts, their programs. */
const MARK = "_rawMinBufferLength";
const MET: Readonly<Record<string, (of: object) => void>> = {
  numCodespaceRanges: (of) => boundOnce("codes", of, "mapBfRange", (owner) => boundCodes(owner, takeLast)),
  missingFile: (of) => boundOnce("texts", of, "checkAndRepair", (owner) => boundTexts(owner, takeLast)),
  seacAnalysisEnabled(of) {
    boundOnce("type1", of, "readCharStrings", boundType1);
    boundOnce("cff", of, "parseCharString", (owner) => boundCff(owner, takeLast));
  },
};
/** Its page is unpacked by the simplest of the decoders, and written in fonts that say what their codes mean, and hold a program. */
const SAMPLE = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R/G 8 0 R>>>>>>endobj
4 0 obj<</Length 81/Filter/FILTER>>stream
71205120 4254202f4620312054662028612920546a 2f4720312054662028612920546a204554>
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/X/ToUnicode 6 0 R/FontDescriptor<</FontName/X/Flags 4/FontFile 7 0 R>>>>endobj
6 0 obj<</Length 17>>stream
begincmap endcmap
endstream endobj
7 0 obj<</Length 4>>stream
%!PS
endstream endobj
8 0 obj<</Type/Font/Subtype/Type1/BaseFont/Y/FontDescriptor<</FontName/Y/Flags 4/FontFile3 9 0 R>>>>endobj
9 0 obj<</Length 4/Subtype/Type1C>>stream
\u0001\u0000\u0004\u0001
endstream endobj
trailer<</Root 1 0 R>>
`;

/** Bytes that one stream unpacks to. PDF.js takes forty for each letter of a text that stands in it. */
const MAX_STREAM = 8 * 1024 * 1024;
/** States that may be saved within each other. The format's own limit is 28; each costs as much as all before it. */
const MAX_SAVED = 200;

const TOKEN_LENGTH = 36;
const budgets = new Map<string, Budget>();
/** The budget that something was taken from last: what a font says of its codes does not tell whose it is. */
let current: Budget | undefined;
/** What is not bounded yet. */
const unbounded = new Set(["decoders", "streams", "states", "dicts", "codes", "texts", "type1", "cff"] as const);
type Bounded = typeof unbounded extends Set<infer Part> ? Part : never;

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
    if (current === budget) current = undefined;
  }
}

/** The budget of the file that a decoder works on; none for what is made of other decoders' bytes, which are counted. */
const budgetOf = (file: Bytes | undefined): Budget | undefined =>
  file && budgets.get(latin1.decode(file.subarray(-TOKEN_LENGTH)));

/** @throws Error once the file has unpacked too much */
const spend = (file: Bytes | undefined, bytes: number): void => take(budgetOf(file), bytes);

function take(budget: Budget | undefined, bytes: number): void {
  if (!budget) return;
  current = budget;
  budget.left -= bytes;
  if (budget.left < 0) throw new Error("unpacks to too much");
}

/**
 * Bounds PDF.js's decoders, once in the life of a process, before it reads anything.
 * @param read reads a file with it, to its last page
 * @throws Error where they are not found: nothing is read without a bound
 */
export async function boundDecoders(read: (sample: Uint8Array) => Promise<unknown>): Promise<void> {
  if (unbounded.size === 0) return;
  const { assign } = Object;
  // PDF.js copies a state so, and shows it to nobody else.
  Object.assign = (target: object, ...sources: object[]) => {
    for (const source of sources) if (source && Object.hasOwn(source, "textLineMatrix")) boundStates(source);
    return assign(target, ...sources);
  };
  try {
    await meetDecoders(read);
  } finally {
    Object.assign = assign;
  }
  if (unbounded.size > 0) throw new Error("PDF.js could not be bounded");
}

async function meetDecoders(read: (sample: Uint8Array) => Promise<unknown>): Promise<void> {
  for (const filter of ["ASCIIHexDecode", "BrotliDecode"]) {
    meetAll(MARK, filter === "BrotliDecode" ? refuseToUnpack : boundClass);
    for (const [mark, met] of Object.entries(MET)) meetAll(mark, met);
    try {
      // What becomes of the sample does not matter.
      await read(new TextEncoder().encode(SAMPLE.replace("FILTER", filter))).catch(() => {});
    } finally {
      for (const mark of [MARK, ...Object.keys(MET)]) Reflect.deleteProperty(Object.prototype, mark);
    }
  }
}

/** Has `met` see the prototype of each object that gets such a property as it is made. */
function meetAll(mark: string, met: (of: object) => void): void {
  Object.defineProperty(Object.prototype, mark, {
    configurable: true,
    set(this: object, value: unknown) {
      Object.defineProperty(this, mark, { value, writable: true, configurable: true, enumerable: true });
      met(Object.getPrototypeOf(this));
    },
  });
}

/** Counts for the file that was counted for last, unless that is refused already: then it is another one that goes on. */
const takeLast = (work: number): void => take(current && current.left >= 0 ? current : undefined, work);

/** @param name of a method of the class that is looked for */
function boundOnce(part: Bounded, of: object, name: string, bound: (owner: object) => void): void {
  const owner = unbounded.has(part) ? ownerOf(of, name) : null;
  if (!owner) return;
  bound(owner);
  unbounded.delete(part);
}

const BOUND = Symbol("bound");

function boundClass(of: object): void {
  const owner = ownerOf(of, "ensureBuffer");
  if (!owner || BOUND in owner) return;
  const methods = owner as DecoderMethods & { [BOUND]?: true };
  const { ensureBuffer } = methods;
  methods.ensureBuffer = function (requested) {
    const { byteLength } = this.buffer;
    if (requested > byteLength) {
      let size = this.minBufferLength;
      while (size < requested) size *= 2;
      const file = this.dict?.xref?.stream;
      if (file) boundFile(file);
      if (this.dict) boundDicts(this.dict);
      spend(file?.bytes, size > MAX_STREAM ? Number.POSITIVE_INFINITY : size - byteLength);
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
  unbounded.delete("decoders");
}

/** Brotli is unpacked in one go, and no writer of PDF uses it yet. */
function refuseToUnpack(of: object): void {
  if (Object.hasOwn(of, "readBlock") && !Object.hasOwn(of, "ensureBuffer"))
    (of as { readBlock(): void }).readBlock = () => {
      throw new Error("Brotli is not unpacked");
    };
}

/** Where `name` is defined on the way up from an object. */
function ownerOf(of: object, name: string): object | null {
  let owner: object | null = of;
  while (owner && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  return owner;
}

function boundFile(file: FileStream): void {
  boundOnce("streams", file, "makeSubStream", (owner) => boundStreams(owner, budgetOf, take));
}

function boundDicts(dict: object): void {
  boundOnce("dicts", dict, "get", (owner) =>
    boundFonts(owner, (of) => (work) => spend((of as NonNullable<Decoder["dict"]>).xref?.stream?.bytes, work)),
  );
}

/** PDF.js makes each state that is saved of the one before it, and finds what all of them have by going through them all. */
function boundStates(state: object): void {
  if (!unbounded.has("states")) return;
  const owner = ownerOf(state, "clone") as { clone(): object };
  const { clone } = owner;
  const depths = new WeakMap<object, number>();
  owner.clone = function (this: object) {
    const depth = (depths.get(this) ?? 0) + 1;
    if (depth > MAX_SAVED) throw new Error("saves too many states");
    const saved = clone.call(this as { clone(): object });
    depths.set(saved, depth);
    return saved;
  };
  unbounded.delete("states");
}
