import { type Element, elements, type Markup, wordsIn } from "./markup.ts";
import { type Visibility, visibilityOf } from "./stylesheet.ts";
import { isMenu, isNotice } from "./surroundings.ts";

/** What is seen of a page, at first or once a visitor presses what opens it. */
export interface Panels {
  /** Whether nobody ever sees the element, or only as a menu or a notice. */
  unseen(element: Element): boolean;
  /** What a panel is called by the control that opens it; `null` for what is no panel, or has no name. */
  labelOf(element: Element): string | null;
  /** Whether the element's words stand at the panel that it opens. */
  opens(element: Element): boolean;
}

const CONTROL_ROLES = new Set(["button", "tab", "link", "switch", "menuitem"]);
/** Attributes of a control that name nothing which it opens. */
const OTHER_NAMES = new Set(
  "id class name style form for aria-labelledby title src alt value type role rel".split(" "),
);
/** Characters of all labels of a page's panels: one control may open thousands, and is written above each. */
const MAX_LABELS = 400_000;
const HEADING = /^h[1-6]$/;
/** Names of what opens and closes, for pages that tie a control to its panel by a script alone. */
const OPENING =
  /accordion|faq|collaps|toggle|tab(s|-|_|$)|panel|expand|disclos|answer|question|drawer|spoiler|more|reveal|details/i;
/** Names of what says what comes behind it. */
const TITLE = /title|header|heading|question|trigger|label/i;
const SLIDES = /carousel|slide|swiper|slick|splide|glide|flickity|embla|owl/i;
/** Copies that a carousel makes of its slides to go round. */
const COPY = /slick-cloned|duplicate|--clone|cloned/i;
/** Utility classes of the common frameworks that hide, unless another one shows at some width. */
const HIDDEN_CLASSES = ["hidden", "d-none", "is-hidden", "uk-hidden"];
const SHOWN_CLASS = /^(?:[a-z0-9]+:|d-[a-z]+-|d-)(?:block|flex|grid|inline|table|contents)/;

const isControl = ({ name, attributes }: Element): boolean =>
  name === "button" ||
  name === "summary" ||
  CONTROL_ROLES.has(attributes.role ?? "") ||
  "aria-expanded" in attributes ||
  "aria-controls" in attributes ||
  (name === "input" && attributes.type === "button");

/** Whether it is there but not seen before something is done. */
function isClosed(element: Element, visibility: Visibility): boolean {
  const { name, attributes, classes } = element;
  return (
    "hidden" in attributes ||
    attributes["aria-hidden"]?.toLowerCase() === "true" ||
    "popover" in attributes ||
    (name === "dialog" && !("open" in attributes)) ||
    /^(dialog|alertdialog|tooltip)$/i.test(attributes.role ?? "") ||
    /display\s{0,20}:\s{0,20}none|visibility\s{0,20}:\s{0,20}hidden/i.test(attributes.style ?? "") ||
    (HIDDEN_CLASSES.some((one) => classes.has(one)) && ![...classes].some((one) => SHOWN_CLASS.test(one))) ||
    visibility.hidden(element)
  );
}

/** Characters of an element's id and classes that are looked through again for each that stands in it. */
const SHORT = 300;
/** What an element of more is called, by the pattern. */
const many = new WeakMap<Element, Map<RegExp, boolean>>();

const isNamed = ({ attributes, classes }: Element, pattern: RegExp): boolean =>
  pattern.test(attributes.id ?? "") || [...classes].some((one) => pattern.test(one));

/** @param pattern one that is made once */
function named(element: Element | null, pattern: RegExp): boolean {
  if (element === null) return false;
  const { id = "", class: all = "" } = element.attributes;
  if (id.length + all.length <= SHORT) return isNamed(element, pattern);
  const known = many.get(element) ?? new Map<RegExp, boolean>();
  many.set(element, known);
  const found = known.get(pattern) ?? isNamed(element, pattern);
  known.set(pattern, found);
  return found;
}

