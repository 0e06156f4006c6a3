import type { DesignTokens } from "../settings.ts";
import { contrast, mix, parseColor, type Rgb, readableOn, toHex, withContrast } from "./contrast.ts";
import { DARK, LIGHT } from "./palette.ts";

/** Least contrast of text, and of what marks a control, by WCAG 2.2 AA. */
export const TEXT_RATIO = 4.5;
export const CONTROL_RATIO = 3;

/** What cannot be read becomes the default accent. */
const colorOf = (value: string): Rgb => parseColor(value) ?? [47, 91, 234];

/** The tokens' values, with `auto` resolved for the theme. */
export function resolveTokens(tokens: DesignTokens, dark: boolean): [token: string, value: string | number][] {
  const themed: Record<string, string> = { ...(dark ? DARK : LIGHT) };
  return Object.entries(tokens).map(([token, value]) => [
    token,
    value === "auto" ? (themed[token] ?? toHex(readableOn(colorOf(tokens.accent)))) : value,
  ]);
}

/**
 * The colours that are painted, as `#rrggbb` by name: the owner's, corrected so that text has a contrast of 4.5:1 on
 * every ground that it stands on, and controls have 3:1.
 * @param read gives a colour token's value: `#rgb`, `#rrggbb`, `#rrggbbaa` or a computed `rgb(…)`
 */
export function deriveColors(read: (token: string) => string): [PaintedColor, string][] {
  const color = (token: string) => colorOf(read(token));
  const background = color("background");
  const accent = color("accent");
  // Text stands on the background and on these two: one on which no colour could be read like there gives way.
  const ground = (wanted: Rgb) => (contrast(readableOn(background), wanted) >= TEXT_RATIO ? wanted : background);
  const soft = ground(mix(background, accent, 0.12));
  const surface = ground(color("surface"));
  const grounds = [background, surface, soft];
  const text = withContrast(color("text"), grounds, TEXT_RATIO);
  const danger = withContrast(color("danger"), [background], CONTROL_RATIO);
  const onAccent = color("onAccent");
  const painted: Record<PaintedColor, Rgb> = {
    bg: background,
    surface,
    soft,
    text,
    muted: withContrast(color("mutedText"), grounds, TEXT_RATIO),
    border: color("border"),
    // The edge of a control must be seen; the border between two areas is only decoration.
    edge: withContrast(color("border"), grounds, CONTROL_RATIO),
    // The owner's own colour, however light: then an edge that is seen marks where the control ends.
    accent,
    "accent-edge": withContrast(accent, grounds, CONTROL_RATIO),
    "on-accent": contrast(onAccent, accent) >= TEXT_RATIO ? onAccent : readableOn(accent),
    ink: withContrast(accent, grounds, TEXT_RATIO),
    danger,
    "on-danger": readableOn(danger),
    "danger-ink": withContrast(danger, grounds, TEXT_RATIO),
  };
  return Object.entries(painted).map(([name, value]) => [name as PaintedColor, toHex(value)]);
}

export type PaintedColor =
  | "bg"
  | "surface"
  | "soft"
  | "text"
  | "muted"
  | "border"
  | "edge"
  | "accent"
  | "accent-edge"
  | "on-accent"
  | "ink"
  | "danger"
  | "on-danger"
  | "danger-ink";
