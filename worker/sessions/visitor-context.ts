/** Halves of characters, which no encoding of text holds. */
const HALVES = /\p{Cs}/gu;
const wellFormed = (text: string): string => text.replace(HALVES, "\ufffd");

/**
 * Removes empty values from a visitor's context: null, blank strings, empty lists and empty objects, at any depth.
 * `undefined` when nothing is left.
 */
export function withoutEmptyValues(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value.trim() === "" ? undefined : wellFormed(value);
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const kept = value.map(withoutEmptyValues).filter((item) => item !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  const kept = Object.entries(value)
    .map(([key, item]) => [wellFormed(key), withoutEmptyValues(item)] as const)
    .filter(([key, item]) => key.trim() !== "" && item !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