/** Finds out what opens what, with one look at each element and each attribute. */
export function panelsOf(markup: Markup): Panels {
  const visibility = visibilityOf(markup);
  const ids = new Map<string, Element>();
  const closed = new Set<Element>();
  for (const element of elements(markup)) {
    const { id } = element.attributes;
    if (id && !ids.has(id)) ids.set(id, element);
    if (isClosed(element, visibility)) closed.add(element);
  }
  const controls = new Map<Element, Element>();
  const opening = new Set<Element>();
  const tie = (panel: Element | undefined, control: Element) => {
    const inside = panel && control.start > panel.start && control.start <= panel.end;
    const around = panel && panel.start > control.start && panel.start <= control.end;
    if (!panel || inside || around || panel === control || panel.name === "body" || panel.name === "html") return;
    if (!controls.has(panel)) controls.set(panel, control);
    opening.add(control);
  };
  for (const element of elements(markup)) {
    const control = isControl(element);
    for (const [key, value] of Object.entries(element.attributes)) {
      if (value === "" || value.length > 1_000) continue;
      if (key === "aria-labelledby") {
        const by = ids.get(value.trim().split(/\s+/, 1)[0] ?? "");
        if (by && (isControl(by) || by.controls > 0)) tie(element, by);
      } else if (control && !OTHER_NAMES.has(key)) {
        for (const id of value.match(/[\w-][\w:.-]*/g) ?? []) tie(ids.get(id), element);
      } else if (key === "href" || key.startsWith("data-") || key === "for") {
        const target = ids.get(value.startsWith("#") ? value.slice(1) : value);
        if (target && closed.has(target)) tie(target, element);
      }
    }
  }
  for (const element of closed) {
    const before = element.previous;
    if (!before || controls.has(element) || !follows(element, before)) continue;
    controls.set(element, before);
    if (!HEADING.test(before.name) && before.name !== "dt") opening.add(before);
  }

  /** Whether something on the page brings it to light. */
  const revealed = (element: Element): boolean => {
    const { attributes, parent } = element;
    if (attributes.hidden?.toLowerCase() === "until-found" || controls.has(element)) return true;
    if (visibility.shown(element) && !("hidden" in attributes)) return true;
    if (attributes.itemprop === "acceptedAnswer" || parent?.attributes.itemprop === "acceptedAnswer") return true;
    if (attributes["aria-roledescription"] === "slide" || named(element, SLIDES) || named(parent, SLIDES))
      return !named(element, COPY);
    // The wrapper is the panel, or only what it holds is closed.
    if (parent && (controls.has(parent) || parent.name === "details") && element.text >= parent.text * 0.8) return true;
    return attributes["aria-hidden"] !== undefined && element.central && !("hidden" in attributes);
  };
  const labels = new Map<Element, string | null>();
  let left = MAX_LABELS;
  const labelOf = (element: Element): string | null => {
    const control = controls.get(element);
    if (!control || element.text === 0 || left <= 0) return null;
    let label = labels.get(control);
    if (label === undefined) {
      const words = wordsIn(markup, control) || control.attributes["aria-label"] || control.attributes.value || null;
      label = words?.slice(0, 300) ?? null;
      labels.set(control, label);
    }
    left -= label?.length ?? 0;
    return label;
  };
  return {
    unseen: (element) => {
      if (closed.has(element)) return !revealed(element) || isNotice(markup, element) || isMenu(element);
      return "inert" in element.attributes && (isNotice(markup, element) || isMenu(element));
    },
    labelOf,
    opens: (element) => opening.has(element),
  };
}

/** Whether the element is what a control right before it opens, though nothing in the page says so. */
function follows(element: Element, before: Element): boolean {
  if (before.text === 0 || before.text > 300 || element.text === 0) return false;
  if (before.name === "dt" || before.name === "summary" || isControl(before)) return true;
  if (before.controls > 0 && before.pressed >= before.text / 2) return true;
  const heading = HEADING.test(before.name) || named(before, TITLE);
  return (
    heading && [element, before, element.parent, element.parent?.parent ?? null].some((one) => named(one, OPENING))
  );
}
