import { type Schema, Validator } from "@cfworker/json-schema";
import { isObject } from "../../shared/is-object.ts";
import { evaluatedSchema } from "./evaluated-schema.ts";
import { LISTS, NAMED, ONE, target } from "./schema-parts.ts";
import { argumentsSizeFault, sizeFault } from "./schema-size.ts";

/** The most faults that a model is told: enough to correct the call. */
const MAX_FAULTS = 5;

/** JSON Schema 2020-12, which also understands older drafts in a tool's parameters. */
const validator = (whole: Record<string, unknown>) => new Validator(whole as Schema, "2020-12", false);
/** Keywords that fail only because a part of theirs fails. */
const WHOLES = new Set(["properties", "items", "allOf", "if", "then", "else"]);

/** What is wrong with a call's arguments, for the model to correct; `null` if nothing is. */
export function argumentFaults(schema: Record<string, unknown>, args: Record<string, unknown>): string | null {
  const costly = sizeFault(schema) ?? argumentsSizeFault(schema, args);
  if (costly) return costly;
  const { valid, errors } = validator(evaluatedSchema(schema)).validate(args);
  if (valid) return null;
  // Faults of the parts are more precise than those of the wholes.
  const precise = errors.filter(({ keyword }) => !WHOLES.has(keyword));
  const named = (precise.length > 0 ? precise : errors).slice(0, MAX_FAULTS);
  return named.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`).join(" ");
}

const TYPES = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

/**
 * Where a schema is broken, and how; `null` if it can check arguments.
 * @param followed what references have led to so far: what nothing uses may refer to itself
 */
function schemaFault(schema: unknown, root: unknown, at = "#", followed = new Set<unknown>()): string | null {
  if (typeof schema === "boolean") return null;
  if (!isObject(schema)) return `${at}: a schema must be an object`;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const unknown = types.find((type) => !TYPES.has(String(type)));
  if (unknown !== undefined) return `${at}/type: ${JSON.stringify(unknown)} is not a JSON type`;
  const { required } = schema;
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === "string")))
    return `${at}/required: list the names of properties`;
  if (schema.enum !== undefined && !Array.isArray(schema.enum)) return `${at}/enum: list the values`;
  if (schema.pattern !== undefined && typeof schema.pattern !== "string") return `${at}/pattern: write a text`;
  if (schema.$dynamicRef !== undefined || schema.$recursiveRef !== undefined) return `${at}: refer with $ref`;
  if (schema.$ref !== undefined) {
    const referred = target(root, schema.$ref);
    if (referred === undefined)
      return `${at}/$ref: refer to a place in the schema, as #/$defs/…; nothing is loaded from elsewhere`;
    const fault = followed.has(referred) ? null : schemaFault(referred, root, `${schema.$ref}`, followed.add(referred));
    if (fault) return fault;
  }
  for (const name of ONE) {
    if (schema[name] === undefined || (name === "items" && Array.isArray(schema.items))) continue;
    const fault = schemaFault(schema[name], root, `${at}/${name}`, followed);
    if (fault) return fault;
  }
  for (const name of LISTS) {
    if (schema[name] === undefined || (name === "items" && !Array.isArray(schema.items))) continue;
    if (!Array.isArray(schema[name])) return `${at}/${name}: list the schemas`;
    for (const [index, inner] of schema[name].entries()) {
      const fault = schemaFault(inner, root, `${at}/${name}/${index}`, followed);
      if (fault) return fault;
    }
  }
  for (const name of NAMED) {
    if (schema[name] === undefined) continue;
    if (!isObject(schema[name])) return `${at}/${name}: give schemas by name`;
    for (const [key, inner] of Object.entries(schema[name])) {
      if (name === "dependencies" && Array.isArray(inner)) continue;
      const fault = schemaFault(inner, root, `${at}/${name}/${key}`, followed);
      if (fault) return fault;
    }
  }
  return null;
}

/** What is wrong with a tool's parameters: they must be an object's schema in which every reference can be resolved. */
export function parametersFault(schema: Record<string, unknown>): string | null {
  if (schema.type !== undefined && schema.type !== "object") return "#/type: the arguments of a call must be an object";
  const fault = sizeFault(schema) ?? schemaFault(schema, schema);
  if (fault) return fault;
  try {
    validator(evaluatedSchema(schema)).validate({});
    return null;
  } catch (error) {
    return `#: ${error instanceof Error ? error.message.split("\n")[0] : "it cannot be used"}`;
  }
}
