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
/** Pieces of the page before and behind an icon that are looked at for the same words. */
const BESIDE = 4;
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

/** Its letters and digits, each run of them between spaces. */
const plain = (words: string): string =>
  ` ${words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

/** Whether the words right before or behind an icon, in what it stands in, say the same: "Phone: 555" behind a telephone's "Phone". */
function isSaidBeside({ nodes }: Markup, { start, end, parent }: Element, label: string): boolean {
  if (!parent) return false;
  const words = (from: number, to: number): string[] =>
    nodes
      .slice(Math.max(from, parent.start), Math.min(to, parent.end))
      .flatMap((node) => (typeof node === "string" && SPOKEN.test(node) ? [node] : []));
  const before = plain(
    words(start - BESIDE, start)
      .at(-1)
      ?.slice(-MAX_LABEL) ?? "",
  );
  const behind = plain(
    words(end, end + BESIDE)[0]
      ?.trimStart()
      .slice(0, MAX_LABEL) ?? "",
  );
  return before.endsWith(plain(label)) || behind.startsWith(plain(label));
}

/**
 * What an icon or a sign says to those who cannot see it: the check mark of a table of plans. "" of what has words of its own or
 * beside it, of what is pressed, and of what is kept from the ear.
 */
export function iconLabel(markup: Markup, element: Element): string {
  const { name, attributes, text } = element;
  if (!ICONS.has(name) && !PICTURES.has(attributes.role?.toLowerCase() ?? "")) return "";
  if (name === "img" || text > SIGNS || attributes["aria-hidden"]?.toLowerCase() === "true") return "";
  if (text > 0 && SPOKEN.test(wordsIn(markup, element, SIGNS))) return "";
  const own = attributes["aria-label"]?.trim() || attributes.title?.trim();
  const label = (own || (name === "svg" ? drawnTitle(markup, element) : "")).slice(0, MAX_LABEL);
  const isSaid = SPOKEN.test(label) && !isInPressed(element) && !isSaidBeside(markup, element, label);
  return isSaid ? label : "";
}
