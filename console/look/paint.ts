import type { DesignTokens } from "../../shared/config.ts";
import { CONTROL_RATIO, contrast, corrected, readableOn, TEXT_RATIO } from "./contrast.ts";

const THEMES = {
  light: {
    background: "#ffffff",
    surface: "#f4f5f8",
    text: "#14171f",
    mutedText: "#5b6272",
    border: "#e3e6ec",
    danger: "#cc2f45",
  },
  dark: {
    background: "#14161c",
    surface: "#20232c",
    text: "#f1f3f8",
    mutedText: "#a3aabb",
    border: "#2f3440",
    danger: "#f0566b",
  },
} as const;
export type Theme = keyof typeof THEMES;

/** The sketch's colours, as the widget would paint them. */
export function paint(tokens: DesignTokens, theme: Theme) {
  const auto = THEMES[theme];
  const own = (name: keyof typeof auto) => (tokens[name] === "auto" ? auto[name] : tokens[name]);
  const background = own("background");
  const surface = own("surface");
  const accent = corrected(tokens.accent, background, CONTROL_RATIO);
  const onAccent = tokens.onAccent === "auto" ? readableOn(accent) : tokens.onAccent;
  const danger = corrected(own("danger"), background, CONTROL_RATIO);
  return {
    background,
    surface,
    accent,
    onAccent: contrast(onAccent, accent) >= TEXT_RATIO ? onAccent : readableOn(accent),
    text: corrected(corrected(own("text"), background, TEXT_RATIO), surface, TEXT_RATIO),
    mutedText: corrected(own("mutedText"), background, TEXT_RATIO),
    border: own("border"),
    danger,
    onDanger: readableOn(danger),
  };
}

/** Choices that do not read well in one of the themes; the widget mends them, but the owner should know. */
export function warnings(tokens: DesignTokens): string[] {
  const found = new Set<string>();
  for (const theme of ["light", "dark"] as const) {
    const auto = THEMES[theme];
    const background = tokens.background === "auto" ? auto.background : tokens.background;
    const where = tokens.background === "auto" ? `the ${theme} background` : "the background";
    if (tokens.text !== "auto" && contrast(tokens.text, background) < TEXT_RATIO) found.add(`The text on ${where}`);
    if (tokens.mutedText !== "auto" && contrast(tokens.mutedText, background) < TEXT_RATIO)
      found.add(`The quiet text on ${where}`);
    if (contrast(tokens.accent, background) < CONTROL_RATIO) found.add(`The accent on ${where}`);
  }
  if (tokens.onAccent !== "auto" && contrast(tokens.onAccent, tokens.accent) < TEXT_RATIO)
    found.add("The text on the accent");
  return [...found];
}
