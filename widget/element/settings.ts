import { SLOTS } from "../../shared/providers.ts";

/** Attributes become domain values here, once; a value that nobody knows is ignored, with a hint to the owner. */

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const PLACEMENTS = ["bottom-right", "bottom-left", "top-right", "top-left", "inline"] as const;
export type Placement = (typeof PLACEMENTS)[number];
export const PRELOADS = ["none", "hover", "idle", "eager"] as const;
export type Preload = (typeof PRELOADS)[number];

/** The properties of `<voice-widget>` as the page set them; attributes arrive as strings. */
export interface RawSettings {
  apiKey?: string | null;
  baseUrl?: string | null;
  agentId?: number | string | null;
  model?: string | null;
  voice?: string | null;
  context?: Readonly<Record<string, unknown>> | string | null;
  userId?: string | null;
  userHash?: string | null;
  locale?: string | null;
  theme?: string | null;
  placement?: string | null;
  preload?: string | null;
}

export interface Settings {
  apiKey: string;
  /** Without a trailing slash. */
  baseUrl: string;
  agentId: number | null;
  model?: string;
  voice?: string;
  context?: Readonly<Record<string, unknown>>;
  userId?: string;
  userHash?: string;
  locale: string | null;
  theme: Theme;
  placement: Placement;
  preload: Preload;
}

/** `home` is where the script came from; `hint` hears of each value that is ignored. */
export function readSettings(raw: RawSettings, home: string, hint: (text: string) => void): Settings {
  const model = textOf(raw.model);
  if (model && !SLOTS.some((slot) => slot === model)) hint(ignored("model", model, SLOTS));
  return {
    apiKey: textOf(raw.apiKey) ?? "",
    baseUrl: baseOf(textOf(raw.baseUrl), home, hint),
    agentId: agentIdOf(raw.agentId, hint),
    model,
    voice: textOf(raw.voice),
    context: contextOf(raw.context, hint),
    userId: textOf(raw.userId),
    userHash: textOf(raw.userHash),
    locale: textOf(raw.locale) ?? null,
    theme: oneOf("theme", raw.theme, THEMES, "auto", hint),
    placement: oneOf("placement", raw.placement, PLACEMENTS, "bottom-right", hint),
    preload: oneOf("preload", raw.preload, PRELOADS, "hover", hint),
  };
}

const textOf = (value: unknown): string | undefined =>
  value === null || value === undefined || value === "" ? undefined : String(value).trim() || undefined;

const ignored = (name: string, value: unknown, allowed: readonly string[]) =>
  `${name}="${String(value).slice(0, 80)}" is ignored; write one of: ${allowed.join(", ")}.`;

function oneOf<T extends string>(
  name: string,
  value: unknown,
  allowed: readonly T[],
  standard: T,
  hint: (text: string) => void,
): T {
  const text = textOf(value);
  if (text === undefined) return standard;
  const known = allowed.find((candidate) => candidate === text);
  if (!known) hint(ignored(name, text, allowed));
  return known ?? standard;
}

function baseOf(value: string | undefined, home: string, hint: (text: string) => void): string {
  if (value === undefined) return home;
  try {
    const url = new URL(value, home || undefined);
    if (/^https?:$/.test(url.protocol)) return (url.origin + url.pathname).replace(/\/+$/, "");
  } catch {}
  hint(`base-url="${value.slice(0, 80)}" is ignored; write an address such as https://voice.example.com.`);
  return home;
}

function agentIdOf(value: unknown, hint: (text: string) => void): number | null {
  const text = textOf(value);
  if (text === undefined) return null;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  hint(`agent-id="${text.slice(0, 80)}" is ignored; write the number of an agent.`);
  return null;
}

function contextOf(value: unknown, hint: (text: string) => void): Record<string, unknown> | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  let pairs = value;
  if (typeof value === "string") {
    try {
      pairs = JSON.parse(value);
    } catch {}
  }
  if (typeof pairs === "object" && pairs !== null && !Array.isArray(pairs)) return pairs as Record<string, unknown>;
  hint(`context is ignored; write a JSON object, such as context='{"plan":"pro"}'.`);
  return undefined;
}
