import fc from "fast-check";
import type { JsonSchema } from "../../../worker/openapi/schemas.ts";

type Schema = JsonSchema & {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  /** `false` where only `prefixItems` may stand. */
  items?: Schema | false;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  type?: string | string[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
};

/** Values that a schema of the document allows, so that a request is not refused at once. */
export function valid(schema: Schema, schemas: Record<string, Schema>): fc.Arbitrary<unknown> {
  if (schema.$ref) return valid(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, schemas);
  const cases = schema.anyOf ?? schema.oneOf;
  if (cases) return fc.oneof(...cases.map((one) => valid(one, schemas)));
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valid({ ...schema, type }, schemas)));
  switch (schema.type) {
    case "object": {
      if (!schema.properties)
        return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
      const fields = Object.entries(schema.properties).map(([name, field]) => [name, valid(field, schemas)] as const);
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [], noNullPrototype: true });
    }
    case "array":
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((item) => valid(item, schemas)));
      return fc.array(valid(schema.items || {}, schemas), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
      });
    case "string":
      if (schema.format === "uri") return fc.constantFrom("https://hook.example/a", "http://shop.example/b?c=d");
      if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern, "u"));
      return fc.string({
        minLength: schema.minLength ?? 0,
        maxLength: Math.min(schema.maxLength ?? 40, 40),
        unit: "grapheme",
      });
    case "integer":
      return fc.integer({
        min: Math.max(schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1, -1_000),
        max: Math.min(schema.maximum ?? 1_000, 1_000),
      });
    case "number":
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}
