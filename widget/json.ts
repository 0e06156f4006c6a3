/**
 * JSON for all that leaves the page, of our own making: pages replace `JSON.stringify`, and give arrays, numbers or all objects
 * a `toJSON`. See docs/decisions/0073-on-any-page.md.
 */

/** Deeper is a circle. */
const MAX_DEPTH = 99;

/** @throws TypeError for a circle; whatever a getter of the page throws */
export const toJson = (value: unknown): string => write(value, 0) ?? "null";

function write(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "number":
      return Number.isFinite(value) ? `${value}` : "null";
    case "boolean":
      return `${value}`;
    case "object":
      return value ? writeObject(value, depth + 1) : "null";
    case "bigint":
      return quote(`${value}`);
  }
}

function writeObject(value: object & { toJSON?: unknown }, depth: number): string | undefined {
  if (depth > MAX_DEPTH) throw new TypeError("a circle has no JSON");
  if (value instanceof Date) return Number.isFinite(+value) ? quote(value.toISOString()) : "null";
  if (value instanceof String || value instanceof Number || value instanceof Boolean)
    return write(value.valueOf(), depth);
  if (hasOwnForm(value)) return write(value.toJSON(), depth);
  let text = "";
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) text += `,${write(value[index], depth) ?? "null"}`;
    return `[${text.slice(1)}]`;
  }
  // Not by `Object.keys()`, which Prototype replaces with one that knows inherited names too.
  for (const name in value) {
    const item = Object.hasOwn(value, name) && write(value[name as keyof object], depth);
    if (item) text += `,${quote(name)}:${item}`;
  }
  return `{${text.slice(1)}}`;
}

/** Whether the object's own class says how it is written; what all objects or arrays inherit is a stranger's. */
function hasOwnForm(value: object & { toJSON?: unknown }): value is { toJSON(): unknown } {
  let holder: object | null = value;
  while (holder && !Object.hasOwn(holder, "toJSON")) holder = Object.getPrototypeOf(holder);
  return !!holder && holder !== Object.prototype && holder !== Array.prototype && typeof value.toJSON === "function";
}

const quote = (text: string): string => `"${text.replace(/["\\\p{Cc}]/gu, escaped)}"`;
const escaped = (sign: string): string =>
  sign > "!" && sign < "\x7f" ? `\\${sign}` : `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
