import { type Schema, Validator } from "@cfworker/json-schema";

/** Faults named to a model: enough to mend the call, no more. */
const MAX_FAULTS = 5;

/** JSON Schema 2020-12, which also reads what older drafts write for a tool's parameters. */
const validator = (schema: Record<string, unknown>) => new Validator(schema as Schema, "2020-12", false);

/** What is wrong with a call's arguments, for the model to mend; `null` when nothing is. */
export function argumentFaults(schema: Record<string, unknown>, args: Record<string, unknown>): string | null {
  const { valid, errors } = validator(schema).validate(args);
  if (valid) return null;
  // The parts come before the wholes that fail because of them.
  const precise = errors.filter(({ keyword }) => keyword !== "properties" && keyword !== "items" && keyword !== "$ref");
  const named = (precise.length > 0 ? precise : errors).slice(0, MAX_FAULTS);
  return named.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`).join(" ");
}

const TYPES = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = [
  "items",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const NAMED = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

function compiles(pattern: unknown): boolean {
  try {
    return typeof pattern === "string" && new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** Whether a reference like `#/$defs/order` leads to something in the schema itself. */
function resolves(root: unknown, reference: unknown): boolean {
  if (reference === "#") return true;
  if (typeof reference !== "string" || !reference.startsWith("#/")) return false;
  let place = root;
  for (const step of reference.slice(2).split("/")) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, name)) return false;
    place = (place as Record<string, unknown>)[name];
  }
  return true;
}

/** Where a schema is broken, and how; `null` where it can judge arguments. */
function schemaFault(schema: unknown, root: unknown, at = "#"): string | null {
  if (typeof schema === "boolean") return null;
  if (!isObject(schema)) return `${at}: a schema is an object`;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const unknown = types.find((type) => !TYPES.has(String(type)));
  if (unknown !== undefined) return `${at}/type: ${JSON.stringify(unknown)} is no JSON type`;
  const { required } = schema;
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === "string")))
    return `${at}/required: list the names of properties`;
  if (schema.enum !== undefined && !Array.isArray(schema.enum)) return `${at}/enum: list the values`;
  if (schema.pattern !== undefined && !compiles(schema.pattern)) return `${at}/pattern: not a regular expression`;
  if (schema.$ref !== undefined && !resolves(root, schema.$ref))
    return `${at}/$ref: refer to a place in the schema, as #/$defs/…; nothing is loaded from elsewhere`;
  for (const name of [...ONE, "else"]) {
    if (schema[name] === undefined || (name === "items" && Array.isArray(schema.items))) continue;
    const fault = schemaFault(schema[name], root, `${at}/${name}`);
    if (fault) return fault;
  }
  for (const name of LISTS) {
    if (schema[name] === undefined) continue;
    if (!Array.isArray(schema[name])) return `${at}/${name}: list the schemas`;
    for (const [index, inner] of schema[name].entries()) {
      const fault = schemaFault(inner, root, `${at}/${name}/${index}`);
      if (fault) return fault;
    }
  }
  for (const name of NAMED) {
    if (schema[name] === undefined) continue;
    if (!isObject(schema[name])) return `${at}/${name}: give schemas by name`;
    for (const [key, inner] of Object.entries(schema[name])) {
      if (name === "patternProperties" && !compiles(key)) return `${at}/${name}: ${key} is not a regular expression`;
      const fault = schemaFault(inner, root, `${at}/${name}/${key}`);
      if (fault) return fault;
    }
  }
  return null;
}

/** Whether a tool's parameters can judge a call: an object's schema in which every reference leads somewhere. */
export function parametersFault(schema: Record<string, unknown>): string | null {
  if (schema.type !== undefined && schema.type !== "object") return "#/type: the arguments of a call are an object";
  const fault = schemaFault(schema, schema);
  if (fault) return fault;
  try {
    validator(schema).validate({});
    return null;
  } catch (error) {
    return `#: ${error instanceof Error ? error.message.split("\n")[0] : "it cannot be used"}`;
  }
}
