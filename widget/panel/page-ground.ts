import type { HostElement } from "./widget-host.ts";

/** Opaque, each part below 100 of 255; or OKLCH and Oklab below 40 %. What is transparent before it is the body's. */
const DARK = /^(rgba.{12})?(rgb(\D+\d?\d){3}\)|okl..\(0\.?[0-3 ])/;

/** Not by `document.body`: an element of the page may have that name, and is then found instead. */
const groundOf = (name: "body" | "html"): string =>
  getComputedStyle(document.querySelector(name) as Element).backgroundColor;

/**
 * Marks the element where the page is dark by itself, whatever the visitor's system prefers: by the ground of its body, else
 * of its root. It reads the page's styles, so the launcher does without.
 */
export function seeGround(element: HostElement): void {
  element.toggleAttribute("data-dark", DARK.test(groundOf("body") + groundOf("html")));
  element.requestUpdate();
}
