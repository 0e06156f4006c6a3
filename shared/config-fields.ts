/** The owner's settings as data, for docs and forms: `scripts/docs/settings.ts` makes them from the schema in `config.ts`. */

export const CONFIG_GROUPS = ["designTokens", "branding", "copy", "features"] as const;
export type ConfigGroup = (typeof CONFIG_GROUPS)[number];

export type FieldKind = "color" | "font" | "number" | "text" | "url" | "switch" | "object";

/** One setting; `null` as a default means that the widget has its own text, or nothing to show. */
export interface ConfigField {
  name: string;
  kind: FieldKind;
  fallback: string | number | boolean | null;
  /** Whether a colour may be left to the theme. */
  auto: boolean;
  min?: number;
  max?: number;
  about: string;
}
