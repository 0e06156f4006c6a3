import type { Element } from "./markup.ts";

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

/** The mark of each item of the lists of a page: the number that a browser would write, else a dash. */
export function listMarks(): (item: Element) => string {
  const next = new Map<Element, number>();
  return ({ parent, attributes }) => {
    if (parent?.name !== "ol") return "- ";
    const { start, reversed, type = "" } = parent.attributes;
    const first = whole(start);
    // How many items it has is not known here.
    if (reversed !== undefined && first === null) return "- ";
    const number = whole(attributes.value) ?? next.get(parent) ?? first ?? 1;
    next.set(parent, number + (reversed === undefined ? 1 : -1));
    const letters = /^[ai]$/i.test(type) ? LETTERS[type.toLowerCase()]?.[number - 1] : undefined;
    if (letters === undefined) return `${number}. `;
    return `${type === type.toLowerCase() ? letters : letters.toUpperCase()}. `;
  };
}
