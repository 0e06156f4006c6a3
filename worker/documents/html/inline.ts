import { dialled, says } from "../dialled.ts";
import { raisedDigits } from "../raised-digits.ts";
import type { Flow } from "./flow.ts";
import { formula } from "./formula.ts";
import { type Element, type Markup, wordsIn } from "./markup.ts";
import { variantsIn } from "./variants.ts";

/** Classes that shops give the smaller part of a price. */
const SMALL_PART = /(^|[-_])(cents?|fraction|decimals?|sup(erscript)?)$/i;

/**
 * Digits that stand raised or small behind others, as the cents of `19<sup>99</sup>`: the same ones in Unicode, as `1999` is another
 * number. `null` of any other element.
 * @param before the character before it
 */
function raisedIn(markup: Markup, element: Element, before: string): string | null {
  const { name, classes, text } = element;
  if (text === 0 || text > 4) return null;
  const behind = /\d/.test(before) && text === 2;
  if (name !== "sup" && !(behind && (name === "small" || [...classes].some((one) => SMALL_PART.test(one)))))
    return null;
  const digits = wordsIn(markup, element, 20);
  return /^\d+$/.test(digits) ? raisedDigits(digits) : null;
}

/** Whether its words are struck out, as a price of before is. */
function isStruck({ name, attributes, classes, text }: Element): boolean {
  if (text === 0) return false;
  return (
    name === "del" ||
    name === "s" ||
    name === "strike" ||
    classes.has("line-through") ||
    /line-through/i.test(attributes.style?.slice(0, 500) ?? "")
  );
}

/** An email address as Cloudflare hides it from those who read pages: each byte is mixed with the first. */
function unmixed(hex: string): string {
  const bytes = (hex.match(/^([\da-f]{2}){2,200}$/i) ? (hex.match(/../g) ?? []) : []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  const [key = 0, ...mixed] = bytes;
  const address = new TextDecoder().decode(Uint8Array.from(mixed, (byte) => byte ^ key));
  return /^[^\s@<>]+@[^\s@<>]+$/.test(address) ? address : "";
}

/** The email address that stands in place of this element's "[email protected]", or "". */
const hiddenAddress = ({ attributes }: Element): string =>
  attributes["data-cfemail"] === undefined ? "" : unmixed(attributes["data-cfemail"]);

/** What a link writes to or dials, or "": one of other words ("Write to us") is the only place where it stands. */
function addressIn({ name, attributes }: Element): string {
  const href = name === "a" ? (attributes.href?.trim() ?? "") : "";
  const mixed = /\/cdn-cgi\/l\/email-protection#([\da-f]+)$/i.exec(href.slice(0, 500))?.[1];
  return mixed ? unmixed(mixed.slice(0, 400)) : dialled(href);
}

/** Elements that are set apart by a page's styles as often as not. */
const APART = new Set(["a", "data", "label", "span", "time"]);
const LETTER = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
const SIGN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d]/u;
const FLOWING = /^(p|h[1-6])$/;

/**
 * Whether an element follows directly on another, as the columns of `<span>Monday</span><span>9 to 17</span>`, which styles set apart:
 * their words would run into each other.
 * @param before the character before it
 */
function runsOn({ nodes }: Markup, element: Element, at: number, before: string): boolean {
  const { parent, name } = element;
  // What is ticked stands between the labels of two choices.
  const ticked = element.previous?.name === "input" && element.previous.end === at;
  const previous = ticked ? element.previous?.previous : element.previous;
  if (previous?.end !== (ticked ? at - 1 : at) || element.text < 2 || previous.text < 2) return false;
  if (!APART.has(name) && !APART.has(previous.name)) return false;
  const first = nodes
    .slice(element.start, Math.min(element.end, element.start + 6))
    .find((node) => typeof node === "string");
  if (first === undefined || !SIGN.test(first)) return false;
  const digit = /^\d/.test(first);
  // A text that flows may change its look within a word.
  if (FLOWING.test(parent?.name ?? "")) return digit && LETTER.test(before);
  return LETTER.test(before) || (!digit && /\d$/.test(before));
}

/**
 * Writes what words alone would not say of a part of a line; what it gives stands in place of the element, `null` of most.
 * @param current where words go at the moment
 */
export function inlineReader(markup: Markup, current: () => Flow) {
  let struck = false;
  return (element: Element, at: number, on: (leave: () => void) => void): string | null => {
    const { last } = current();
    if (element.name === "math") return formula(markup, element);
    if (element.name === "select") return ` ${variantsIn(markup, element)} `;
    if (runsOn(markup, element, at, last)) current().words(" ");
    const instead = hiddenAddress(element) || raisedIn(markup, element, last);
    if (instead) return instead;
    if (!struck && isStruck(element)) {
      struck = true;
      current().words("~~");
      on(() => {
        struck = false;
        current().words("~~");
      });
    }
    const address = addressIn(element);
    if (address !== "" && !says(wordsIn(markup, element), address)) on(() => current().words(` (${address})`));
    return null;
  };
}
