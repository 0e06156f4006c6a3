import { SETTINGS, type ThemedSetting } from "../settings.ts";

type Tokens = typeof SETTINGS.designTokens;
type Palette = { [Token in keyof Tokens as Tokens[Token] extends ThemedSetting ? Token : never]: string };

const paletteOf = (theme: "light" | "dark") =>
  Object.fromEntries(
    Object.entries(SETTINGS.designTokens).flatMap(([token, setting]) =>
      theme in setting ? [[token, (setting as ThemedSetting)[theme]]] : [],
    ),
  ) as Palette;

/** The widget's own colours: what a token set to `auto` means in each theme. The widget's build computes them beforehand. */
export const LIGHT = paletteOf("light");
export const DARK = paletteOf("dark");
