import { longestText, NAME_LENGTH, pathsOf } from "./pattern-cost.ts";
import { isObject, mapParts, target } from "./schema-parts.ts";

type Schema = Record<string, unknown>;

/** The most schemas in a tool's parameters, also when each reference is replaced by its schema. */
const MAX_NODES = 500;
const MAX_PATTERNS = 50;
/** The most ways that all patterns may try on all texts of one call: about a second at worst. */
const MAX_PATHS = 1e8;

/**
 * Calls `seen` with each schema as often as it is used. @returns `false` if there are too many, as with recursive
 * references
 */
function layOut(root: Schema, seen: (schema: Schema) => void): boolean {
  let left = MAX_NODES;
  const visit = (schema: Schema): void => {
    left -= 1;
    if (left < 0) return;
    seen(schema);
    const referred = target(root, schema.$ref);
    if (isObject(referred)) visit(referred);
    mapParts(schema, (part, keyword) =>
      keyword !== "$defs" && keyword !== "definitions" && left >= 0 ? visit(part) : part,
    );
  };
  visit(root);
  return left >= 0;
}

function nodes(schema: Schema, most: number): number {
  let count = 1;
  mapParts(schema, (part) => {
    if (count <= most) count += nodes(part, most - count);
  });
  return count;
}

const patternsIn = (schema: Schema): string[] => {
  const named = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
  return typeof schema.pattern === "string" ? [schema.pattern, ...named] : named;
};

/** Why a schema is too large to check a call quickly; `null` if it is not. */
export function sizeFault(schema: Schema): string | null {
  const size = `at most ${MAX_NODES} schemas, each counted wherever a $ref uses it; a schema that refers to itself has no end`;
  let patterns = 0;
  const fits = nodes(schema, MAX_NODES) <= MAX_NODES;
  const laidOut =
    fits &&
    layOut(schema, (part) => {
      patterns += patternsIn(part).length;
    });
  if (!laidOut) return `#: give ${size}`;
  return patterns > MAX_PATTERNS ? `#: give at most ${MAX_PATTERNS} patterns, each counted wherever it is used` : null;
}

/**
 * The same schema, except that a pattern is matched only on texts that are short enough for it; a longer text is a
 * fault.
 */
export function guarded(schema: Schema): Schema {
  const copy = mapParts(schema, guarded);
  const { pattern, ...rest } = copy;
  if (typeof pattern !== "string") return copy;
  const bound = { maxLength: longestText(pattern) };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  const guard = { if: bound, then: { pattern }, else: bound };
  return { ...rest, allOf: [...(Array.isArray(rest.allOf) ? rest.allOf : []), guard] };
}

/** Texts and names in a call's arguments, by their length up to the next power of two. */
function countTexts(value: unknown, texts: Map<number, number>): void {
  const count = (text: string) => {
    const length = 2 ** Math.ceil(Math.log2(Math.max([...text].length, 1)));
    texts.set(length, (texts.get(length) ?? 0) + 1);
  };
  const pending = [value];
  for (let next = pending.pop(); pending.length > 0 || next !== undefined; next = pending.pop()) {
    if (typeof next === "string") count(next);
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next)) Object.keys(next).forEach(count);
    pending.push(...Object.values(next).filter((inner) => typeof inner === "string" || typeof inner === "object"));
  }
}

/** Why a call's texts cannot be matched quickly with the patterns of a schema that passed `sizeFault`. */
export function matchingFault(schema: Schema, args: Schema): string | null {
  const patterns: string[] = [];
  let namedByPattern = false;
  layOut(schema, (part) => {
    patterns.push(...patternsIn(part));
    namedByPattern ||= isObject(part.patternProperties);
  });
  if (patterns.length === 0) return null;
  if (namedByPattern && hasLongName(args)) return `Do not send property names longer than ${NAME_LENGTH} characters`;
  const texts = new Map<number, number>();
  countTexts(args, texts);
  let paths = 0;
  for (const pattern of patterns) {
    const longest = longestText(pattern);
    for (const [length, count] of texts) if (length <= longest) paths += count * pathsOf(pattern, length);
  }
  return paths > MAX_PATHS ? "Send fewer or shorter texts: they are too much for the patterns of this tool" : null;
}

function hasLongName(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (!Array.isArray(value) && Object.keys(value).some((name) => name.length > NAME_LENGTH)) return true;
  return Object.values(value).some(hasLongName);
}
