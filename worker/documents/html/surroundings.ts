import { type Element, type Markup, wordsIn } from "./markup.ts";

/** Elements around a page's own text, or without any. */
const LEFT_OUT = new Set(
  "script style svg math iframe object embed canvas audio video map nav footer aside select textarea datalist".split(
    " ",
  ),
);
const LEFT_OUT_ROLES = new Set("navigation banner contentinfo search menu menubar toolbar".split(" "));
/** Classes and ids of such parts, for pages that do not use the elements. */
const SURROUNDINGS =
  /^(navbar|nav|navigation|site-nav|main-nav|footer|site-footer|page-footer|breadcrumbs?|skip-(link|nav)|skip-to-content|sr-only|visually-hidden)$/i;
const MENU = /menu|nav(bar|igation|-|_|$)|breadcrumb|pagination|sidebar|toc$|table-of-contents/i;
const NOTICE =
  /cookie|consent|gdpr|ccpa|onetrust|cmp[-_]|didomi|usercentrics|truste|newsletter-?(popup|modal|dialog|overlay)/i;

const names = ({ attributes, classes }: Element): string[] => [
  ...classes,
  attributes.id?.slice(0, 200) ?? "",
  attributes["aria-label"]?.slice(0, 200) ?? "",
];

/** Whether a list is there to lead elsewhere: almost all of its words are links. */
export const isMenu = ({ text, linked, links }: Element): boolean => links >= 3 && linked >= text * 0.8;

/** The same of what is seen at once, where it is called a menu besides. */
const isNamedMenu = (element: Element) => isMenu(element) && names(element).some((name) => MENU.test(name));

/** What is pressed in a notice. */
const ANSWER =
  /^(ok|okay|yes|no|close)$|accept|agree|allow|reject|decline|deny|got it|understand|akzept|zustimm|ablehn|einverstanden|verstanden|refus|aceptar|rechaz|accett|rifiut|aceitar|akkoord|weiger|acceptera|godk[aä]n/i;
const MAX_NOTICE = 600;

/** Whether it speaks of cookies and has a button that says yes or no to them. */
function asksForConsent(markup: Markup, element: Element): boolean {
  if (element.text === 0 || element.text > MAX_NOTICE || !/cookies?\b/i.test(wordsIn(markup, element, MAX_NOTICE)))
    return false;
  const until = Math.min(element.end, element.start + MAX_NOTICE);
  return markup.nodes
    .slice(element.start, until)
    .some((node) => typeof node !== "string" && node.name === "button" && ANSWER.test(wordsIn(markup, node, 40)));
}

/** A bar that asks for consent: it is called so, or speaks of cookies, and has something to press. */
export function isNotice(markup: Markup, element: Element): boolean {
  if (element.controls === 0 || element.central || element.name === "main" || element.name === "article") return false;
  return names(element).some((name) => NOTICE.test(name)) || asksForConsent(markup, element);
}

/** @param own whether it stands in the page's own part */
export function isSurrounding(markup: Markup, element: Element, own: boolean): boolean {
  const { name, attributes, classes } = element;
  if (LEFT_OUT.has(name) || LEFT_OUT_ROLES.has(attributes.role?.toLowerCase() ?? "")) return true;
  if (name === "template") return !("shadowrootmode" in attributes);
  if (name === "html" || name === "body" || name === "main" || name === "button") return false;
  if (isNotice(markup, element)) return true;
  if (own) return false;
  if (name === "header") return !element.central;
  return (
    [...classes].some((one) => SURROUNDINGS.test(one)) || SURROUNDINGS.test(attributes.id ?? "") || isNamedMenu(element)
  );
}
