import { isObject, mapParts, target } from "./schema-parts.ts";

type Schema = Record<string, unknown>;

/** The most schemas in a tool's parameters, also when each reference is replaced by its schema. */
export const MAX_NODES = 500;
/** The most values of a call times schemas of its tool: far more than a call has, and a fraction of a second. */
const MAX_STEPS = 250_000;

/** How many schemas there are once each reference is laid out; recursive references have no end. @returns at most `MAX_NODES + 1` */
export function laidOutSize(root: Schema): number {
  let count = 0;
  const visit = (schema: Schema): void => {
    count += 1;
    if (count > MAX_NODES) return;
    const referred = target(root, schema.$ref);
    if (isObject(referred)) visit(referred);
    mapParts(schema, (part, keyword) => {
      if (keyword !== "$defs" && keyword !== "definitions" && count <= MAX_NODES) visit(part);
    });
  };
  visit(root);
  return count;
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

function countValues(value: unknown, most: number): number {
  let count = 0;
  const pending = [value];
  while (pending.length > 0 && count <= most) {
    const next = pending.pop();
    count += 1;
    if (typeof next === "object" && next !== null) for (const inner of Object.values(next)) pending.push(inner);
  }
  return count;
}

/** Why a call takes too long to check with a schema that passed `sizeFault`: each value may meet each schema. */
export function argumentsSizeFault(schema: Schema, args: Schema): string | null {
  const most = Math.floor(MAX_STEPS / laidOutSize(schema));
  return countValues(args, most) > most ? `Send at most ${most} values, those in lists and objects counted` : null;
}
