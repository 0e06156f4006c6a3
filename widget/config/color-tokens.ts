import { SETTINGS } from "../../shared/settings.ts";
import { kebab } from "./attribute.ts";

/** Computed as the widget is built: see scripts/build/computed.ts. */
export const COLORS = Object.entries(SETTINGS.designTokens)
  .filter(([, { kind }]) => kind === "color")
  .map(([token]) => kebab(token))
  .join(" ");
