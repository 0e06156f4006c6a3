import { isObject } from "../../shared/is-object.ts";

/** A tool's arguments as rows of a form, and their JSON Schema. */

export const PARAMETER_TYPES = ["string", "number", "integer", "boolean"] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

export interface ParameterRow {
  name: string;
  type: ParameterType;
  description: string;
  required: boolean;
  /** Allowed values of a text, separated by commas; empty for any. */
  choices: string;
}

type Schema = Record<string, unknown>;

const onlyHas = (object: Schema, names: readonly string[]) => Object.keys(object).every((name) => names.includes(name));

export const newRow = (): ParameterRow => ({ name: "", type: "string", description: "", required: true, choices: "" });

function rowOf(name: string, schema: unknown, required: boolean): ParameterRow | null {
  if (!isObject(schema) || !onlyHas(schema, ["type", "description", "enum"])) return null;
  const { type, description = "", enum: choices } = schema;
  const kind = PARAMETER_TYPES.find((one) => one === type);
  if (!kind || typeof description !== "string") return null;
  if (choices === undefined) return { name, type: kind, description, required, choices: "" };
  // A comma within a choice could not be told from one between two.
  const fits = kind === "string" && Array.isArray(choices) && choices.every((one) => /^[^,]+$/.test(String(one)));
  return fits ? { name, type: kind, description, required, choices: choices.join(", ") } : null;
}

/** The rows of a schema; `null` where rows cannot express it. */
export function rowsOf(schema: Schema): ParameterRow[] | null {
  const { type = "object", properties = {}, required = [] } = schema;
  if (type !== "object" || !isObject(properties) || !Array.isArray(required)) return null;
  if (!onlyHas(schema, ["type", "properties", "required", "additionalProperties"])) return null;
  if (typeof (schema.additionalProperties ?? true) !== "boolean") return null;
  if (!required.every((name) => String(name) in properties)) return null;
  const rows = Object.entries(properties).map(([name, one]) => rowOf(name, one, required.includes(name)));
  return rows.every((row) => row !== null) ? rows : null;
}

/** @param before what else the schema said */
export function schemaOf(rows: readonly ParameterRow[], before: Schema): Schema {
  const named = rows.filter(({ name }) => name.trim() !== "");
  const properties = named.map(({ name, type, description, choices }) => {
    const allowed = choices
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean);
    const schema = {
      type,
      ...(description.trim() && { description: description.trim() }),
      ...(type === "string" && allowed.length > 0 && { enum: allowed }),
    };
    return [name.trim(), schema] as const;
  });
  const required = named.filter((row) => row.required).map(({ name }) => name.trim());
  const { additionalProperties } = before;
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
}
