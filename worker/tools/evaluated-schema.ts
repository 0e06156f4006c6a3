import { isObject } from "../../shared/is-object.ts";
import { mapParts, target } from "./schema-parts.ts";

type Schema = Record<string, unknown>;

/** Formats that the validator checks with a pattern of exponential time, or by compiling a text. */
const UNEVALUATED_FORMATS = new Set<unknown>(["url", "regex"]);

interface Evaluated {
  schema: Schema;
  /** Something was taken out, so that what it accepts may be too much. */
  partial: boolean;
}

/** Without keywords that would make a call fail because others were taken out of the parts. */
function loosened(schema: Schema, partial: ReadonlySet<string>): Schema {
  const { not, oneOf, if: condition, then, else: otherwise, maxContains, ...rest } = schema;
  const more: unknown[] = Array.isArray(rest.allOf) ? [...rest.allOf] : [];
  if (Array.isArray(oneOf)) more.push(partial.has("oneOf") ? { anyOf: oneOf } : { oneOf });
  return {
    ...rest,
    ...(more.length > 0 && { allOf: more }),
    ...(not !== undefined && !partial.has("not") && { not }),
    ...(condition !== undefined && !partial.has("if") && { if: condition, then, else: otherwise }),
    ...(maxContains !== undefined && !partial.has("contains") && { maxContains }),
  };
}

function evaluate(root: Schema, whole: Schema): Evaluated {
  const { $ref, $defs: _, definitions: __, pattern, patternProperties, uniqueItems, ...own } = whole;
  const partial = new Set<string>();
  const inner = (part: Schema, keyword: string): Schema => {
    const result = evaluate(root, part);
    if (result.partial) partial.add(keyword);
    return result.schema;
  };
  let schema = loosened(mapParts(own, inner), partial);
  if (UNEVALUATED_FORMATS.has(schema.format)) delete schema.format;
  if ($ref !== undefined) {
    const referred = target(root, $ref);
    const allOf = Array.isArray(schema.allOf) ? schema.allOf : [];
    schema = { ...schema, allOf: [...allOf, isObject(referred) ? inner(referred, "$ref") : referred] };
  }
  if (patternProperties !== undefined) delete schema.additionalProperties;
  if (patternProperties !== undefined || partial.size > 0) {
    delete schema.unevaluatedProperties;
    delete schema.unevaluatedItems;
  }
  const taken = pattern !== undefined || patternProperties !== undefined || Boolean(uniqueItems);
  return { schema, partial: taken || partial.size > 0 || own.format !== schema.format };
}

/**
 * What of a tool's parameters the service checks itself: all but `pattern`, `patternProperties` and `uniqueItems`, whose
 * time a visitor could stretch. The model gets them. A call is never refused for what only they can tell. Each reference
 * is replaced by its schema.
 * @param root a schema that passed `sizeFault`, or this would not end
 */
export const evaluatedSchema = (root: Schema): Schema => evaluate(root, root).schema;
