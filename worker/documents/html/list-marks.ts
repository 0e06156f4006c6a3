import { type Element, type Markup, wordsIn } from "./markup.ts";

/** An attribute as a whole number; `null` for any other. */
const whole = (written: string | undefined): number | null =>
  written !== undefined && /^\s{0,9}[-+]?\d{1,9}\s{0,9}$/.test(written) ? Number(written) : null;

/** From one on; a browser goes on with them, and no list of the kind is longer. */
const LETTERS: Record<string, readonly string[]> = {
  a: [..."abcdefghijklmnopqrstuvwxyz"],
  i: ["", "x", "xx"].flatMap((tens) =>
    "i ii iii iv v vi vii viii ix x".split(" ").map((ones) => (ones === "x" ? `${tens}x` : tens + ones)),
  ),
};

/** Items that say their number themselves, "1. Scope", "2.1 Terms", where a style hides that of the browser. */
const NUMBERED = /^\(?\d{1,4}(?:[.)]|(?:\.\d{1,4}){1,4}[.)]?) /;
const LONGEST_NUMBER = 32;

/** How many items a list has, without those of lists in it. */
function itemsIn({ nodes }: Markup, { start, end }: Element): number {
  let items = 0;
  for (let at = start; at < end; at++) {
    const node = nodes[at];
    if (!node || typeof node === "string") continue;
    if (node.name === "li") items++;
    at = node.end - 1;
  }
  return items;
}

/** The mark of each item of the lists of a page: the number that a browser would write, else a dash. */
export function listMarks(markup: Markup): (item: Element) => string {
  const next = new Map<Element, number>();
  return (item) => {
    const { parent, attributes } = item;
    if (parent?.name !== "ol") return "- ";
    const { start, reversed, type = "" } = parent.attributes;
    const first = () => whole(start) ?? (reversed === undefined ? 1 : itemsIn(markup, parent));
    const number = whole(attributes.value) ?? next.get(parent) ?? first();
    next.set(parent, number + (reversed === undefined ? 1 : -1));
    if (NUMBERED.test(wordsIn(markup, item, LONGEST_NUMBER))) return "- ";
    const letters = /^[ai]$/i.test(type) ? LETTERS[type.toLowerCase()]?.[number - 1] : undefined;
    if (letters === undefined) return `${number}. `;
    return `${type === type.toLowerCase() ? letters : letters.toUpperCase()}. `;
  };
}
