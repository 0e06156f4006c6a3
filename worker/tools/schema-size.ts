import { isObject } from "../../shared/is-object.ts";
import { mapParts, target } from "./schema-parts.ts";

type Schema = Record<string, unknown>;

/** The most schemas in a tool's parameters, also when each reference is replaced by its schema. */
const MAX_NODES = 500;
/** The most values of a call times schemas of its tool: far more than a call has, and a fraction of a second. */
const MAX_STEPS = 250_000;
/** A name that a value lacks is a fault of its own, which takes more than a look. */
const STEPS_OF_NAME = 10;
/** The most values of a call times characters that its tool lists as allowed: what is not allowed is answered with the whole list. */
const MAX_LISTED = 20_000_000;

/** Each schema once each reference is laid out; recursive references have no end. @returns how many, at most `MAX_NODES + 1` */
function eachLaidOut(root: Schema, look: (schema: Schema) => void): number {
  let count = 0;
  const visit = (schema: Schema): void => {
    count += 1;
    if (count > MAX_NODES) return;
    look(schema);
    const referred = target(root, schema.$ref);
    if (isObject(referred)) visit(referred);
    mapParts(schema, (part, keyword) => {
      if (keyword !== "$defs" && keyword !== "definitions" && count <= MAX_NODES) visit(part);
    });
  };
  visit(root);
  return count;
}

/** How many schemas there are once each reference is laid out. @returns at most `MAX_NODES + 1` */
const laidOutSize = (root: Schema): number => eachLaidOut(root, () => {});

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const lengthsIn = (value: unknown): number =>
  isObject(value) ? Object.values(value).reduce<number>((sum, names) => sum + lengthOf(names), 0) : 0;

/** What one value of a call may be held against: schemas and names of properties, and characters of values. */
function weightOf(root: Schema): { steps: number; listed: number } {
  let names = 0;
  let listed = 0;
  const schemas = eachLaidOut(root, ({ required, dependentRequired, dependencies, enum: values, const: value }) => {
    names += lengthOf(required) + lengthsIn(dependentRequired) + lengthsIn(dependencies);
    for (const given of [values, value]) if (given !== undefined) listed += JSON.stringify(given).length;
  });
  return { steps: schemas + STEPS_OF_NAME * names, listed };
}

/** As they are written, with definitions that nothing uses. */
function writtenSize(schema: Schema, most: number): number {
  let count = 1;
  mapParts(schema, (part) => {
    if (count <= most) count += writtenSize(part, most - count);
  });
  return count;
}

/** Why a schema is too large; `null` if it is not. */
export function sizeFault(schema: Schema): string | null {
  if (writtenSize(schema, MAX_NODES) <= MAX_NODES && laidOutSize(schema) <= MAX_NODES) return null;
  return `#: give at most ${MAX_NODES} schemas, each counted wherever a $ref uses it; a schema that refers to itself has no end`;
}

/** How many values are in one, itself and those in lists and objects counted. @returns at most `most + 1` */
export function countValues(value: unknown, most: number): number {
  let count = 0;
  const pending = [value];
  while (pending.length > 0 && count <= most) {
    const next = pending.pop();
    count += 1;
    if (typeof next === "object" && next !== null) for (const inner of Object.values(next)) pending.push(inner);
  }
  return count;
}

/** Why a call takes too long to check with a schema that passed `sizeFault`: each value may meet each schema, and all that stands in it. */
export function argumentsSizeFault(schema: Schema, args: Schema): string | null {
  const { steps, listed } = weightOf(schema);
  const most = Math.floor(Math.min(MAX_STEPS / steps, MAX_LISTED / listed));
  return countValues(args, most) > most ? `Send at most ${most} values, those in lists and objects counted` : null;
}
