import type { OutputUnit } from "@cfworker/json-schema";
import { longestText, NAME_LENGTH, pathsOf } from "./pattern-cost.ts";
import { isObject, mapParts, target } from "./schema-parts.ts";

type Schema = Record<string, unknown>;

/** The most schemas in a tool's parameters, also when each reference is replaced by its schema. */
const MAX_NODES = 500;
const MAX_PATTERNS = 50;
/** The most ways that all patterns may try on all texts of one call: about a second at worst. */
const MAX_PATHS = 1e8;
/** The most items of a list in which equal ones are looked for, and the most comparisons for one call: about half a second. */
const MAX_UNIQUE_ITEMS = 256;
const MAX_COMPARISONS = 4e6;

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
 * The same schema, except that a pattern is matched only on texts that are short enough for it, and only short lists are
 * searched for equal items; what is longer is a fault. Each reference is replaced by its schema, wherever that stands.
 * @param root a schema that passed `sizeFault`, or this would not end
 */
export function guarded(root: Schema, schema: Schema = root): Schema {
  const { $ref, $defs: _, definitions: __, ...own } = schema;
  const { pattern, uniqueItems, ...rest } = mapParts(own, (part) => guarded(root, part));
  const more: unknown[] = [];
  if ($ref !== undefined) {
    const referred = target(root, $ref);
    more.push(isObject(referred) ? guarded(root, referred) : referred);
  }
  if (typeof pattern === "string") more.push(guard({ maxLength: longestText(pattern) }, { pattern }));
  if (uniqueItems) more.push(guard({ maxItems: MAX_UNIQUE_ITEMS }, { uniqueItems }));
  return more.length === 0 ? rest : { ...rest, allOf: [...(Array.isArray(rest.allOf) ? rest.allOf : []), ...more] };
}

/** An owner's own schema may look the same. */
const BOUNDS_OF_GUARDS = new WeakSet<object>();

function guard(bound: Schema, check: Schema): Schema {
  BOUNDS_OF_GUARDS.add(bound);
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: bound, then: check, else: bound };
}

/** In the validator's words a guard's bound would read as if the schema had set it. */
const REASONS: Record<string, (most: number) => string> = {
  maxLength: (most) =>
    `Send at most ${most} characters: a longer text takes too long to match with this tool's pattern`,
  maxItems: (most) => `Send at most ${most} items: to compare more with each other takes too long`,
};

/**
 * What a validator's error says, with the true reason where it is a guard's.
 * @param schema the guarded one, which the validator had
 */
export function explained(schema: Schema, { keyword, keywordLocation, error }: OutputUnit): string {
  // The validator encodes names as in a URI.
  const bound = target(schema, decodeURI(keywordLocation.slice(0, keywordLocation.lastIndexOf("/"))));
  const reason = isObject(bound) && BOUNDS_OF_GUARDS.has(bound) ? REASONS[keyword] : undefined;
  const most = /> (\d+)\)/.exec(error)?.[1];
  return reason && most ? reason(Number(most)) : error;
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

/** Values in a part of a call's arguments, and the comparisons that it takes to look for equal items in its lists. */
function comparisonsIn(value: unknown): { values: number; comparisons: number } {
  if (typeof value !== "object" || value === null) return { values: 1, comparisons: 0 };
  const inner = Object.values(value);
  const sum = { values: 1, comparisons: 0 };
  for (const { values, comparisons } of inner.map(comparisonsIn)) {
    sum.values += values;
    sum.comparisons += comparisons;
  }
  // Two items are compared as far as they are equal, so value by value at most.
  if (Array.isArray(value) && inner.length <= MAX_UNIQUE_ITEMS) sum.comparisons += inner.length * sum.values;
  return sum;
}

/** Why a call cannot be checked quickly with the patterns and unique lists of a schema that passed `sizeFault`. */
export function matchingFault(schema: Schema, args: Schema): string | null {
  const patterns: string[] = [];
  let unique = 0;
  let namedByPattern = false;
  layOut(schema, (part) => {
    patterns.push(...patternsIn(part));
    namedByPattern ||= isObject(part.patternProperties);
    if (part.uniqueItems) unique += 1;
  });
  if (unique > 0 && unique * comparisonsIn(args).comparisons > MAX_COMPARISONS)
    return "Send fewer or shorter lists: to look for equal items in them takes too long";
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
