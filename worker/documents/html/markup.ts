import { Parser } from "htmlparser2";
import { UnreadableDocument } from "../document.ts";

/** An element of a page. All of what stands in it is `nodes[start]` to `nodes[end - 1]`. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  classes: ReadonlySet<string>;
  parent: Element | null;
  /** The element before it in the same parent. */
  previous: Element | null;
  start: number;
  end: number;
  depth: number;
  /** Characters of text in it, without white space around; in its links; in its buttons. */
  text: number;
  linked: number;
  pressed: number;
  links: number;
  controls: number;
  /** Whether it holds what only a page's own part has: `main` or `h1`. */
  central: boolean;
}

/** A page in the order of its source: elements and pieces of text. */
export interface Markup {
  nodes: (Element | string)[];
}

/** Real pages nest far less; deeper nesting is an attack on the parser's time. */
const MAX_DEPTH = 400;
const VOID = new Set(
  "area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr".split(
    " ",
  ),
);
/** Elements whose text is nothing that a page says. */
export const SILENT: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "title",
  "svg",
  "select",
  "textarea",
]);
const NO_ATTRIBUTES: Record<string, string> = {};
const NO_CLASSES: ReadonlySet<string> = new Set();
const MAX_CLASSES = 2_000;

const classesOf = (attribute: string): ReadonlySet<string> =>
  new Set(attribute.slice(0, MAX_CLASSES).split(/\s+/).filter(Boolean));

/**
 * A page as a list, which costs a tenth of a tree. One look at each character, whatever the page is like.
 * @throws UnreadableDocument
 */
export function parseMarkup(html: string): Markup {
  const nodes: Markup["nodes"] = [];
  let open: Element | null = null;
  /** The last element that ended in the one that is open, at each depth. */
  const last: (Element | null)[] = [null];
  let silent = 0;
  const leave = (element: Element) => {
    element.end = nodes.length;
    const { parent } = element;
    if (SILENT.has(element.name)) silent--;
    if (element.name === "a") {
      element.linked = element.text;
      element.links = 1;
    }
    if (isButton(element)) {
      element.pressed = element.text;
      element.controls = 1;
    }
    if (element.name === "h1" || element.name === "main") element.central = true;
    if (parent) {
      parent.text += element.text;
      parent.linked += element.linked;
      parent.pressed += element.pressed;
      parent.links += element.links;
      parent.controls += element.controls;
      parent.central ||= element.central;
    }
  };
  const parser = new Parser(
    {
      onopentag(name, given) {
        const depth: number = (open?.depth ?? 0) + 1;
        if (depth > MAX_DEPTH)
          throw new UnreadableDocument("Its elements are nested too deeply. Give another address.");
        let attributes = NO_ATTRIBUTES;
        for (const _ in given) {
          attributes = given;
          break;
        }
        const at = nodes.length;
        const element: Element = {
          name,
          attributes,
          classes: attributes.class ? classesOf(attributes.class) : NO_CLASSES,
          parent: open,
          previous: last[depth - 1] ?? null,
          start: at + 1,
          end: at + 1,
          depth,
          text: 0,
          linked: 0,
          pressed: 0,
          links: 0,
          controls: 0,
          central: false,
        };
        nodes.push(element);
        last[depth - 1] = element;
        if (VOID.has(name)) return;
        if (SILENT.has(name)) silent++;
        last[depth] = null;
        open = element;
      },
      ontext(data) {
        nodes.push(data);
        if (open && (silent === 0 || open.name === "noscript")) open.text += data.trim().length;
      },
      onclosetag(name) {
        if (VOID.has(name) || open === null) return;
        leave(open);
        open = open.parent;
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(html);
  parser.end();
  return { nodes };
}

const isButton = ({ name, attributes }: Element) =>
  name === "button" || name === "summary" || attributes.role === "button" || attributes.role === "tab";

/** The words in an element, in one line; of what is long only the beginning. */
export function wordsIn({ nodes }: Markup, { start, end }: Element, most = 300): string {
  let words = "";
  for (let at = start; at < Math.min(end, start + most) && words.length < most; at++) {
    const node = nodes[at];
    if (typeof node === "string") words += node.slice(0, most * 4).replace(/\s+/g, " ");
    else if (node && SILENT.has(node.name)) at = node.end - 1;
    else if (node?.name === "br") words += " ";
  }
  return words.replace(/\s+/g, " ").trim().slice(0, most);
}

/** All text in an element as it is written. */
export const textIn = ({ nodes }: Markup, { start, end }: Element): string =>
  nodes
    .slice(start, end)
    .filter((node) => typeof node === "string")
    .join("");

/** The elements of a page. */
export function* elements({ nodes }: Markup): Generator<Element> {
  for (const node of nodes) if (typeof node !== "string") yield node;
}
