/**
 * What window and system say to a media query. Nothing where they say nothing: pages put functions of their own in place of
 * `matchMedia`, and in frames that are not shown browsers have answered null.
 */
export const media = (query: string): Partial<Pick<MediaQueryList, "matches" | "onchange">> =>
  globalThis.matchMedia?.(query) ?? {};
