import type { DesignTokens } from "../../shared/config.ts";
import { deriveColors, resolveTokens } from "../../shared/theme/derive.ts";
import { kebab } from "./attribute.ts";

/**
 * Design tokens → custom properties. `--voice-widget-*` are the owner's, one per token, and the page may set them;
 * `--_*` are what the stylesheets paint with.
 */

/** `launcherRadius` → `--voice-widget-launcher-radius`. */
export const propertyName = (token: string): string => `--voice-widget-${kebab(token)}`;

/** The public custom properties, `auto` resolved for the theme. */
export const tokenProperties = (tokens: DesignTokens, dark: boolean): Map<string, string> =>
  new Map(
    resolveTokens(tokens, dark).map(([token, value]) => [
      propertyName(token),
      typeof value === "number" && token !== "zIndex" ? `${value}px` : String(value),
    ]),
  );

/**
 * What is painted, from the colours that are in force: `read` gives the token's effective value, which is the page's
 * own where the page has set the property.
 */
export const paint = (read: (token: string) => string): Map<string, string> =>
  new Map(deriveColors(read).map(([name, value]) => [`--_${name}`, value]));
