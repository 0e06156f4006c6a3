import type { DesignTokens } from "../../shared/config.ts";
import { kebab } from "./attribute.ts";

/**
 * Design tokens → custom properties. `--voice-widget-*` are the owner's, one per token, and the page may set them; `--_*` are what
 * the stylesheets paint with.
 */

/** `launcherRadius` → `--voice-widget-launcher-radius`. */
export const propertyName = (token: string): string => `--voice-widget-${kebab(token)}`;

/** What is painted for a token that is left to the theme, where it is not called the same. */
const PAINTED: Record<string, string> = { onAccent: "on-accent", background: "bg", mutedText: "muted" };

/** A token's value in CSS. A colour is the one that the service made readable; `auto` is empty where there is no answer of it. */
export const propertyValue = (
  token: string,
  value: DesignTokens[keyof DesignTokens],
  colors: Readonly<Record<string, unknown>>,
): string => {
  const color = colors[PAINTED[token] ?? token];
  if (typeof color === "string") return color;
  if (value === "auto") return "";
  return typeof value === "number" && token !== "zIndex" ? `${value}px` : String(value);
};
