import type { DesignTokens } from "../../shared/config.ts";
import { kebab } from "./attribute.ts";

/**
 * Design tokens → custom properties. `--voice-widget-*` are the owner's, one per token, and the page may set them; the style
 * sheets use `--_*`.
 */

/** `launcherRadius` → `--voice-widget-launcher-radius`. */
export const propertyName = (token: string): string => `--voice-widget-${kebab(token)}`;

/** Names of painted colours that differ from their token's. */
const PAINTED: Record<string, string> = { onAccent: "on-accent", background: "bg", mutedText: "muted" };

/** A token's value in CSS. Colours are those that the service made readable; `auto` is empty without them. */
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
