import { outOfBounds } from "../../deep-json.ts";
import { elements, type Markup, textIn } from "./markup.ts";

/** What a page says of one thing for machines. */
export type Thing = Record<string, unknown>;

/** Parts of a page's data that are looked at: more is nothing that a page says. */
const MAX_PARTS = 20_000;
/** Values of data that is read at all: millions of empty ones take an isolate's memory. */
const MAX_VALUES = 200_000;
const MAX_DEPTH = 8;

/** A value of such data, which may be one or a list. */
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** Whether a thing is of a type, whatever the way its vocabulary is written. */
export const isType = ({ "@type": types }: Thing, ...wanted: string[]): boolean =>
  list(types).some((one) => wanted.some((type) => String(one).endsWith(type)));

/** Data as templates write it: in a comment or CDATA, with line breaks inside of a text, a comma or a semicolon too many. @throws SyntaxError */
function lenient(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    const bare = written.replace(/<!\[CDATA\[|\]\]>|<!--|-->/g, "").replace(/\p{Cc}/gu, " ");
    const json = bare.slice(
      Math.max(0, bare.search(/[[{]/)),
      1 + Math.max(bare.lastIndexOf("}"), bare.lastIndexOf("]")),
    );
    return JSON.parse(json.replace(/,(?=\s*[}\]])/g, ""));
  }
}

/** The data that a page carries for search engines (schema.org, JSON-LD), parsed. */
export function linkedData(markup: Markup): unknown[] {
  const data: unknown[] = [];
  for (const element of elements(markup)) {
    if (element.name !== "script" || !/^application\/ld\+json\b/i.test(element.attributes.type ?? "")) continue;
    const written = textIn(markup, element);
    if (outOfBounds(written, MAX_VALUES)) continue;
    try {
      data.push(lenient(written));
    } catch {
      // Broken data says nothing.
    }
  }
  return data;
}

/** Goes through linked data. @param visit gets each thing; what stands in it is only looked at where it returns true */
export function eachThing(data: readonly unknown[], visit: (thing: Thing) => boolean): void {
  let left = MAX_PARTS;
  const look = (value: unknown, depth: number): void => {
    if (value === null || typeof value !== "object" || depth > MAX_DEPTH || left-- <= 0) return;
    if (Array.isArray(value)) for (const one of value) look(one, depth + 1);
    else if (visit(value as Thing)) for (const one of Object.values(value)) look(one, depth + 1);
  };
  for (const one of data) look(one, 0);
}
