import { type Element, type Markup, SILENT, wordsIn } from "./markup.ts";

/** Elements around a page's own text, or without any. */
const LEFT_OUT = new Set(
  "script style svg iframe object embed canvas audio video map nav footer aside textarea datalist".split(" "),
);
const LEFT_OUT_ROLES = new Set("navigation banner contentinfo search menu menubar toolbar".split(" "));
/** Classes and ids of such parts, for pages that do not use the elements. */
const SURROUNDINGS =
  /^(navbar|nav|navigation|site-nav|main-nav|footer|site-footer|page-footer|breadcrumbs?|skip-(link|nav)|skip-to-content)$/i;
/** Words for those who hear a page. */
const HEARD = new Set(["sr-only", "visually-hidden"]);
/** How pages name an aside that belongs to their text: a note, a warning, a footnote. */
const NOTE =
  /(^|[-_])(notes?|footnotes?|callout|admonition|hint|tip|warning|caution|danger|important|alert)([-_]|$)|^info$/i;
const NOTE_ROLES = /^(note|doc-(footnote|endnote|tip|notice|example))$/i;
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

/** How many texts that speak of cookies, and buttons that answer, stand before each node of a page, and behind the last. */
interface Consent {
  asked: Uint32Array;
  answers: Uint32Array;
}

/** Counted once for a page: elements in each other would each look at the same texts. */
const consents = new WeakMap<Markup, Consent>();

function consentOf(markup: Markup): Consent {
  const known = consents.get(markup);
  if (known) return known;
  const { nodes } = markup;
  const asked = new Uint32Array(nodes.length + 1);
  const answers = new Uint32Array(nodes.length + 1);
  let silentUntil = 0;
  for (const [at, node] of nodes.entries()) {
    const text = typeof node === "string";
    if (!text && SILENT.has(node.name)) silentUntil = Math.max(silentUntil, node.end);
    const asks = text && at >= silentUntil && /cookies?\b/i.test(node);
    const answered = !text && node.name === "button" && ANSWER.test(wordsIn(markup, node, 40));
    asked[at + 1] = (asked[at] ?? 0) + Number(asks);
    answers[at + 1] = (answers[at] ?? 0) + Number(answered);
  }
  consents.set(markup, { asked, answers });
  return { asked, answers };
}

/** Whether it speaks of cookies and has a button that says yes or no to them. */
function asksForConsent(markup: Markup, { text, start, end }: Element): boolean {
  if (text === 0 || text > MAX_NOTICE) return false;
  const { asked, answers } = consentOf(markup);
  return [asked, answers].every((counts) => (counts[end] ?? 0) > (counts[start] ?? 0));
}

/** A bar that asks for consent: it is called so, or speaks of cookies, and has something to press. */
export function isNotice(markup: Markup, element: Element): boolean {
  if (element.controls === 0 || element.central || element.name === "main" || element.name === "article") return false;
  return names(element).some((name) => NOTICE.test(name)) || asksForConsent(markup, element);
}

const isUnheard = (node: Element | null): boolean => node?.attributes["aria-hidden"]?.toLowerCase() === "true";

/** Whether it says for the ear what the element beside it, which is left out for that, says for the eye: "Price: 19.99". */
function standsFor({ nodes }: Markup, { previous, parent, end }: Element): boolean {
  const next = nodes.slice(end, end + 2).find((node) => typeof node !== "string");
  return isUnheard(previous) || (next?.parent === parent && isUnheard(next));
}

/** Whether it is an aside that says something on the text beside it, and does not lead elsewhere. */
function isNote(element: Element): boolean {
  const named = names(element);
  return (
    isOwnAside(element) && (NOTE_ROLES.test(element.attributes.role ?? "") || named.some((name) => NOTE.test(name)))
  );
}

/** Whether it is what stands around each page of a site, below, above or beside it: who and where it is, and links. */
export const isAround = ({ name, attributes, classes, central }: Element): boolean =>
  name === "footer" ||
  name === "aside" ||
  (name === "header" && !central) ||
  /^(contentinfo|banner|complementary)$/i.test(attributes.role ?? "") ||
  [attributes.id ?? "", ...classes].some((one) => /^(site-|page-)?footer$/i.test(one));

/** Whether it is an aside in the page's own part that leads nowhere and asks for nothing, as the hours beside a form are. */
export const isOwnAside = (element: Element): boolean =>
  element.name === "aside" &&
  element.controls === 0 &&
  !isMenu(element) &&
  !names(element).some((name) => MENU.test(name));

/** Text of fewer characters, without a link, may be a menu that a script makes. */
const LEAST_TEXT = 20;

/** Whether it leads nowhere: site builders write what a question's button opens as `<nav>`, too. */
const isText = (element: Element): boolean =>
  element.name === "nav" &&
  element.text >= LEAST_TEXT &&
  element.controls === 0 &&
  element.linked * 5 < element.text &&
  !names(element).some((name) => MENU.test(name));

/** @param own whether it stands in the page's own part */
export function isSurrounding(markup: Markup, element: Element, own: boolean): boolean {
  const { name, attributes, classes } = element;
  if (
    (LEFT_OUT.has(name) && !isNote(element) && !isText(element)) ||
    LEFT_OUT_ROLES.has(attributes.role?.toLowerCase() ?? "")
  )
    return true;
  if (name === "template") return !("shadowrootmode" in attributes);
  if (name === "html" || name === "body" || name === "main" || name === "button") return false;
  if (isNotice(markup, element)) return true;
  if (own) return false;
  if (name === "header") return !element.central;
  return (
    [...classes].some(
      (one) => SURROUNDINGS.test(one) || (HEARD.has(one.toLowerCase()) && !standsFor(markup, element)),
    ) ||
    SURROUNDINGS.test(attributes.id ?? "") ||
    isNamedMenu(element)
  );
}
