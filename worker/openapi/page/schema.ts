import { inline, text } from "./markup.ts";

/** JSON Schema as a reader sees it: a type in a few words, and a table of fields. */

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema is any JSON, read by its keywords.
type Schema = Record<string, any>;

const nameOf = (schema: Schema): string | null =>
  typeof schema.$ref === "string" ? (schema.$ref.split("/").at(-1) ?? null) : null;

const link = (name: string) => `<a href="#schema-${text(name)}">${text(name)}</a>`;

/** `anyOf` of one type and null is that type, or null. */
function alternatives(schema: Schema): Schema[] | null {
  const found = schema.anyOf ?? schema.oneOf;
  return Array.isArray(found) ? found : null;
}

/** What a value may be, as markup. */
export function typeOf(schema: Schema): string {
  const name = nameOf(schema);
  if (name) return link(name);
  const cases = alternatives(schema);
  if (cases) return [...new Set(cases.map(typeOf))].join(" or ");
  if ("const" in schema) return `<code>${text(JSON.stringify(schema.const))}</code>`;
  if (schema.enum)
    return schema.enum.map((value: unknown) => `<code>${text(JSON.stringify(value))}</code>`).join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? typeOf(schema.items) : "anything"}`;
  if (Array.isArray(schema.type)) return schema.type.map(text).join(" or ");
  return schema.type ? text(schema.type) : "anything";
}

const SAFE_INTEGER = Number.MAX_SAFE_INTEGER;

/** Its bounds in words. */
function bounds(schema: Schema): string[] {
  const cases = alternatives(schema)?.filter(({ type }) => type !== "null");
  if (cases?.length === 1 && cases[0]) return bounds(cases[0]);
  const words: string[] = [];
  if (schema.exclusiveMinimum === 0) words.push("above 0");
  if (typeof schema.minimum === "number" && schema.minimum > -SAFE_INTEGER) words.push(`at least ${schema.minimum}`);
  if (typeof schema.maximum === "number" && schema.maximum < SAFE_INTEGER) words.push(`at most ${schema.maximum}`);
  if (schema.minLength > 1) words.push(`at least ${schema.minLength} characters`);
  if (schema.maxLength) words.push(`at most ${schema.maxLength} characters`);
  if (schema.minItems) words.push(`at least ${schema.minItems} items`);
  if (schema.maxItems) words.push(`at most ${schema.maxItems} items`);
  if (schema.pattern) words.push(`matches <code>${text(schema.pattern)}</code>`);
  if ("default" in schema) words.push(`default <code>${text(JSON.stringify(schema.default))}</code>`);
  return words;
}

/** A row for every field, the fields of inner objects below theirs. */
function rows(schema: Schema, path: string): string {
  const required = new Set<string>(schema.required ?? []);
  return Object.entries<Schema>(schema.properties ?? {})
    .map(([field, value]) => {
      const inner = value.type === "array" ? value.items : value;
      const label = `${path}${field}${value.type === "array" ? "[]" : ""}`;
      const words = [value.description ? inline(value.description) : "", bounds(value).join(", ")].filter(Boolean);
      return `<tr><td><code>${text(label)}</code>${required.has(field) ? '<span class="required">required</span>' : ""}</td><td>${typeOf(value)}</td><td>${words.join("<br>")}</td></tr>${
        inner && !nameOf(inner) ? rows(inner, `${label}.`) : ""
      }`;
    })
    .join("");
}

/** The fields of an object, or the cases of a union, as markup. */
export function fields(schema: Schema): string {
  const cases = alternatives(schema);
  if (cases?.some(({ properties }) => properties))
    return cases.map((one, index) => `<p class="case">Case ${index + 1}</p>${fields(one)}`).join("");
  if (!schema.properties) return `<p>${typeOf(schema)}</p>`;
  return `<div class="scroll"><table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows(schema, "")}</tbody></table></div>`;
}
