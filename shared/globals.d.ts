/** What both realms have and neither library of types is loaded for here. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
