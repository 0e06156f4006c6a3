import type { Hint } from "../config/hint.ts";

/** HTML's own, frameworks' and accessibility's are in order. */
const COMMON = /^(?:data-|aria-|class$|role$|tabindex$)/;

/** What the page wrote on the tag that the element does not know: most likely it is misspelt. */
export function hintAtUnknownAttributes(element: HTMLElement, hint: Hint): void {
  const { observedAttributes } = element.constructor as unknown as { observedAttributes: readonly string[] };
  const unknown = element
    .getAttributeNames()
    .filter((name) => !observedAttributes.includes(name) && !(name in element) && !COMMON.test(name));
  if (unknown[0]) hint("attributes", observedAttributes.join(" "), ...unknown);
}
