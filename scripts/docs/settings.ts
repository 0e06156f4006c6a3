import * as z from "zod";
import { widgetConfig } from "../../shared/config.ts";
import type { ConfigField, ConfigGroup, FieldKind } from "../../shared/config-fields.ts";

/** The owner's settings, as `shared/config.ts` declares them: for the docs, the manifest and the playground. */

interface Schema {
  type?: string;
  const?: unknown;
  default?: unknown;
  description?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

function settingOf(name: string, schema: Schema): ConfigField {
  const choices = schema.anyOf ?? [schema];
  const main = choices.find((choice) => choice.const === undefined && choice.type !== "null");
  if (!main) throw new Error(`the setting ${name} has no type of its own`);
  return {
    name,
    kind: kindOf(name, main),
    fallback: (schema.default ?? null) as ConfigField["fallback"],
    auto: choices.some((choice) => choice.const === "auto"),
    ...(main.minimum !== undefined && { min: main.minimum }),
    ...((main.maximum ?? main.maxLength) !== undefined && { max: main.maximum ?? main.maxLength }),
    about: schema.description ?? "",
  };
}

function kindOf(name: string, { type, format, pattern }: Schema): FieldKind {
  // Nothing in the schema tells it from other text: see `font` in shared/config.ts.
  if (name === "fontFamily") return "font";
  if (type === "boolean") return "switch";
  if (type === "number" || type === "integer") return "number";
  if (format === "uri") return "url";
  if (pattern?.startsWith("^#")) return "color";
  if (type === "object") return "object";
  if (type === "string") return "text";
  throw new Error(`the setting ${name} is of a kind that nothing here can show`);
}

/** All settings that can be turned, group by group. */
export function settings(): Record<ConfigGroup, ConfigField[]> {
  const { properties = {} } = z.toJSONSchema(widgetConfig, { io: "input" }) as Schema;
  const of = (group: ConfigGroup) =>
    Object.entries(properties[group]?.properties ?? {}).map(([name, schema]) => settingOf(name, schema));
  return {
    designTokens: of("designTokens"),
    branding: of("branding"),
    copy: of("copy"),
    features: of("features"),
  };
}
