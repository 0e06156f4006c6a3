import { type Element, type Markup, wordsIn } from "./markup.ts";

/** Elements that stand for an icon or a sign within a text; any other with the role of a picture. */
const ICONS = new Set(["i", "span", "svg", "em", "b", "abbr"]);
const PICTURES = new Set(["img", "image", "graphics-symbol"]);
/** What is pressed says what it does, not what the page tells. */
const PRESSED = new Set(["a", "button", "summary", "label", "nav"]);
const PRESSED_ROLES = new Set(["button", "link", "tab", "checkbox", "switch"]);
/** Levels above an icon in which something that is pressed is looked for. */
const ABOVE = 4;
const MAX_LABEL = 200;
/** Text that is no more than a sign: "✓", "★★★☆☆". */
const SIGNS = 8;
const SPOKEN = /[\p{L}\p{N}]/u;

const isPressed = ({ name, attributes }: Element): boolean =>
  PRESSED.has(name) || PRESSED_ROLES.has(attributes.role?.toLowerCase() ?? "");

function isInPressed(element: Element): boolean {
  let above: Element | null = element;
  for (let level = 0; above && level <= ABOVE; level++, above = above.parent) if (isPressed(above)) return true;
  return false;
}

/** What the `<title>` of a drawing says. */
function drawnTitle(markup: Markup, { start, end }: Element): string {
  const title = markup.nodes
    .slice(start, Math.min(end, start + 4))
    .find((node) => typeof node !== "string" && node.name === "title");
  return title && typeof title !== "string" ? wordsIn(markup, title, MAX_LABEL) : "";
}

/**
 * What an icon or a sign says to those who cannot see it: the check mark of a table of plans. "" of what has words of its own, of what is
 * pressed, and of what is kept from the ear.
 */
export function iconLabel(markup: Markup, element: Element): string {
  const { name, attributes, text } = element;
  if (!ICONS.has(name) && !PICTURES.has(attributes.role?.toLowerCase() ?? "")) return "";
  if (name === "img" || text > SIGNS || attributes["aria-hidden"]?.toLowerCase() === "true") return "";
  if (text > 0 && SPOKEN.test(wordsIn(markup, element, SIGNS))) return "";
  const own = attributes["aria-label"]?.trim() || attributes.title?.trim();
  const label = (own || (name === "svg" ? drawnTitle(markup, element) : "")).slice(0, MAX_LABEL);
  return label !== "" && SPOKEN.test(label) && !isInPressed(element) ? label : "";
}
