import * as z from "zod";
import { pageQuery } from "../http/read-page.ts";
import type { JsonSchema } from "./schemas.ts";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
}

export const IF_NONE_MATCH: Parameter = {
  name: "If-None-Match",
  in: "header",
  description: "The `ETag` of an earlier answer.",
  schema: { type: "string" },
};

/** @throws Error that names a field without a description */
function parametersOf(query: z.ZodObject): Parameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, {
    io: "input",
    override({ zodSchema: { _zod }, jsonSchema }) {
      // zod leaves it out where the text is transformed; the callers of ours send what it becomes.
      if (_zod.def.type === "default") jsonSchema.default = _zod.def.defaultValue;
    },
  });
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => {
    const { description, example, ...schema } = field;
    if (typeof description !== "string")
      throw new Error(`\`${name}\` of its query has no description: \`describe()\` it`);
    return {
      name,
      in: "query",
      ...(required.includes(name) && { required: true }),
      description,
      schema,
      ...(example !== undefined && { example }),
    };
  });
}

/** Of the query: what pages through a list comes last. */
export function queryParameters(query: z.ZodObject | undefined, pages: boolean): Parameter[] {
  const own = query ? parametersOf(query) : [];
  if (!pages) return own;
  const paging = parametersOf(pageQuery);
  return [...own.filter(({ name }) => !paging.some((one) => one.name === name)), ...paging];
}
