import { textOf } from "../config/attribute.ts";
import type { Hint } from "../config/hint.ts";
import type { RawPageOptions } from "../config/page-options.ts";

/**
 * Attributes become domain values here, once; an unknown value is ignored, with a hint to the owner. The first value of each
 * list is the default.
 */

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const PLACEMENTS = ["bottom-right", "bottom-left", "top-right", "top-left", "inline"] as const;
export type Placement = (typeof PLACEMENTS)[number];
export const PRELOADS = ["hover", "none", "idle", "eager"] as const;
export type Preload = (typeof PRELOADS)[number];

/** The properties of `<voice-widget>` as the page set them; attributes arrive as strings. */
export interface RawElementOptions extends RawPageOptions {
  apiKey?: string | null;
  baseUrl?: string | null;
  locale?: string | null;
  theme?: string | null;
  placement?: string | null;
  preload?: string | null;
  debug?: boolean | string | null;
}

/** The options that the launcher needs. */
export interface ElementOptions {
  apiKey: string;
  /** Without a trailing slash. */
  baseUrl: string;
  locale: string | undefined;
  theme: Theme;
  placement: Placement;
  preload: Preload;
  debug: boolean;
}

/** `home` is the script's origin; `hint` is called for each value that is ignored. */
export function readElementOptions(
  raw: RawElementOptions,
  home: string,
  hint: Hint,
  rightToLeft: boolean,
): ElementOptions {
  return {
    apiKey: textOf(raw.apiKey) ?? "",
    baseUrl: baseOf(textOf(raw.baseUrl), home, hint),
    locale: textOf(raw.locale),
    theme: oneOf(THEMES, raw, "theme", hint),
    placement: oneOf(PLACEMENTS, raw, "placement", hint, +rightToLeft),
    preload: oneOf(PRELOADS, raw, "preload", hint),
    // Frameworks and templates write what is off as the word.
    debug: `${raw.debug ?? false}` !== "false",
  };
}

function oneOf<T extends string>(
  allowed: readonly T[],
  raw: RawElementOptions,
  name: keyof RawElementOptions,
  hint: Hint,
  standard = 0,
): T {
  const text = textOf(raw[name]) as T | undefined;
  if (text && allowed.includes(text)) return text;
  if (text) hint("ignored", name, text, `${allowed}`);
  return allowed[standard] as T;
}

function baseOf(value: string | undefined, home: string, hint: Hint): string {
  if (!value) return home;
  try {
    const { href } = new URL(value, home || undefined);
    if (/^http[^@]*$/.test(href)) return href.replace(/\/*([?#].*)?$/, "");
  } catch {}
  hint("no_address", value);
  return home;
}
