/** Whether parsed JSON is an object, with fields by name: no list, no null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
