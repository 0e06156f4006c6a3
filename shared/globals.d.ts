/** What both realms have and neither library of types is loaded for here. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare function setInterval(callback: () => void, milliseconds: number): number;
declare function setTimeout(callback: () => void, milliseconds: number): number;
declare function clearTimeout(timer: number | undefined): void;
declare function clearInterval(timer: number | undefined): void;
