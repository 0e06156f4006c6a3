import { parseColor } from "../../shared/theme/contrast.ts";
import { deriveColors, resolveTokens } from "../../shared/theme/derive.ts";
import { readTokens } from "../config/read-tokens.ts";
import { propertyName } from "../config/tokens.ts";

/**
 * Loaded where the page itself sets colours, and where the service has not answered: what is painted is reckoned here from the
 * colours in force, so that every text can be read.
 * @param style takes the colours; through CSSOM only, so that no value can end its declaration
 * @param probe any element in the document; its `color` is free for use
 * @param stored the owner's design tokens, unchecked
 */
export function paint(
  style: CSSStyleDeclaration,
  host: Element,
  probe: HTMLElement,
  stored: unknown,
  dark: boolean,
): void {
  const effective = getComputedStyle(host);
  const standard = new Map(resolveTokens(readTokens(stored), dark));
  const inForce = (token: string) => effective.getPropertyValue(propertyName(token)).trim() || `${standard.get(token)}`;
  for (const [name, value] of deriveColors((token) => resolve(inForce(token), probe)))
    style.setProperty(`--_${name}`, value);
}

/** A page may write any CSS colour; the browser turns it into numbers. */
function resolve(value: string, probe: HTMLElement): string {
  if (parseColor(value)) return value;
  probe.style.color = value;
  const { color } = getComputedStyle(probe);
  probe.style.color = "";
  return color;
}
