import { textOf } from "../config/attribute.ts";
import type { Hint } from "../config/hint.ts";
import type { RawPageOptions } from "../config/page-options.ts";

/** Attributes become domain values here, once; a value that nobody knows is ignored, with a hint to the owner. */

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const PLACEMENTS = ["bottom-right", "bottom-left", "top-right", "top-left", "inline"] as const;
export type Placement = (typeof PLACEMENTS)[number];
export const PRELOADS = ["none", "hover", "idle", "eager"] as const;
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

/** What the launcher needs. */
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

/** `home` is where the script came from; `hint` hears of each value that is ignored. */
export function readElementOptions(raw: RawElementOptions, home: string, hint: Hint): ElementOptions {
  return {
    apiKey: textOf(raw.apiKey) ?? "",
    baseUrl: baseOf(textOf(raw.baseUrl), home, hint),
    locale: textOf(raw.locale),
    theme: oneOf("theme", raw.theme, THEMES, "auto", hint),
    placement: oneOf("placement", raw.placement, PLACEMENTS, "bottom-right", hint),
    preload: oneOf("preload", raw.preload, PRELOADS, "hover", hint),
    debug: (raw.debug ?? false) !== false,
  };
}

function oneOf<T extends string>(name: string, value: unknown, allowed: readonly T[], standard: T, hint: Hint): T {
  const text = textOf(value);
  if (text === undefined) return standard;
  if (allowed.includes(text as T)) return text as T;
  hint("ignored", name, text, allowed.join(", "));
  return standard;
}

function baseOf(value: string | undefined, home: string, hint: Hint): string {
  if (value === undefined) return home;
  try {
    const url = new URL(value, home || undefined);
    if (/^https?:$/.test(url.protocol)) return (url.origin + url.pathname).replace(/\/+$/, "");
  } catch {}
  hint("no_address", value);
  return home;
}
