/** Their values are data, not schemas. */
const DATA = new Set(["example", "examples", "default", "enum", "const"]);
const MAX_INT32 = 2 ** 31 - 1;

const isWide = ({ type, maximum }: Record<string, unknown>): boolean =>
  [type].flat().includes("integer") && !((maximum as number) <= MAX_INT32);

/**
 * The document with `format: int64` at each whole number that may be larger than 32 bits, as unix milliseconds are. It is asked
 * for, as generators for TypeScript make `bigint` of it.
 */
export function withInt64<T>(document: T): T {
  return widened(document, false) as T;
}

/** @param names whether the keys are names of fields, which may be called as keywords are */
function widened(node: unknown, names: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => widened(item, false));
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      !names && DATA.has(key) ? value : widened(value, !names && key === "properties"),
    ]),
  );
  return !names && isWide(copy) ? { ...copy, format: "int64" } : copy;
}
