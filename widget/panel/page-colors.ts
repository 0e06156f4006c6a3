import type { DesignTokens } from "../../shared/config.ts";
import { parseColor } from "../../shared/theme/contrast.ts";
import { deriveColors, resolveTokens } from "../../shared/theme/derive.ts";
import { propertyName } from "../config/tokens.ts";

/**
 * Loaded where the page itself sets colours, and where the service has not answered: what is painted is reckoned here from the
 * colours in force, so that every text can be read.
 * @param probe any element in the document; its `color` is free for use
 * @returns custom properties with their values
 */
export function pageColors(
  host: Element,
  probe: HTMLElement,
  tokens: DesignTokens,
  dark: boolean,
): [name: string, value: string][] {
  const effective = getComputedStyle(host);
  const standard = new Map(resolveTokens(tokens, dark));
  const inForce = (token: string) => effective.getPropertyValue(propertyName(token)).trim() || `${standard.get(token)}`;
  return Array.from(
    deriveColors((token) => resolve(inForce(token), probe)),
    ([name, value]) => [`--_${name}`, value],
  );
}

/** A page may write any CSS colour; the browser turns it into numbers. */
function resolve(value: string, probe: HTMLElement): string {
  if (parseColor(value)) return value;
  probe.style.color = value;
  const { color } = getComputedStyle(probe);
  probe.style.color = "";
  return color;
}
