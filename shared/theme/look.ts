import type { DesignTokens } from "../settings.ts";
import { deriveColors, type PaintedColor, resolveTokens } from "./derive.ts";

/** The colours that are painted, as `#rrggbb`, corrected for contrast: `{"bg": "#ffffff", "on-accent": "#000000", …}`. */
export type PaintedColors = Record<PaintedColor, string>;

/** One set for each theme. The service makes them with the config, so that no page has to compute them before it paints. */
export interface Look {
  light: PaintedColors;
  dark: PaintedColors;
}

export function paintedColors(tokens: DesignTokens, dark: boolean): PaintedColors {
  const values = new Map(resolveTokens(tokens, dark));
  return Object.fromEntries(deriveColors((token) => String(values.get(token)))) as PaintedColors;
}

export const lookOf = (tokens: DesignTokens): Look => ({
  light: paintedColors(tokens, false),
  dark: paintedColors(tokens, true),
});
