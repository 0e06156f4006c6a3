import type { DesignTokens } from "../../shared/config.ts";
import { kebab } from "./attribute.ts";
import { contrast, mix, parseColor, type Rgb, readableOn, toHex, withContrast } from "./color.ts";

/**
 * Design tokens → custom properties. `--voice-widget-*` are the owner's, one per token, and the page may set them;
 * `--_*` are what the stylesheets paint with: derived, and corrected so that text has 4.5:1 and controls have 3:1.
 */

const LIGHT = {
  background: "#ffffff",
  surface: "#f4f5f8",
  text: "#14171f",
  mutedText: "#5b6272",
  border: "#e3e6ec",
  danger: "#cc2f45",
};
const DARK: typeof LIGHT = {
  background: "#14161c",
  surface: "#20232c",
  text: "#f1f3f8",
  mutedText: "#a3aabb",
  border: "#2f3440",
  danger: "#f0566b",
};

const TEXT_RATIO = 4.5;
const CONTROL_RATIO = 3;

/** `launcherRadius` → `--voice-widget-launcher-radius`. */
export const propertyName = (token: string): string => `--voice-widget-${kebab(token)}`;

/** The public custom properties, `auto` resolved for the theme. */
export function tokenProperties(tokens: DesignTokens, dark: boolean): Map<string, string> {
  const themed: Record<string, string> = { ...(dark ? DARK : LIGHT) };
  const properties = new Map<string, string>();
  for (const [token, value] of Object.entries(tokens)) {
    const resolved = value === "auto" ? (themed[token] ?? toHex(readableOn(colorOf(tokens.accent)))) : value;
    const pixels = typeof value === "number" && token !== "zIndex";
    properties.set(propertyName(token), pixels ? `${resolved}px` : String(resolved));
  }
  return properties;
}

const colorOf = (value: string): Rgb => parseColor(value) ?? [47, 91, 234];

/**
 * What is painted, from the colours that are in force: `read` gives the token's effective value, which is the page's
 * own where the page has set the property.
 */
export function paint(read: (token: string) => string): Map<string, string> {
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
  const painted: Record<string, Rgb> = {
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
    "accent-edge": withContrast(accent, [background], CONTROL_RATIO),
    "on-accent": contrast(onAccent, accent) >= TEXT_RATIO ? onAccent : readableOn(accent),
    ink: withContrast(accent, grounds, TEXT_RATIO),
    danger,
    "on-danger": readableOn(danger),
    "danger-ink": withContrast(danger, grounds, TEXT_RATIO),
  };
  return new Map(Object.entries(painted).map(([name, value]) => [`--_${name}`, toHex(value)]));
}
