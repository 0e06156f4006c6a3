import { isObject } from "../../shared/is-object.ts";

/** What an audit entry keeps of values: those that changed, and of long texts a part. */

type Values = Record<string, unknown>;

/** Fields with other values than before, and these values before. Both have the same fields. */
export interface Difference {
  change: Values;
  before: Values;
}

/** Characters of a text that an entry keeps; of a longer one a part, which says how much is missing. */
const KEPT = 1_000;
/** Characters before the first difference of two long texts, to find the place by. */
const LEAD = 100;

/** Whatever the order of its fields, and whether an absent one is left out, `undefined` or `null`. */
const plain = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, inner) =>
    isObject(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, field]) => field != null)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : inner,
  );

/** A part of a text from a place on, with signs of what is left out; no half of a pair is left. */
function excerpt(text: string, from: number): string {
  if (text.length <= KEPT) return text;
  const part = text.slice(from, from + KEPT).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
  const after = text.length - from - KEPT;
  return `${from > 0 ? `[${from} characters] … ` : ""}${part}${after > 0 ? ` … [${after} characters more]` : ""}`;
}

function placeOf(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return Math.max(0, at - LEAD);
}

/**
 * @param stored what is there, as far as `given` names it
 * @param given what takes its place, whole: also objects and lists are set, not merged. `undefined` stays as it is
 */
export function difference(stored: object, given: object): Difference {
  const was = stored as Values;
  const changed = Object.entries(given).flatMap(([name, value]): [name: string, now: unknown, before: unknown][] => {
    const before = was[name] ?? null;
    if (value === undefined || plain(value) === plain(before)) return [];
    if (isObject(value) && isObject(before)) {
      const inner = difference(before, {
        ...Object.fromEntries(Object.keys(before).map((key) => [key, null])),
        ...value,
      });
      return [[name, inner.change, inner.before]];
    }
    if (typeof value !== "string" || typeof before !== "string") return [[name, value, before]];
    const from = placeOf(before, value);
    return [[name, excerpt(value, from), excerpt(before, from)]];
  });
  return {
    change: Object.fromEntries(changed.map(([name, now]) => [name, now])),
    before: Object.fromEntries(changed.map(([name, , before]) => [name, before])),
  };
}

/** Room for the signs of an excerpt: what was cut is not cut again. */
const SIGNS = 100;

/** As JSON, with a part of each long text. */
export const auditedJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === "string" && inner.length > KEPT + SIGNS ? excerpt(inner, 0) : inner,
  );
