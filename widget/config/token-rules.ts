import { type DesignTokens, defaultsOf, SETTINGS, type Setting } from "../../shared/settings.ts";

/** Computed as the widget is built: see scripts/build/computed.ts. */
export const DEFAULT_TOKENS: DesignTokens = defaultsOf(SETTINGS.designTokens);

/** What each may be, without the prose. */
export const TOKEN_RULES: Record<string, Setting> = JSON.parse(
  JSON.stringify(SETTINGS.designTokens, (key, value) =>
    ["label", "about", "hint", "unit"].includes(key) ? undefined : value,
  ),
);
