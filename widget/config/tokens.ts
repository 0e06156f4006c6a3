import { kebab } from "./attribute.ts";

/**
 * Design tokens → custom properties. `--voice-widget-*` are the owner's, one per token, and the page may set them; the style
 * sheets use `--_*`.
 */

/** `launcherRadius` → `--voice-widget-launcher-radius`. */
export const propertyName = (token: string): string => `--voice-widget-${kebab(token)}`;
