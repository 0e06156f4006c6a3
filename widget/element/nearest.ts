/**
 * The nearest element around `from`, or itself, that has an attribute which holds for all inside of it: also around the
 * component that it stands in, and so on up to `<html>`.
 */
export const nearest = (selector: "[lang]" | "[dir]", from?: Element): HTMLElement | undefined =>
  from && (from.closest<HTMLElement>(selector) ?? nearest(selector, (from.getRootNode() as Partial<ShadowRoot>).host));
