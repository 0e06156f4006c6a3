import type { Features } from "../../../shared/settings.ts";

/** A page of the same site takes the call up: in another tab the visitor would leave it behind. */
export const opensHere = (href: string, { acrossPages }: Features): boolean =>
  acrossPages && new URL(href, document.baseURI).origin === location.origin;
