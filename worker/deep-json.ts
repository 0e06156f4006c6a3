/** Levels of JSON: far deeper than anything that is sent, and far less than what overflows the stack of recursive code. */
export const MAX_DEPTH = 64;

/**
 * Whether parsed JSON is nested deeper than anything needs. Ask it of what others wrote: it will be written as JSON again, and
 * `JSON.stringify` recurses, unlike `JSON.parse`.
 */
export const isTooDeep = (value: unknown, levels = MAX_DEPTH): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1)));
