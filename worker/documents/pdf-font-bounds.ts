/**
 * What a font says of its codes and widths is laid out by PDF.js code by code, and a range of a few bytes may stand for
 * millions; each font is read anew, however many share what is read.
 */

/** Counts work for the file that is being read; throws once that is too much. In bytes that are unpacked. */
export type Spend = (work: number) => void;

/** A font, a code with its text, and a width. */
const FONT_COST = 8_000;
const CODE_COST = 32;
const WIDTH_COST = 8;
/** Codes that one range may hold: all of two bytes. */
const MAX_RANGE = 65_536;
/** The lengths of a text's codes are looked for among all of these, character by character. */
const MAX_CODESPACES = 64;

/** PDF.js's `CMap`. */
interface CodeMap {
  numCodespaceRanges: number;
  addCodespaceRange(this: CodeMap, ...range: number[]): void;
  mapOne(this: CodeMap, code: number, to: unknown): void;
  mapCidRange(this: CodeMap, low: number, high: number, to: unknown): void;
  mapBfRange(this: CodeMap, low: number, high: number, to: unknown): void;
}

/** @param owner where its methods are defined */
export function boundCodes(owner: object, spend: Spend): void {
  const methods = owner as CodeMap;
  const { addCodespaceRange, mapOne, mapCidRange, mapBfRange } = methods;
  const spendRange = (low: number, high: number, to: unknown) => {
    if (high - low >= MAX_RANGE) throw new Error("a range of too many codes");
    // Each of them gets a text of that length.
    if (high >= low) spend((high - low + 1) * (CODE_COST + (typeof to === "string" ? to.length : 0)));
  };
  methods.addCodespaceRange = function (...range) {
    if (this.numCodespaceRanges >= MAX_CODESPACES) throw new Error("too many lengths of codes");
    addCodespaceRange.apply(this, range);
  };
  methods.mapOne = function (code, to) {
    spend(CODE_COST);
    mapOne.call(this, code, to);
  };
  methods.mapCidRange = function (low, high, to) {
    spendRange(low, high, to);
    mapCidRange.call(this, low, high, to);
  };
  methods.mapBfRange = function (low, high, to) {
    spendRange(low, high, to);
    mapBfRange.call(this, low, high, to);
  };
}

/** An entry of a file's list of its objects. */
const OBJECT_COST = 200;

/** Entries of a list of objects, which stands for as many as it says: each may take no byte at all. */
const objectsIn = (ranges: unknown): number =>
  Array.isArray(ranges)
    ? ranges.reduce((sum: number, one, at) => sum + (at % 2 === 1 ? Math.max(0, Number(one)) || 0 : 0), 0)
    : 0;

/** What the glyphs of a Type 3 font draw, each by operators of its own, which cost a hundred times their bytes: no text needs it. */
const NO_GLYPHS = { getKeys: () => [] };

/** PDF.js's `Dict`. */
interface Dict {
  xref?: { fetchIfRef(value: unknown): unknown } | null;
  get(this: Dict, key: string, ...others: string[]): unknown;
}

/** What is read from its beginning for each font that names it. */
const READ_ANEW = new Set(["ToUnicode", "Encoding", "FontFile", "CIDToGIDMap", "Differences", "Widths"]);

/**
 * @param owner where its methods are defined
 * @param spendOf counts work for the file that a dictionary is of
 */
export function boundFonts(owner: object, spendOf: (dict: object) => Spend): void {
  const methods = owner as Dict;
  const { get } = methods;
  methods.get = function (key, ...others) {
    if (key === "CharProcs") return NO_GLYPHS;
    const value = get.call(this, key, ...others);
    if (key === "FontDescriptor") spendOf(this)(FONT_COST);
    else if ((key === "W" || key === "W2") && Array.isArray(value))
      spendOf(this)(WIDTH_COST * widthsIn(value, key === "W" ? 1 : 3, (one) => this.xref?.fetchIfRef(one) ?? one));
    else if (READ_ANEW.has(key)) spendOf(this)(lengthOf(value));
    else if (key === "Index") spendOf(this)(OBJECT_COST * objectsIn(value ?? [0, get.call(this, "Size")]));
    return value;
  };
}

/** Bytes of a stream, as far as it is unpacked; values of a list. */
function lengthOf(value: unknown): number {
  const sized = Object(value) as { bufferLength?: number; length?: number };
  // What unpacks throws where it is asked for its length.
  return Number(sized.bufferLength ?? sized.length) || 0;
}

/**
 * Widths that a list stands for: `first [width …]` and `first last width`, by turns.
 * @param numbers of each width
 */
function widthsIn(list: readonly unknown[], numbers: number, resolved: (one: unknown) => unknown): number {
  let widths = 0;
  for (let at = 0; at < list.length; ) {
    const first = resolved(list[at]);
    const next = resolved(list[at + 1]);
    if (Array.isArray(next)) {
      widths += next.length;
      at += 2;
    } else {
      widths += 1 + Math.max(0, Number(next) - Number(first) || 0);
      at += 2 + numbers;
    }
  }
  return widths;
}
