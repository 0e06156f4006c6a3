/** A pattern of paths as robots.txt has them (RFC 9309): a path begins so; `*` is anything, `$` the end. */
export interface PathPattern {
  /** What the path has to hold, in this order, between the stars. */
  pieces: string[];
  /** Whether nothing may follow. */
  whole: boolean;
  /** Characters of the pattern. */
  length: number;
}

/** What a pattern allows or forbids. */
export interface Rule extends PathPattern {
  allow: boolean;
}

const MAX_PATTERN = 2_000;

export function readPattern(text: string): PathPattern {
  const pattern = normal(text);
  const whole = pattern.endsWith("$");
  const pieces = (whole ? pattern.slice(0, -1) : pattern).split(/\*+/);
  return { pieces, whole, length: pattern.length };
}

/** @param path in its one form. Each piece at its first place after the one before: no other choice could fit where this one does not. */
export function fits({ pieces, whole }: PathPattern, path: string): boolean {
  const [first = "", ...rest] = pieces;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [number, piece] of rest.entries()) {
    const last = whole && number === rest.length - 1;
    const found = last ? path.length - piece.length : path.indexOf(piece, at);
    if (found < at || (last && !path.endsWith(piece))) return false;
    at = found + piece.length;
  }
  return !whole || at === path.length;
}

/** A path in the one form in which it is compared: octets that need no sign without, all others with one. */
export const normal = (text: string): string =>
  text
    .slice(0, MAX_PATTERN)
    .replace(/\p{Surrogate}/gu, "")
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const sign = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(sign) ? sign : code.toUpperCase();
    })
    .replace(/[^\u0021-\u007e]/gu, (sign) => encodeURIComponent(sign));
