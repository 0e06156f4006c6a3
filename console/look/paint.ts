import type { DesignTokens } from "../../shared/settings.ts";
import { contrast, parseColor } from "../../shared/theme/contrast.ts";
import { CONTROL_RATIO, TEXT_RATIO } from "../../shared/theme/derive.ts";
import { paintedColors } from "../../shared/theme/look.ts";
import { DARK, LIGHT } from "../../shared/theme/palette.ts";

export type Theme = "light" | "dark";

/** The colours that the widget paints with in this theme. */
export function paint(tokens: DesignTokens, theme: Theme) {
  const colors = paintedColors(tokens, theme === "dark");
  return {
    background: colors.bg,
    surface: colors.surface,
    accent: colors.accent,
    onAccent: colors["on-accent"],
    text: colors.text,
    mutedText: colors.muted,
    border: colors.border,
    danger: colors.danger,
    onDanger: colors["on-danger"],
  };
}

const ratio = (one: string, other: string): number => {
  const [first, second] = [parseColor(one), parseColor(other)];
  return first && second ? contrast(first, second) : 1;
};

/** Colours that are hard to read in one of the themes; the widget corrects them, but the owner should know. */
export function warnings(tokens: DesignTokens): string[] {
  const faults = new Set<string>();
  for (const theme of ["light", "dark"] as const) {
    const auto = theme === "dark" ? DARK : LIGHT;
    const background = tokens.background === "auto" ? auto.background : tokens.background;
    const where = tokens.background === "auto" ? `the ${theme} background` : "the background";
    if (tokens.text !== "auto" && ratio(tokens.text, background) < TEXT_RATIO) faults.add(`The text on ${where}`);
    if (tokens.mutedText !== "auto" && ratio(tokens.mutedText, background) < TEXT_RATIO)
      faults.add(`The quiet text on ${where}`);
    if (ratio(tokens.accent, background) < CONTROL_RATIO) faults.add(`The accent on ${where}`);
  }
  if (tokens.onAccent !== "auto" && ratio(tokens.onAccent, tokens.accent) < TEXT_RATIO)
    faults.add("The text on the accent");
  return [...faults];
}
