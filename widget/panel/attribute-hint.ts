import type { Hint } from "../config/hint.ts";

/** Attributes that any element may have. */
const COMMON = /^(?:data-|aria-|class$|role$|tabindex$)/;

/** Hints at attributes that the element does not have: most likely they are misspelt. */
export function hintAtUnknownAttributes(element: HTMLElement, hint: Hint): void {
  const { observedAttributes } = element.constructor as unknown as { observedAttributes: readonly string[] };
  const unknown = element
    .getAttributeNames()
    .filter((name) => !observedAttributes.includes(name) && !(name in element) && !COMMON.test(name));
  if (unknown[0]) hint("attributes", observedAttributes.join(" "), ...unknown);
}
