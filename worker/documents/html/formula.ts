import { raisedDigits } from "../raised-digits.ts";
import type { Element, Markup } from "./markup.ts";

/** Characters of one formula. */
const MOST = 1_000;
/** Signs that stand between two sides. */
const BETWEEN = /^[=+\-−±×÷·<>≤≥≠≈→∈]$/;
/** What is meant but not seen, such as "times" between two letters. */
const INVISIBLE = /[\u2061-\u2064]/g;
const ONE = /^(\p{L}|\d[\d.,]*)$/u;
/** The same formula once more, for programs; and what only takes room. */
const LEFT_OUT = new Set(["annotation", "annotation-xml", "mphantom", "none", "mprescripts"]);

const group = (words: string): string => (ONE.test(words) ? words : `(${words})`);
const below = (words = ""): string => (words === "" ? "" : `_${group(words)}`);
const raised = (words = ""): string => {
  if (words === "") return "";
  return /^\d+$/.test(words) ? raisedDigits(words) : `^${group(words)}`;
};

/** A formula of MathML in one line, as it is typed: "(a + b)/2", "r²", "x_i". */
export function formula(markup: Markup, element: Element): string {
  return written(markup, element) || (element.attributes.alttext?.trim().slice(0, MOST) ?? "");
}

function written(markup: Markup, element: Element): string {
  const parts = partsOf(markup, element);
  const [base = "", second = "", third = ""] = parts;
  switch (element.name) {
    case "mo":
      return BETWEEN.test(base) ? ` ${base} ` : base;
    case "mfrac":
      return `${group(base)}/${group(second)}`;
    case "msqrt":
      return `√${group(joined(parts))}`;
    case "mroot":
      return `${raised(second)}√${group(base)}`;
    case "msup":
    case "mover":
      return base + raised(second);
    case "msub":
    case "munder":
      return base + below(second);
    case "msubsup":
    case "munderover":
      return base + below(second) + raised(third);
    case "semantics":
      return base;
    case "mtable":
      return parts.join("; ");
    case "mtr":
      return parts.join(", ");
    default:
      return joined(parts);
  }
}

const joined = (parts: readonly string[]): string => parts.join("").replace(/\s+/g, " ").trim().slice(0, MOST);

/** What stands in it, each element and each text by itself. */
function partsOf(markup: Markup, { start, end }: Element): string[] {
  const parts: string[] = [];
  for (let at = start; at < end; at++) {
    const node = markup.nodes[at];
    if (typeof node === "string") {
      const text = node.replace(INVISIBLE, "").trim().slice(0, MOST);
      if (text !== "") parts.push(text);
    } else if (node) {
      if (!LEFT_OUT.has(node.name)) parts.push(written(markup, node));
      at = node.end - 1;
    }
  }
  return parts;
}
