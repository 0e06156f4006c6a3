import type { Spend } from "./pdf-font-bounds.ts";

/**
 * What a font draws with is a program: parts that call each other, tables whose rows name the same bytes. PDF.js lays all of it out
 * for the screen, so that a kilobyte may take hours. A text needs none of it, but for what a Type 1 or CFF font says of its codes.
 */

/** PDF.js's `Font`. */
interface Font {
  toUnicode: { length: number };
  checkAndRepair(): never;
  fallbackToSystemFont(this: Font, properties: unknown): void;
  charsToGlyphs(this: Font, characters: string): unknown;
}

const CODE_COST = 8;
const CHARACTER_COST = 16;
/** The format's own limit is 32,767. */
const MAX_TEXT = 65_536;

/** @param owner where its methods are defined */
export function boundTexts(owner: object, spend: Spend): void {
  const methods = owner as Font;
  const { fallbackToSystemFont, charsToGlyphs } = methods;
  // TrueType and OpenType: they say of their codes what a text needs elsewhere. It goes on as without a program.
  methods.checkAndRepair = () => {
    throw new Error("outlines are not read");
  };
  methods.fallbackToSystemFont = function (properties) {
    spend(CODE_COST * this.toUnicode.length);
    fallbackToSystemFont.call(this, properties);
  };
  methods.charsToGlyphs = function (characters) {
    spend(CHARACTER_COST * characters.length);
    if (characters.length > MAX_TEXT) throw new Error("a text is too long");
    return charsToGlyphs.call(this, characters);
  };
}

/** PDF.js's `Type1Parser`. */
interface Type1Parser {
  readCharStrings(this: Type1Parser, bytes: Uint8Array, key: number): Uint8Array;
}

const HSBW = 13;
const ENDCHAR = 14;

/** A glyph's program up to the width that it begins with. */
function widthAlone(program: Uint8Array): Uint8Array {
  let at = 0;
  for (let sign = program[0] ?? 0; sign >= 32; sign = program[at] ?? 0) at += sign === 255 ? 5 : sign > 246 ? 2 : 1;
  return Uint8Array.of(...program.subarray(0, program[at] === HSBW ? Math.min(at + 1, 16) : 0), ENDCHAR);
}

/** @param owner where its methods are defined */
export function boundType1(owner: object): void {
  const methods = owner as Type1Parser;
  const { readCharStrings } = methods;
  methods.readCharStrings = function (bytes, key) {
    return widthAlone(readCharStrings.call(this, bytes, key));
  };
}

/** PDF.js's `CFFParser`. */
interface CffParser {
  parseCharString(): boolean;
  parseIndex(this: CffParser, at: number): { obj: { count: number; get(at: number): Uint8Array } };
}

/** An entry of a list. */
const ENTRY_COST = 32;

/** @param owner where its methods are defined */
export function boundCff(owner: object, spend: Spend): void {
  const methods = owner as CffParser;
  const { parseIndex } = methods;
  methods.parseCharString = () => true;
  methods.parseIndex = function (at) {
    const index = parseIndex.call(this, at);
    const { obj } = index;
    // Its entries may be the same bytes again and again, and are copied one after another.
    for (let entry = 0; entry < obj.count; entry++) spend(ENTRY_COST + obj.get(entry).length);
    return index;
  };
}
