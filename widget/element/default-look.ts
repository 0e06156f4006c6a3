import { type DesignTokens, defaultsOf, SETTINGS } from "../../shared/settings.ts";
import { paintedColors } from "../../shared/theme/look.ts";

/** The default look, for what the answer leaves out. Computed as the widget is built: see scripts/build/computed.ts. */

const tokens = defaultsOf(SETTINGS.designTokens);
const { accent, "on-accent": onAccent, bg } = paintedColors(tokens, false);

/** What the launcher paints with. */
export const COLORS = { accent, "on-accent": onAccent, bg };
/** Pixels, but for `zIndex`. */
export const SIZES = Object.fromEntries(Object.entries(tokens).filter(([, value]) => typeof value === "number")) as {
  [Name in keyof DesignTokens as DesignTokens[Name] extends number ? Name : never]: number;
};
