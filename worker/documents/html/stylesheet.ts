import type { Element, Markup } from "./markup.ts";

/** One compound of a selector, e.g. `div.answer#first`. */
interface Compound {
  name: string | null;
  id: string | null;
  classes: string[];
}

/** What a page's own style sheets say of who is seen at first. */
export interface Visibility {
  /** Whether the style sheets hide it as the page comes. */
  hidden(element: Element): boolean;
  /** Whether another rule shows such an element, once something is pressed. */
  shown(element: Element): boolean;
}

/** More rules than that of one class, and of all, are not looked at: each costs time at each element. */
const MOST_OF_ONE = 8;
const MOST = 2_000;
/** How far up the elements are looked for that a selector names before its last. */
const MOST_ABOVE = 32;
/** Elements that all rules of a page together are held against, by each of their classes; then nothing more is taken for hidden. */
const MOST_LOOKS = 10_000_000;
const MAX_SELECTOR = 300;

const COMPOUND = /^([a-z][a-z0-9-]*|\*)?((?:[.#][\w-]+)*)$/i;

function compound(text: string): Compound | null {
  const found = COMPOUND.exec(text);
  if (!found) return null;
  const marks = found[2]?.match(/[.#][\w-]+/g) ?? [];
  return {
    name: found[1] && found[1] !== "*" ? found[1].toLowerCase() : null,
    id: marks.find((mark) => mark.startsWith("#"))?.slice(1) ?? null,
    classes: marks.filter((mark) => mark.startsWith(".")).map((mark) => mark.slice(1)),
  };
}

const fits = (element: Element, { name, id, classes }: Compound): boolean =>
  (name === null || element.name === name) &&
  (id === null || element.attributes.id === id) &&
  classes.every((one) => element.classes.has(one));

/** The rules of the style sheets, without those that hold for print or some screens only. */
function* rules(css: string): Generator<{ selectors: string; body: string }> {
  let at = 0;
  while (at < css.length) {
    const brace = css.indexOf("{", at);
    if (brace === -1) return;
    const head = css.slice(Math.max(at, brace - 4_000), brace).trim();
    if (/^@(layer|supports|scope|media\s+(all|screen))\b[^()]*$|^@(layer|supports)\b/i.test(head)) {
      at = brace + 1;
      continue;
    }
    if (head.includes("@")) {
      at = closing(css, brace);
      continue;
    }
    const end = css.indexOf("}", brace);
    const body = css.slice(brace + 1, end === -1 ? css.length : end);
    yield { selectors: head.replace(/^[}\s]+/, ""), body };
    if (end === -1) return;
    at = end + 1;
  }
}

/** Behind the brace that closes the one at `open`. */
function closing(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at++) {
    const sign = css.charCodeAt(at);
    if (sign === 0x7b) depth++;
    else if (sign === 0x7d && --depth === 0) return at + 1;
  }
  return css.length;
}

const DISPLAY = /(?:^|[;\s])(display|visibility)\s{0,20}:\s{0,20}([a-z-]+)/gi;

function withoutComments(css: string): string {
  const parts: string[] = [];
  for (let at = 0; ; ) {
    const start = css.indexOf("/*", at);
    parts.push(css.slice(at, start === -1 ? css.length : start));
    const end = start === -1 ? -1 : css.indexOf("*/", start + 2);
    if (end === -1) return parts.join(" ");
    at = end + 2;
  }
}

export function visibilityOf({ nodes }: Markup): Visibility {
  const sheets: string[] = [];
  for (const node of nodes)
    if (typeof node !== "string" && node.name === "style" && !/print/i.test(node.attributes.media ?? ""))
      for (const text of nodes.slice(node.start, node.end)) if (typeof text === "string") sheets.push(text);
  const hiding = new Map<string, Compound[][]>();
  const showing = new Set<string>();
  let count = 0;
  for (const { selectors, body } of rules(withoutComments(sheets.join("\n")))) {
    const said = [...body.slice(0, 4_000).matchAll(DISPLAY)].map(([, property, value]) => `${property}:${value}`);
    if (said.length === 0) continue;
    const hides = said.some((one) => /^(display:none|visibility:(hidden|collapse))$/i.test(one));
    for (const selector of selectors.split(",")) {
      if (++count > MOST) return seen(hiding, showing);
      const parts = selector
        .slice(0, MAX_SELECTOR)
        .trim()
        .split(/\s+|\s*>\s*/)
        .filter(Boolean);
      if (!hides) {
        for (const mark of parts.at(-1)?.match(/[.#][\w-]+/g) ?? []) showing.add(mark);
        continue;
      }
      const compounds = parts.map(compound);
      const subject = compounds.at(-1);
      if (!subject || compounds.length > 4 || compounds.includes(null)) continue;
      const key = subject.id ? `#${subject.id}` : subject.classes[0] ? `.${subject.classes[0]}` : subject.name;
      if (!key) continue;
      const known = hiding.get(key) ?? [];
      if (known.length < MOST_OF_ONE) hiding.set(key, [...known, compounds as Compound[]]);
    }
  }
  return seen(hiding, showing);
}

function seen(hiding: Map<string, Compound[][]>, showing: Set<string>): Visibility {
  const keys = ({ classes, attributes }: Element) => [
    ...[...classes].map((one) => `.${one}`),
    ...(attributes.id ? [`#${attributes.id}`] : []),
  ];
  let looks = MOST_LOOKS;
  const meets = (element: Element, compounds: Compound[]): boolean => {
    const subject = compounds.at(-1);
    if (looks <= 0 || !subject) return false;
    looks -= 1 + subject.classes.length;
    if (!fits(element, subject)) return false;
    let left = compounds.length - 2;
    const least = element.depth - MOST_ABOVE;
    for (let above = element.parent; above && left >= 0 && above.depth >= least; above = above.parent) {
      const wanted = compounds[left] as Compound;
      looks -= 1 + wanted.classes.length;
      if (fits(above, wanted)) left--;
    }
    return left < 0;
  };
  return {
    hidden: (element) =>
      hiding.size > 0 &&
      [element.name, ...keys(element)].some((key) =>
        (hiding.get(key) ?? []).some((compounds) => meets(element, compounds)),
      ),
    shown: (element) => showing.size > 0 && keys(element).some((key) => showing.has(key)),
  };
}
