import { isObject } from "../../shared/is-object.ts";

type Schema = Record<string, unknown>;

/** Keywords of JSON Schema whose value is a schema. Older drafts write a list for `items`. */
export const ONE = [
  "items",
  "additionalItems",
  "unevaluatedItems",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "contains",
  "contentSchema",
  "not",
  "if",
  "then",
  "else",
];
/** Those whose value is a list of schemas. */
export const LISTS = ["items", "allOf", "anyOf", "oneOf", "prefixItems"];
/** Those whose value holds schemas by name; `dependencies` may hold lists of names too. */
export const NAMED = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"];

/** A copy of a schema in which `map` has replaced each direct subschema. */
export function mapParts(schema: Schema, map: (part: Schema, keyword: string) => unknown): Schema {
  const part = (value: unknown, keyword: string) => (isObject(value) ? map(value, keyword) : value);
  const copy = { ...schema };
  for (const keyword of ONE) if (keyword in copy) copy[keyword] = part(copy[keyword], keyword);
  for (const keyword of LISTS) {
    const list = copy[keyword];
    if (Array.isArray(list)) copy[keyword] = list.map((value) => part(value, keyword));
  }
  for (const keyword of NAMED) {
    const named = copy[keyword];
    if (isObject(named))
      copy[keyword] = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, part(value, keyword)]));
  }
  return copy;
}

/** What a reference like `#/$defs/order` refers to in the schema, `undefined` for nothing. */
export function target(root: unknown, reference: unknown): unknown {
  if (reference === "#") return root;
  if (typeof reference !== "string" || !reference.startsWith("#/")) return undefined;
  let place = root;
  for (const step of reference.slice(2).split("/")) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, name)) return undefined;
    place = (place as Schema)[name];
  }
  return place;
}
