import type { ToolRequest } from "../pipeline.ts";
import type { Session } from "../session.ts";

type FunctionTool = Session["tools"][number];

/** The tool that a typed text asks for: "call show_offer {…}", "please use the tool show offer", "make me an offer". */
export function requestedTool(text: string, tools: FunctionTool[]): ToolRequest | null {
  const [from, to] = braces(text);
  const words = `${text.slice(0, from)} ${text.slice(to)}`.toLowerCase();
  const asks = /\b(call|use|run|invoke|try|start)\b/.test(words);
  const longestFirst = [...tools].sort((one, other) => other.name.length - one.name.length);
  const asked = ({ name }: FunctionTool) => {
    const lower = name.toLowerCase();
    // A name such as `show_offer` is not typed by chance; `show` may be.
    if (names(words, lower)) return asks || /[_-]/.test(lower);
    // "Do you have an offer?" is what `show_offer` is for.
    const [thing] = lower.split(/[_-]+/).slice(1).slice(-1);
    if (thing && ["a", "an", "any"].some((article) => names(words, `${article} ${thing}`))) return true;
    return asks && names(words, lower.replaceAll(/[_-]+/g, " "));
  };
  const any = asks && /\b(a|the|your|any) (tool|function)\b/.test(words) ? tools[0] : undefined;
  const tool = longestFirst.find(asked) ?? any;
  return tool ? { name: tool.name, arguments: JSON.stringify(written(text) ?? sample(tool.parameters)) } : null;
}

export const toolCall = (tool: FunctionTool): ToolRequest => ({
  name: tool.name,
  arguments: JSON.stringify(sample(tool.parameters)),
});

function names(words: string, name: string): boolean {
  const at = words.indexOf(name);
  const edge = (character: string | undefined) => !character || !/[\p{L}\p{N}_-]/u.test(character);
  return at >= 0 && edge(words[at - 1]) && edge(words[at + name.length]);
}

/** From the first brace to behind the last one; the end of the text where they are not there. */
function braces(text: string): [from: number, to: number] {
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}") + 1;
  return from !== -1 && to > from ? [from, to] : [text.length, text.length];
}

/** The JSON object in a text, if there is one. */
function written(text: string): object | null {
  const json = text.slice(...braces(text));
  if (json === "") return null;
  try {
    return JSON.parse(json) as object;
  } catch {
    return null;
  }
}

/** The smallest value that fits a JSON Schema: only required fields, with the schema's examples if it has any. */
function sample(schema: unknown, depth = 0): unknown {
  const { type, properties, required, ...rest } = (schema ?? {}) as Record<string, unknown>;
  const given = rest.default ?? rest.const ?? first(rest.examples) ?? first(rest.enum);
  if (given !== undefined && depth > 0) return given;
  switch (depth === 0 ? "object" : first(type)) {
    case "object": {
      const shapes = (properties ?? {}) as Record<string, unknown>;
      const wanted = Array.isArray(required) && depth < 6 ? required.filter((name) => typeof name === "string") : [];
      // Each once: names that come twice, at each depth, would be asked for in their product.
      const names = [...new Set<string>(wanted)];
      return Object.fromEntries(names.map((name) => [name, sample(shapes[name], depth + 1)]));
    }
    case "array":
      return [];
    case "integer":
    case "number":
      return typeof rest.minimum === "number" ? rest.minimum : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return "demo";
  }
}

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
