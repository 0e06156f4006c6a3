import type { DesignTokens } from "../../shared/config.ts";
import { kebab } from "./attribute.ts";

/**
 * Design tokens → custom properties. `--voice-widget-*` are the owner's, one per token, and the page may set them; `--_own-*`
 * are the colours as the service reckoned them; `--_*` are what the stylesheets paint with.
 */

/** `launcherRadius` → `--voice-widget-launcher-radius`. */
export const propertyName = (token: string): string => `--voice-widget-${kebab(token)}`;

/** What is painted for a token that is left to the theme, where it is not called the same. */
const PAINTED: Record<string, string> = { onAccent: "on-accent", background: "bg", mutedText: "muted" };

/** A token's value in CSS; `auto` is the colour that the service chose for the theme. */
export const propertyValue = (token: string, value: DesignTokens[keyof DesignTokens]): string => {
  if (value === "auto") return `var(--_own-${PAINTED[token] ?? token})`;
  return typeof value === "number" && token !== "zIndex" ? `${value}px` : String(value);
};
